package nephila.testweb;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A place whose pages stand on a shelf: the same at every visit. Most hosts of the little web are
/// one, some with a habit added.
class StaticPlace implements Place {
  private final Map<String, String> pages = new LinkedHashMap<>();
  private final Set<String> forbidden = new TreeSet<>();
  private String robots = "User-agent: *\nDisallow:\n";
  private String sitemap = "";

  void put(String path, String html) {
    pages.put(path, html);
  }

  /// A page that robots.txt forbids.
  void putForbidden(String path, String html) {
    pages.put(path, html);
    forbidden.add(path);
  }

  void robots(String text) {
    robots = text;
  }

  void sitemap(String xml) {
    sitemap = xml;
  }

  @Override
  public ServedResponse answer(Ask ask) {
    String path = ask.path();
    if (path.equals("/robots.txt")) {
      return ServedResponse.text("text/plain; charset=utf-8", robots);
    }
    if (path.equals("/sitemap.xml") && !sitemap.isEmpty()) {
      return ServedResponse.text("application/xml", sitemap);
    }
    String page = pages.get(path);
    return page == null ? missing(path) : ServedResponse.html(page);
  }

  ServedResponse missing(String path) {
    return ServedResponse.notFound(path);
  }

  @Override
  public Set<String> readable() {
    Set<String> paths = new TreeSet<>(pages.keySet());
    paths.removeAll(forbidden);
    return paths;
  }
}
