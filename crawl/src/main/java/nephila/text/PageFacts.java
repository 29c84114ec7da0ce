package nephila.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// What a page says of itself: meta elements, Open Graph, JSON-LD, microdata.
final class PageFacts {
  private static final int MOST_CHARS = 2000;
  private static final int MOST_PROPERTIES = 100;
  private static final int MOST_SCRIPTS = 20;
  private static final int LONGEST_SCRIPT = 1 << 16;
  private static final Pattern DATE =
      Pattern.compile("\\d{4}-\\d{2}(?:-\\d{2})?(?:[T ][0-9:.]+(?:Z|[+-]\\d{2}:?\\d{2})?)?");

  private final Document page;
  private final Map<String, String> meta = new LinkedHashMap<>();
  private final Map<String, String> openGraph = new LinkedHashMap<>();
  private final List<String> jsonLd = new ArrayList<>();

  private PageFacts(Document page) {
    this.page = page;
  }

  static PageContent of(
      Document page, String url, List<PageContent.Section> sections, List<String> links) {
    PageFacts facts = new PageFacts(page);
    facts.readMeta();
    facts.readScripts();
    return new PageContent(
        facts.title(sections),
        facts.canonical(url),
        facts.language(),
        facts.first("description", "og:description", "dc.description"),
        facts.first("author", "article:author", "dc.creator", "byl"),
        facts.date(
            "datePublished",
            "article:published_time",
            "datepublished",
            "date",
            "dc.date",
            "dc.date.issued",
            "dcterms.created",
            "dcterms.date",
            "pubdate",
            "publish-date",
            "parsely-pub-date",
            "sailthru.date"),
        facts.date(
            "dateModified",
            "article:modified_time",
            "og:updated_time",
            "datemodified",
            "dcterms.modified",
            "last-modified",
            "lastmod",
            "revised"),
        sections,
        links,
        Map.copyOf(facts.openGraph).isEmpty() ? Map.of() : facts.openGraph,
        List.copyOf(facts.jsonLd),
        Microdata.json(page),
        facts.meta.getOrDefault("robots", ""));
  }

  private void readMeta() {
    for (Element each : page.getElementsByTag("meta")) {
      String name = each.hasAttr("property") ? each.attr("property") : each.attr("name");
      if (name.isEmpty()) {
        name = each.attr("http-equiv");
      }
      if (name.isEmpty()) {
        name = each.attr("itemprop");
      }
      name = CleanText.line(CleanText.cut(name.toLowerCase(Locale.ROOT), 100));
      String value = CleanText.line(CleanText.cut(each.attr("content"), MOST_CHARS));
      if (name.isEmpty() || value.isEmpty() || meta.size() >= MOST_PROPERTIES) {
        continue;
      }
      meta.putIfAbsent(name, value);
      if (name.startsWith("og:") || name.startsWith("article:") || name.startsWith("twitter:")) {
        openGraph.putIfAbsent(name, value);
      }
    }
  }

  private void readScripts() {
    for (Element script : page.select("script[type=application/ld+json]")) {
      String text = script.data().strip();
      if (!text.isEmpty() && text.length() <= LONGEST_SCRIPT && jsonLd.size() < MOST_SCRIPTS) {
        jsonLd.add(CleanText.of(text));
      }
    }
  }

  private String first(String... names) {
    for (String name : names) {
      String value = meta.get(name);
      if (value != null) {
        return value;
      }
    }
    return "";
  }

  private String title(List<PageContent.Section> sections) {
    String title = CleanText.line(CleanText.cut(page.title(), MOST_CHARS));
    if (title.isEmpty()) {
      title = first("og:title", "dc.title");
    }
    return title.isEmpty() && !sections.isEmpty() ? sections.getFirst().heading() : title;
  }

  private @Nullable String canonical(String url) {
    Element link = page.selectFirst("link[rel~=(?i)\\bcanonical\\b][href]");
    String target = link == null ? "" : MarkdownText.target(link.absUrl("href"));
    return target.isEmpty() || target.equals(url) && link == null ? null : target;
  }

  private String language() {
    Element html = page.selectFirst("html");
    String said = html == null ? "" : html.attr("lang");
    if (said.isEmpty() && html != null) {
      said = html.attr("xml:lang");
    }
    if (said.isEmpty()) {
      said = first("content-language", "language", "dc.language", "og:locale");
    }
    String tag = said.strip().replace('_', '-');
    return tag.matches("[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}") ? tag : "";
  }

  private String date(String property, String... names) {
    Pattern said = Pattern.compile("\"" + property + "\"\\s*:\\s*\"([^\"]{4,40})\"");
    for (String script : jsonLd) {
      Matcher matcher = said.matcher(script);
      if (matcher.find()) {
        return found(matcher.group(1));
      }
    }
    String value = first(names);
    if (value.isEmpty()) {
      Element marked = page.selectFirst("[itemprop=" + property + "]");
      value = marked == null ? "" : value(marked);
    }
    if (value.isEmpty() && property.equals("datePublished")) {
      Element time = page.selectFirst("article time[datetime], time[pubdate][datetime]");
      value = time == null ? "" : time.attr("datetime");
    }
    return found(value);
  }

  private static String value(Element element) {
    String said = element.attr("datetime");
    said = said.isEmpty() ? element.attr("content") : said;
    return said.isEmpty() ? CleanText.cut(element.text(), 40) : said;
  }

  /// A date as ISO 8601 has it; anything else is left out.
  private static String found(String value) {
    Matcher matcher = DATE.matcher(CleanText.line(value));
    return matcher.find() && matcher.start() == 0 ? matcher.group() : "";
  }
}
