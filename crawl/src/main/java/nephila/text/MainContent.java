package nephila.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// Decides which blocks of a page are its main content.
///
/// What the pages of a host share is none, nor are boxes that hold little else; where no other page
/// of the host is known, structure alone decides: landmarks, names of classes, density of links,
/// and where running text is. Time in proportion to the blocks and their depth.
final class MainContent {
  private static final Set<String> ROLES =
      Set.of(
          "navigation",
          "banner",
          "contentinfo",
          "search",
          "menu",
          "menubar",
          "toolbar",
          "dialog",
          "alertdialog",
          "complementary",
          "tablist");

  /// Names that are of no content wherever they stand.
  private static final Pattern FRAME =
      named(
          "nav|navbar|navigation|navlinks|navheader|navfooter|breadcrumbs?|crumbs?|sidebar"
              + "|side-?bar|sphinxsidebar|rightcol|masthead|skip-?(?:link|nav|to)?|popup|modal"
              + "|overlay|respond|banner|pagination|pager|paging|toolbar|toolbox|login|signin"
              + "|signup|copyright|printfooter|catlinks|editsection|mw-jump\\w*|widgets?"
              + "|site-?(?:header|footer|nav|map)|page-?(?:header|footer)|footer|bottom-?nav"
              + "|top-?nav|sub-?nav|legal|quicklinks|menu|submenu|topbar|noprint|rss|feedback"
              + "|sticky|teasers?");

  /// Names of what stands beside an article, whatever else is known of the host.
  private static final Pattern ASIDE =
      named(
          "cookies?|consent|gdpr|newsletter|subscribe|subscription|share|sharing|sharebar|social"
              + "|socialmedia|addthis|comments?|commentary|discussion|disqus|related|relatedlinks"
              + "|also|recommended|recirc|trending|popular|most-?(?:popular|read|viewed|emailed)"
              + "|promo|promos|advert\\w*|ads?|adsense|sponsor\\w*|shoutbox|outbrain|taboola"
              + "|headlines|more-?(?:stories|news|from)|carousel");

  private static Pattern named(String names) {
    return Pattern.compile("(?:^|[\\s_-])(?:" + names + ")(?:$|[\\s_-])", Pattern.CASE_INSENSITIVE);
  }

  /// Where a name in camel case has its joints.
  private static final Pattern JOINT = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

  private static final Pattern NOTE =
      Pattern.compile(
          "note|tip|warning|caution|admonition|callout|important|info|example|sidenote|footnote",
          Pattern.CASE_INSENSITIVE);

  private final Box body;
  private final SiteTemplate template;

  private MainContent(Box body, SiteTemplate template) {
    this.body = body;
    this.template = template;
  }

  /// Marks the blocks that are content and returns them in order.
  static List<Block> of(Box body, SiteTemplate template) {
    return new MainContent(body, template).choose();
  }

  private List<Block> choose() {
    body.count(template);
    int all = body.words;
    body.boxes(box -> box.barred = isLandmark(box) && box.words < 0.8 * all);
    if (template.isKnown()) {
      body.boxes(box -> box.barred |= template.isFrame(box));
    }
    body.count(template);
    body.boxes(box -> box.barred |= isFrameByName(box) && isFrameByWords(box));
    body.count(template);
    Box root = root();
    List<Block> chosen = new ArrayList<>();
    keep(root, root, chosen);
    List<Block> kept = withoutEmptyHeadings(titled(root, chosen));
    if (words(kept) * 20 < all && template.isKnown()) {
      return of(body, SiteTemplate.NONE);
    }
    kept.forEach(block -> block.kept = true);
    return kept;
  }

  private static int words(List<Block> blocks) {
    return blocks.stream().mapToInt(block -> block.words).sum();
  }

  private boolean isLandmark(Box box) {
    Element element = box.element;
    String role = element.attr("role").toLowerCase(Locale.ROOT);
    if (ROLES.contains(role)) {
      return true;
    }
    return switch (box.tag()) {
      case "nav", "footer", "menu" -> true;
      case "header" -> element.selectFirst("h1, h2") == null || holdsNavigation(element);
      case "aside" -> !NOTE.matcher(element.className()).find();
      default -> false;
    };
  }

  private static boolean holdsNavigation(Element header) {
    return header.selectFirst("h1") == null && header.selectFirst("nav, ul, form") != null;
  }

  private boolean isFrameByName(Box box) {
    Element element = box.element;
    String names = element.className() + " " + element.id();
    if (names.length() < 2 || box.tag().equals("body") || box.tag().startsWith("h")) {
      return false;
    }
    String parted = JOINT.matcher(names).replaceAll("-");
    boolean aside = ASIDE.matcher(parted).find();
    if (!aside && !FRAME.matcher(parted).find() || isMainByName(element)) {
      return false;
    }
    return aside && box.running <= 0.4 * body.running && box.words < 0.5 * body.words
        || isFrameByWords(box);
  }

  /// Where pages of the host are known, a name alone is no proof: many a book calls its boxes
  /// sidebars.
  private boolean isFrameByWords(Box box) {
    return template.isKnown()
        ? box.linkDensity() > 0.4 || box.shared > 0.3 * box.words
        : box.running <= 0.4 * body.running;
  }

  private static boolean isMainByName(Element element) {
    return element.normalName().equals("main")
        || element.normalName().equals("article")
        || element.attr("role").equals("main")
        || element.attr("itemprop").equals("articleBody");
  }

  private Box root() {
    Box semantic = semanticRoot();
    Box outer = semantic == null ? body : semantic;
    if (template.isKnown()) {
      Box learned = deepest(outer, box -> template.isMain(box) && box.words >= 0.5 * outer.words);
      return narrowed(learned == null ? outer : learned);
    }
    return dense(outer);
  }

  /// The one box that the page itself calls its main content, if most running text is there.
  private @Nullable Box semanticRoot() {
    Box[] best = new Box[1];
    body.boxes(
        box -> {
          if (isMainByName(box.element)
              && !barredAbove(box)
              && box.words > 0
              && box.running >= 0.4 * body.running
              && (best[0] == null || box.running >= 0.9 * best[0].running)) {
            best[0] = box;
          }
        });
    return best[0];
  }

  private static boolean barredAbove(Box box) {
    for (Box up = box; up != null; up = up.parent) {
      if (up.barred) {
        return true;
      }
    }
    return false;
  }

  private interface Test {
    boolean holds(Box box);
  }

  private static @Nullable Box deepest(Box from, Test test) {
    Box found = test.holds(from) ? from : null;
    Box at = from;
    while (true) {
      Box next = null;
      for (Part part : at.parts) {
        if (part instanceof Box box && !box.barred && (next == null || box.words > next.words)) {
          next = box;
        }
      }
      if (next == null || next.words < 0.5 * from.words) {
        return found;
      }
      found = test.holds(next) ? next : found;
      at = next;
    }
  }

  /// The smallest box that leaves out links beside running text, and nearly no running text: lists
  /// of other stories differ from page to page, so that what pages share does not show them.
  private static Box narrowed(Box from) {
    Box found = from;
    Box at = from;
    while (true) {
      Box next = null;
      for (Part part : at.parts) {
        if (part instanceof Box box && !box.barred && box.running >= 0.85 * from.running) {
          next = box;
        }
      }
      if (next == null || isLeaf(next) || from.running < 60 || next.running < 0.5 * next.words) {
        return found;
      }
      int left = from.words - next.words;
      int links = from.linkWords - next.linkWords;
      found = left > 0 && links >= 0.4 * left ? next : found;
      at = next;
    }
  }

  /// The smallest box that holds most of the running text.
  private static Box dense(Box from) {
    if (from.running < 30) {
      return from;
    }
    Box at = from;
    while (true) {
      Box next = null;
      for (Part part : at.parts) {
        if (part instanceof Box box && !box.barred && box.running >= 0.75 * from.running) {
          next = box;
        }
      }
      if (next == null || isLeaf(next)) {
        return at;
      }
      at = next;
    }
  }

  /// A paragraph or a piece of a table or list is never all of a page.
  static boolean isLeaf(Box box) {
    return switch (box.tag()) {
      case "p", "pre", "li", "ul", "ol", "dl", "dd", "tbody", "tr", "blockquote" -> true;
      case "h1", "h2", "h3", "h4", "h5", "h6" -> true;
      default -> false;
    };
  }

  private void keep(Box box, Box root, List<Block> to) {
    for (Part part : box.parts) {
      switch (part) {
        case Box inner -> {
          if (!inner.barred && !isLinkHeap(inner, root)) {
            keep(inner, root, to);
          }
        }
        case Block block -> {
          if (isContent(block)) {
            to.add(block);
          }
        }
      }
    }
  }

  private boolean isContent(Block block) {
    if (!template.shares(block)) {
      return true;
    }
    // Headings, terms and heads of tables may be the same on all pages; they stand or fall with
    // what follows.
    return block.kind == Block.Kind.HEADING
        || block.box.tag().equals("th")
        || block.box.tag().equals("dt") && differs(block.box.parent);
  }

  private static boolean differs(@Nullable Box list) {
    return list != null && list.words > list.shared;
  }

  /// A group of links beside the text. Where pages of the host are known the template says so
  /// better.
  private boolean isLinkHeap(Box box, Box root) {
    if (template.isKnown() || box.words > 0.5 * root.words) {
      return false;
    }
    return switch (box.tag()) {
      case "ul", "ol", "div", "section", "table", "form", "p" ->
          box.words >= 3
              && box.linkDensity() > 0.7
              && box.running == 0
              && root.running > 60
              && !(box.tag().equals("p") && box.words < 8);
      default -> false;
    };
  }

  /// With the heading of the page in front, where that stands outside the main box.
  private List<Block> titled(Box root, List<Block> chosen) {
    if (chosen.stream().anyMatch(block -> block.kind == Block.Kind.HEADING && block.level == 1)) {
      return chosen;
    }
    List<Block> first = new ArrayList<>();
    body.blocks(
        block -> {
          if (first.isEmpty()
              && block.kind == Block.Kind.HEADING
              && block.level == 1
              && !template.shares(block)
              && !block.box.within(root)) {
            first.add(block);
          }
        });
    first.addAll(chosen);
    return first;
  }

  /// Without headings that nothing follows before the next of the same rank.
  private static List<Block> withoutEmptyHeadings(List<Block> blocks) {
    List<Block> kept = new ArrayList<>();
    int least = 0; // level of headings between here and the next content
    for (int i = blocks.size() - 1; i >= 0; i--) {
      Block block = blocks.get(i);
      if (block.kind != Block.Kind.HEADING) {
        kept.add(block);
        least = 7;
      } else if (block.level == 1 || block.level < least) {
        kept.add(block);
        least = Math.min(least, block.level);
      }
    }
    java.util.Collections.reverse(kept);
    return kept;
  }
}
