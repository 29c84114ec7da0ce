package nephila.testweb;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// A newspaper: its front page lists the ten newest stories of sixty and changes with every
/// edition. An edition ends after its length by the clock, or when it is told to.
final class NewsPlace implements Place {
  private static final int STORIES = 60;
  private static final int SHOWN = 10;

  private final long seed;
  private final String atlas;
  private final List<String> articles;
  private final Duration editionLength;
  private final Clock clock;
  private final Instant opened;
  private final AtomicInteger called = new AtomicInteger();

  NewsPlace(long seed, String atlas, List<String> articles, Duration editionLength, Clock clock) {
    this.seed = seed;
    this.atlas = atlas;
    this.articles = articles;
    this.editionLength = editionLength;
    this.clock = clock;
    opened = clock.instant();
  }

  void nextEdition() {
    called.incrementAndGet();
  }

  int edition() {
    long byClock = Duration.between(opened, clock.instant()).toMillis() / editionLength.toMillis();
    return called.get() + (int) byClock;
  }

  @Override
  public ServedResponse answer(Ask ask) {
    String path = ask.path();
    return switch (path) {
      case "/" -> ServedResponse.html(front());
      case "/feed.xml" -> ServedResponse.text("application/rss+xml", feed());
      case "/robots.txt" -> ServedResponse.text("text/plain", "User-agent: *\nAllow: /\n");
      default -> story(path);
    };
  }

  private String front() {
    PageWriter page = new PageWriter("The Morning Web, edition " + edition());
    page.head("<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed.xml\">");
    for (int i = 0; i < SHOWN; i++) {
      int number = (edition() + i) % STORIES;
      page.link("/story/" + number, headline(number));
    }
    return page.link("/archive", "All stories").link(atlas + "/", "The atlas").html();
  }

  private String feed() {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel>");
    xml.append("<title>The Morning Web</title><link>/</link>");
    for (int i = 0; i < SHOWN; i++) {
      int number = (edition() + i) % STORIES;
      xml.append("<item><title>")
          .append(headline(number))
          .append("</title><link>/story/")
          .append(number);
      xml.append("</link></item>");
    }
    return xml.append("</channel></rss>").toString();
  }

  private ServedResponse story(String path) {
    if (path.equals("/archive")) {
      PageWriter page = new PageWriter("All stories");
      for (int i = 0; i < STORIES; i++) {
        page.link("/story/" + i, headline(i));
      }
      return ServedResponse.html(page.html());
    }
    int number = number(path);
    if (number < 0) {
      return ServedResponse.notFound(path);
    }
    TopicText words = words(number);
    int topic = number % TopicText.TOPICS.length;
    PageWriter page = new PageWriter(words.title(topic)).link("/", "Front page");
    page.add(words.paragraph(topic)).add(words.paragraph(topic));
    String article = articles.get(words.below(articles.size()));
    return ServedResponse.html(page.link(atlas + article, "Background").html());
  }

  private static int number(String path) {
    if (!path.matches("/story/[0-9]{1,2}")) {
      return -1;
    }
    int number = Integer.parseInt(path.substring("/story/".length()));
    return number < STORIES ? number : -1;
  }

  private String headline(int number) {
    return words(number).title(number % TopicText.TOPICS.length);
  }

  private TopicText words(int number) {
    return new TopicText(seed * 5003 + number);
  }

  @Override
  public Set<String> readable() {
    Set<String> paths = new TreeSet<>(Set.of("/", "/archive", "/feed.xml"));
    for (int i = 0; i < STORIES; i++) {
      paths.add("/story/" + i);
    }
    return paths;
  }
}
