package nephila.text;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/// Writes inline content as one line of Markdown, and gathers the targets of its links.
final class InlineMarkdown {
  private static final int MOST_LINKS = 10_000;

  private final Set<String> links = new LinkedHashSet<>();

  Set<String> links() {
    return links;
  }

  String line(List<Node> nodes) {
    StringBuilder to = new StringBuilder();
    nodes.forEach(node -> write(node, to));
    return tidy(to);
  }

  private static String tidy(StringBuilder text) {
    StringBuilder line = new StringBuilder(text.length());
    boolean space = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        space = !line.isEmpty();
      } else {
        if (space) {
          line.append(' ');
        }
        space = false;
        line.append(c);
      }
    }
    return atStart(line.toString());
  }

  /// What begins the line must not begin a block.
  private static String atStart(String line) {
    if (line.isEmpty()) {
      return line;
    }
    char c = line.charAt(0);
    if (c == '#' || c == '+' || c == '-' || c == '=' || c == ':') {
      return "\\" + line;
    }
    int end = 0;
    while (end < line.length() && line.charAt(end) >= '0' && line.charAt(end) <= '9') {
      end++;
    }
    boolean listed =
        end > 0 && end < line.length() && (line.charAt(end) == '.' || line.charAt(end) == ')');
    return listed ? line.substring(0, end) + "\\" + line.substring(end) : line;
  }

  private void write(Node node, StringBuilder to) {
    if (node instanceof TextNode words) {
      String clean = CleanText.of(words.getWholeText()).replace('\u00a0', ' ');
      to.append(MarkdownText.escaped(clean.replace('\n', ' '), false));
    } else if (node instanceof Element element && BoxTree.isSeen(element)) {
      element(element, to);
    }
  }

  private void element(Element element, StringBuilder to) {
    switch (element.normalName()) {
      case "br" -> to.append(' ');
      case "wbr", "rp", "rt" -> {}
      case "img" -> image(element, to);
      case "code", "kbd", "samp", "tt" -> code(element, to);
      case "b", "strong" -> around(element, "**", to);
      case "i", "em" -> around(element, "*", to);
      case "a" -> link(element, to);
      default -> element.childNodes().forEach(child -> write(child, to));
    }
  }

  /// An image is not shown, since showing it asks a stranger's server; its words are.
  private void image(Element element, StringBuilder to) {
    String alt = CleanText.line(element.attr("alt"));
    if (!alt.isEmpty()) {
      String target = MarkdownText.target(element.absUrl("src"));
      String words = "image: " + MarkdownText.escaped(alt);
      to.append(target.isEmpty() ? "(" + words + ")" : "[" + words + "](" + target + ")");
    }
  }

  private void code(Element element, StringBuilder to) {
    if (element.selectFirst("a[href]") != null) {
      element.childNodes().forEach(child -> write(child, to));
      return;
    }
    String text = CleanText.line(element.text());
    if (!text.isEmpty()) {
      to.append(MarkdownText.code(text));
    }
  }

  private void around(Element element, String mark, StringBuilder to) {
    StringBuilder inner = new StringBuilder();
    element.childNodes().forEach(child -> write(child, inner));
    String text = tidy(inner);
    if (text.isEmpty()) {
      return;
    }
    boolean before = Character.isWhitespace(inner.charAt(0));
    boolean after = Character.isWhitespace(inner.charAt(inner.length() - 1));
    boolean marked = !text.startsWith("*") && !text.endsWith("*") && !text.endsWith("\\");
    to.append(before ? " " : "");
    to.append(marked ? mark + text + mark : text);
    to.append(after ? " " : "");
  }

  private void link(Element element, StringBuilder to) {
    if (InlineText.isMark(element) || InlineText.isLineNumber(element)) {
      return;
    }
    StringBuilder inner = new StringBuilder();
    element.childNodes().forEach(child -> write(child, inner));
    String text = tidy(inner);
    String target = MarkdownText.target(element.absUrl("href"));
    if (text.isEmpty()) {
      return;
    }
    boolean nested = text.contains("](");
    if (target.isEmpty() || nested) {
      to.append(text);
    } else {
      boolean before = Character.isWhitespace(inner.charAt(0));
      boolean after = Character.isWhitespace(inner.charAt(inner.length() - 1));
      to.append(before ? " " : "").append('[').append(text).append("](").append(target);
      to.append(')').append(after ? " " : "");
      if (links.size() < MOST_LINKS && target.startsWith("http")) {
        links.add(target);
      }
    }
  }
}
