package nephila.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/// Reads the microdata of a page as JSON: an array of items with `type` and `properties`.
final class Microdata {
  private static final int MOST_ITEMS = 200;
  private static final int MOST_CHARS = 1000;
  private static final int DEEPEST = 8;

  private int items;

  private Microdata() {}

  /// Empty where there is none.
  static String json(Document page) {
    Microdata reader = new Microdata();
    List<String> found = new ArrayList<>();
    for (Element each : page.select("[itemscope]")) {
      if (!each.hasAttr("itemprop") && reader.items < MOST_ITEMS) {
        found.add(reader.item(each, 0));
      }
    }
    return found.isEmpty() ? "" : "[" + String.join(",", found) + "]";
  }

  private String item(Element scope, int depth) {
    items++;
    Map<String, List<String>> properties = new LinkedHashMap<>();
    for (Element child : scope.children()) {
      gather(child, properties, depth);
    }
    StringBuilder json = new StringBuilder("{");
    String type = CleanText.line(CleanText.cut(scope.attr("itemtype"), MOST_CHARS));
    if (!type.isEmpty()) {
      json.append("\"type\":").append(quoted(type)).append(',');
    }
    json.append("\"properties\":{");
    List<String> fields = new ArrayList<>();
    properties.forEach(
        (name, values) -> fields.add(quoted(name) + ":[" + String.join(",", values) + "]"));
    return json.append(String.join(",", fields)).append("}}").toString();
  }

  private void gather(Element element, Map<String, List<String>> properties, int depth) {
    String name = CleanText.line(CleanText.cut(element.attr("itemprop"), 100));
    boolean scope = element.hasAttr("itemscope");
    if (!name.isEmpty() && properties.size() < MOST_ITEMS) {
      String value =
          scope && depth < DEEPEST && items < MOST_ITEMS
              ? item(element, depth + 1)
              : quoted(CleanText.line(CleanText.cut(value(element), MOST_CHARS)));
      properties.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }
    if (!scope) {
      for (Element child : element.children()) {
        gather(child, properties, depth);
      }
    }
  }

  private static String value(Element element) {
    for (String attribute : new String[] {"content", "datetime", "href", "src"}) {
      String value =
          attribute.equals("href") || attribute.equals("src")
              ? element.absUrl(attribute)
              : element.attr(attribute);
      if (!value.isEmpty()) {
        return value;
      }
    }
    return element.text();
  }

  static String quoted(String text) {
    StringBuilder to = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> to.append('\\').append(c);
        case '\n' -> to.append("\\n");
        case '\t' -> to.append("\\t");
        default -> to.append(c);
      }
    }
    return to.append('"').toString();
  }
}
