package nephila.text;

import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/// Gathers the text of inline content as a reader sees it, and how much of it is links.
final class InlineText {
  private final int most;
  private final StringBuilder text = new StringBuilder();
  private int linkWords;
  private boolean image;

  InlineText(int most) {
    this.most = most;
  }

  void add(Node node) {
    add(node, false);
  }

  private void add(Node node, boolean linked) {
    if (text.length() > most) {
      return;
    }
    if (node instanceof TextNode words) {
      text.append(words.getWholeText());
    } else if (node instanceof Element element && BoxTree.isSeen(element)) {
      element(element, linked);
    }
  }

  private void element(Element element, boolean linked) {
    switch (element.normalName()) {
      case "br" -> text.append('\n');
      case "img" -> {
        image = true;
        String alt = element.attr("alt");
        text.append(alt.isBlank() ? "" : " " + alt + " ");
      }
      case "wbr" -> {}
      case "rp", "rt" -> {}
      default -> children(element, linked);
    }
  }

  private void children(Element element, boolean linked) {
    if (isMark(element) || isLineNumber(element)) {
      return;
    }
    boolean link = element.normalName().equals("a") && element.hasAttr("href");
    int before = text.length();
    for (Node child : element.childNodes()) {
      add(child, linked || link);
    }
    if (link && !linked) {
      linkWords += Block.words(text.substring(before));
    }
  }

  /// A link to the place where it stands: the ¶ behind a heading.
  static boolean isMark(Element element) {
    if (!element.normalName().equals("a")) {
      return false;
    }
    String words = element.childNodeSize() > 3 ? "?" : element.text().strip();
    return switch (words) {
      case "¶", "#", "§", "🔗", "\uf0c1" -> true;
      default -> false;
    };
  }

  /// The number of a line of code.
  static boolean isLineNumber(Element element) {
    String name = element.className();
    return !name.isEmpty()
        && switch (name) {
          case "source-line-no", "sourceLineNo", "lineno", "linenos", "line-number" -> true;
          default -> false;
        };
  }

  String text() {
    return CleanText.line(text.toString());
  }

  /// The text with its lines.
  String preformatted() {
    String clean = CleanText.of(text.toString().replace("\r\n", "\n").replace('\r', '\n'));
    int from = 0;
    while (from < clean.length() && clean.charAt(from) == '\n') {
      from++;
    }
    return clean.substring(from).stripTrailing();
  }

  int linkWords() {
    return linkWords;
  }

  boolean hasImage() {
    return image;
  }
}
