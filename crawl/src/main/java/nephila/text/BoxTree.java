package nephila.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/// Takes a document apart into boxes and the runs of inline content in them, leaving out what a
/// reader does not see. The document's depth is bounded by its parser.
final class BoxTree {
  private static final Set<String> BLOCKS =
      Set.of(
          "address article aside blockquote body caption center dd details dir div dl dt fieldset"
              .split(" "));
  private static final Set<String> MORE_BLOCKS =
      Set.of(
          ("figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu"
                  + " nav ol p pre section summary table tbody td tfoot th thead tr ul html listing"
                  + " plaintext xmp search frameset")
              .split(" "));
  private static final Set<String> UNSEEN =
      Set.of(
          ("script style noscript template iframe object embed canvas audio video map head title"
                  + " meta link base button select option optgroup textarea input datalist dialog"
                  + " svg progress meter noframes applet")
              .split(" "));
  private static final Set<String> CODE = Set.of("pre", "listing", "plaintext", "xmp");

  /// A run of inline content beyond that is cut: nobody writes such a paragraph.
  private static final int MOST_CHARS = 1 << 20;

  private final Set<Element> holdBlocks = Collections.newSetFromMap(new IdentityHashMap<>());

  private BoxTree() {}

  static Box of(Element body) {
    BoxTree tree = new BoxTree();
    tree.findBlocks(body);
    Box root = new Box(body, null);
    tree.fill(root);
    return root;
  }

  static boolean isBlock(String tag) {
    return BLOCKS.contains(tag) || MORE_BLOCKS.contains(tag);
  }

  static boolean isSeen(Element element) {
    if (UNSEEN.contains(element.normalName())) {
      return false;
    }
    if (element.attributesSize() == 0) {
      return true;
    }
    if (element.hasAttr("hidden") || element.attr("aria-hidden").equals("true")) {
      return false;
    }
    String style = element.attr("style");
    if (!style.isEmpty()) {
      String plain = style.replace(" ", "").toLowerCase(Locale.ROOT);
      if (plain.contains("display:none") || plain.contains("visibility:hidden")) {
        return false;
      }
    }
    return !hiddenByClass(element.className());
  }

  private static boolean hiddenByClass(String names) {
    return !names.isEmpty()
        && (names.contains("sr-only")
            || names.contains("visually-hidden")
            || names.contains("visuallyhidden")
            || names.contains("screen-reader-text"));
  }

  /// Whether there is a block in it, which makes a box of an inline element.
  private boolean findBlocks(Element element) {
    boolean found = false;
    for (Node node : element.childNodes()) {
      if (node instanceof Element child) {
        found |= findBlocks(child) | isBlock(child.normalName());
      }
    }
    if (found) {
      holdBlocks.add(element);
    }
    return found;
  }

  private void fill(Box box) {
    List<Node> run = new ArrayList<>();
    if (CODE.contains(box.tag()) && box.element.selectFirst("p, div.line, table, ul") == null) {
      end(box, new ArrayList<>(box.element.childNodes()));
      return;
    }
    for (Node node : box.element.childNodes()) {
      if (node instanceof Element child && !isSeen(child)) {
        continue;
      }
      if (node instanceof Element child
          && (isBlock(child.normalName()) || holdBlocks.contains(child))) {
        run = end(box, run);
        Box inner = new Box(child, box);
        box.parts.add(inner);
        fill(inner);
      } else if (node instanceof Element child && child.normalName().equals("br")) {
        if (nextIsBreak(child)) {
          run = end(box, run);
        } else {
          run.add(node);
        }
      } else if (node instanceof Element || node instanceof TextNode) {
        run.add(node);
      }
    }
    end(box, run);
  }

  /// Two line breaks in a row part paragraphs.
  private static boolean nextIsBreak(Element lineBreak) {
    Node next = lineBreak.nextSibling();
    while (next instanceof TextNode text && text.isBlank()) {
      next = next.nextSibling();
    }
    return next instanceof Element element && element.normalName().equals("br");
  }

  private static List<Node> end(Box box, List<Node> run) {
    if (run.isEmpty()) {
      return run;
    }
    InlineText inline = new InlineText(MOST_CHARS);
    run.forEach(inline::add);
    String tag = box.tag();
    boolean code = CODE.contains(tag);
    String text = code ? inline.preformatted() : inline.text();
    if (text.isBlank() || !code && isData(text)) {
      if (inline.hasImage()) {
        box.parts.add(new Block(Block.Kind.MEDIA, box, run, 0, "", 0, 0));
      }
      return new ArrayList<>();
    }
    int level = headingLevel(box);
    Block.Kind kind = code ? Block.Kind.CODE : level > 0 ? Block.Kind.HEADING : Block.Kind.TEXT;
    int words = Block.words(text);
    int linkWords = Math.min(words, inline.linkWords());
    box.parts.add(new Block(kind, box, run, level, text, words, linkWords));
    return new ArrayList<>();
  }

  /// An object in JSON, for the scripts of the page.
  private static boolean isData(String text) {
    return text.length() > 80
        && text.endsWith("}")
        && text.matches("(?s)\\{\\s*\"[\\w-]+\"\\s*:.*");
  }

  /// The level of the heading that it is or is in, 0 for none.
  private static int headingLevel(@Nullable Box box) {
    Box up = box;
    for (int i = 0; i < 3 && up != null; i++) {
      String tag = up.tag();
      if (tag.length() == 2
          && tag.charAt(0) == 'h'
          && tag.charAt(1) >= '1'
          && tag.charAt(1) <= '6') {
        return tag.charAt(1) - '0';
      }
      up = up.parent;
    }
    return 0;
  }
}
