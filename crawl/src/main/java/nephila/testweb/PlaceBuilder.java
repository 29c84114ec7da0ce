package nephila.testweb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// Builds the hosts of the little web, all from one seed and the addresses they got.
///
/// - `atlas` an encyclopedia of six topics, with a sitemap; where everything begins
/// - `news` a front page that changes with every edition, stories, a feed
/// - `blog` posts that point at the atlas; its comments hold nofollow links and dead ones
/// - `mirror` near-copies of articles of the atlas
/// - `calendar` a page for every month of all time
/// - `shop` answers every mistake with 200 and "not found"
/// - `busy` refuses its first visitors with 503 and Retry-After
/// - `slow` takes its time
/// - `strict` forbids a part of itself and asks for a delay
/// - `moved` nothing but redirects, two of which go round in circles
final class PlaceBuilder {
  static final List<String> NAMES =
      List.of(
          "atlas", "news", "blog", "mirror", "calendar", "shop", "busy", "slow", "strict", "moved");

  private static final int ARTICLES = 26;

  private final long seed;
  private final Map<String, String> origins;
  private final LittleWeb.Options options;
  private final List<String> articles = new ArrayList<>();
  private final Map<String, String> articleTitles = new LinkedHashMap<>();

  PlaceBuilder(long seed, Map<String, String> origins, LittleWeb.Options options) {
    this.seed = seed;
    this.origins = origins;
    this.options = options;
    for (int topic = 0; topic < TopicText.TOPICS.length; topic++) {
      TopicText words = new TopicText(seed * 31 + topic);
      for (int i = 0; i < ARTICLES; i++) {
        String path = "/" + TopicText.TOPICS[topic] + "/" + i + ".html";
        articles.add(path);
        articleTitles.put(path, words.title(topic));
      }
    }
  }

  /// The article that only the sitemap knows.
  String hidden() {
    return articles.getLast();
  }

  Map<String, Place> build() {
    List<String> linked = articles.subList(0, articles.size() - 1);
    Map<String, Place> places = new LinkedHashMap<>();
    places.put("atlas", atlas());
    places.put(
        "news",
        new NewsPlace(seed, origin("atlas"), linked, options.editionLength(), options.clock()));
    places.put("blog", blog());
    places.put("mirror", mirror());
    places.put("calendar", new CalendarPlace(origin("atlas")));
    places.put("shop", shop());
    places.put("busy", new BusyPlace(plain("busy", 12), options.refusals(), options.retryAfter()));
    places.put("slow", new SlowPlace(plain("slow", 10), options.slowness()));
    places.put("strict", strict());
    places.put("moved", new MovedPlace(origin("atlas"), linked));
    return places;
  }

  private String origin(String name) {
    return Objects.requireNonNull(origins.get(name), name);
  }

  private Place atlas() {
    StaticPlace shelf = new StaticPlace();
    PageWriter home = new PageWriter("The Little Atlas");
    home.add("<p>Everything worth knowing, in a few hundred pages.</p>");
    for (int topic = 0; topic < TopicText.TOPICS.length; topic++) {
      home.link("/" + TopicText.TOPICS[topic] + "/", "All about " + TopicText.TOPICS[topic]);
      shelf.put("/" + TopicText.TOPICS[topic] + "/", index(topic));
    }
    for (String name : NAMES.subList(1, NAMES.size())) {
      home.link(origin(name) + "/", "Visit the " + name);
    }
    shelf.put("/", home.html());
    for (int i = 0; i < articles.size(); i++) {
      shelf.put(articles.get(i), article(i, ""));
    }
    shelf.robots(
        "User-agent: *\nDisallow: /drafts/\nSitemap: " + origin("atlas") + "/sitemap.xml\n");
    shelf.putForbidden("/drafts/one.html", new PageWriter("A draft").add("<p>Not yet.</p>").html());
    shelf.sitemap(sitemap());
    return shelf;
  }

  private String index(int topic) {
    PageWriter index = new PageWriter("All about " + TopicText.TOPICS[topic]).link("/", "Home");
    for (String path : articles) {
      if (path.startsWith("/" + TopicText.TOPICS[topic] + "/")
          && !path.equals(articles.getLast())) {
        index.link(path.substring(path.lastIndexOf('/') + 1), title(path));
      }
    }
    return index.html();
  }

  /// An article: links to earlier articles of its topic, the first ones most often, so that some
  /// are far more important than others, and sometimes to other topics.
  private String article(int number, String footer) {
    int topic = number / ARTICLES;
    int place = number % ARTICLES;
    TopicText words = new TopicText(seed * 1009 + number);
    PageWriter page = new PageWriter(title(articles.get(number)));
    page.head("<meta name=\"keywords\" content=\"" + TopicText.TOPICS[topic] + "\">");
    page.add(
        "<p><a href=\"./\">"
            + TopicText.TOPICS[topic]
            + "</a> &middot; <a href=\"/\">home</a></p>");
    for (int i = 0; i < 4; i++) {
      page.add(words.paragraph(topic));
      int earlier = (int) (place * Math.pow(words.below(1000) / 1000.0, 3));
      page.link(earlier + ".html", title(articles.get(topic * ARTICLES + earlier)));
    }
    if (words.below(3) == 0) {
      String other = articles.get(ARTICLES * words.below(TopicText.TOPICS.length));
      page.link(other, "See also " + title(other));
    }
    if (place == 3) {
      page.link("/drafts/one.html", "A draft").link("/lost-" + topic + ".html", "A lost page");
    }
    return page.add(footer).html();
  }

  private String title(String path) {
    return articleTitles.getOrDefault(path, path);
  }

  /// Lists all articles. The last is known to the sitemap alone.
  private String sitemap() {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (String path : articles) {
      xml.append("<url><loc>").append(origin("atlas")).append(path).append("</loc></url>\n");
    }
    return xml.append("</urlset>\n").toString();
  }

  private Place blog() {
    StaticPlace shelf = new StaticPlace();
    int posts = 50;
    PageWriter home = new PageWriter("A reader's blog").link(origin("atlas") + "/", "The atlas");
    for (int i = 0; i < posts; i++) {
      TopicText words = new TopicText(seed * 2003 + i);
      int topic = words.below(TopicText.TOPICS.length);
      String path = "/post/" + i;
      String title = words.title(topic);
      home.link(path, title);
      PageWriter post = new PageWriter(title).link("/", "Home").add(words.paragraph(topic));
      for (int k = 0; k < 3; k++) {
        String target = articles.get(topic * ARTICLES + words.below(1 + words.below(ARTICLES - 1)));
        post.link(origin("atlas") + target, "On " + title(target).toLowerCase(Locale.ROOT));
      }
      post.nofollow("/comment?post=" + i, "Comment on this");
      post.link("/gone/" + i, "A page that is gone")
          .link("mailto:author@blog.example", "Write to me");
      if (i + 1 < posts) {
        post.head("<link rel=\"next\" href=\"/post/" + (i + 1) + "\">");
      }
      shelf.put(path, post.html());
    }
    shelf.put("/", home.html());
    return shelf;
  }

  private Place mirror() {
    StaticPlace shelf = new StaticPlace();
    PageWriter home = new PageWriter("A mirror").link(origin("atlas") + "/", "The original");
    for (int i = 0; i < ARTICLES; i++) {
      String path = "/copy/" + i + ".html";
      home.link(path, "Copy " + i);
      shelf.put(path, article(i, "<p>Mirrored, copy " + i + ".</p>"));
    }
    shelf.put("/copy/", home.html());
    shelf.put("/", home.html());
    return shelf;
  }

  private Place shop() {
    StaticPlace shelf =
        new StaticPlace() {
          @Override
          ServedResponse missing(String path) {
            PageWriter page = new PageWriter("Sorry").link("/", "To the shop");
            return ServedResponse.html(
                page.add("<p>We could not find what you were looking for.</p>").html());
          }
        };
    PageWriter home = new PageWriter("The map shop").link(origin("atlas") + "/", "The atlas");
    for (int i = 0; i < 25; i++) {
      TopicText words = new TopicText(seed * 3001 + i);
      home.link("/item?id=" + i, "Item " + i).link("/item/" + i, words.title(5));
      home.link("/sold-out/" + i, "Sold out");
      shelf.put(
          "/item/" + i,
          new PageWriter(words.title(5)).link("/", "Shop").add(words.paragraph(5)).html());
    }
    shelf.put("/", home.html());
    return shelf;
  }

  private Place strict() {
    StaticPlace shelf = plain("strict", 8);
    shelf.robots("User-agent: *\nDisallow: /private/\nCrawl-delay: " + options.crawlDelay() + "\n");
    for (int i = 0; i < 5; i++) {
      shelf.putForbidden(
          "/private/" + i,
          new PageWriter("Private " + i).link("/private/" + (i + 1), "More").html());
    }
    return shelf;
  }

  private StaticPlace plain(String name, int pages) {
    StaticPlace shelf = new StaticPlace();
    PageWriter home =
        new PageWriter("The " + name + " host").link(origin("atlas") + "/", "The atlas");
    for (int i = 0; i < pages; i++) {
      TopicText words = new TopicText(seed * 4001 + name.hashCode() + i);
      int topic = words.below(TopicText.TOPICS.length);
      home.link("/page/" + i, words.title(topic));
      shelf.put(
          "/page/" + i,
          new PageWriter(words.title(topic)).link("/", "Home").add(words.paragraph(topic)).html());
    }
    if (name.equals("strict")) {
      home.link("/private/0", "Private");
    }
    shelf.put("/", home.html());
    return shelf;
  }
}
