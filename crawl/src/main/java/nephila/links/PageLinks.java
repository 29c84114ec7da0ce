package nephila.links;

import java.util.Collections;
import java.util.List;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Where a page points, and what it says of itself.
///
/// Anchor texts and the title are read from the page's bytes when asked for, so those bytes must
/// not change before. Not thread-safe.
public final class PageLinks {
  private final PageBytes page;
  private final List<Link> links;
  private final LinkTextSpans mentions;
  private final Head head;
  private final boolean truncated;
  private final int unusable;

  /// What the head of the page says; filled by the extractor.
  static final class Head {
    @Nullable CanonicalUrl base;
    @Nullable CanonicalUrl canonical;
    RobotsMeta robots = RobotsMeta.ALL;
    int titleStart = -1;
    int titleEnd = -1;
  }

  PageLinks(
      PageBytes page,
      List<Link> links,
      LinkTextSpans mentions,
      Head head,
      boolean truncated,
      int unusable) {
    this.page = page;
    this.links = Collections.unmodifiableList(links);
    this.mentions = mentions;
    this.head = head;
    this.truncated = truncated;
    this.unusable = unusable;
  }

  static PageLinks none(PageBytes page) {
    return new PageLinks(page, List.of(), new LinkTextSpans(), new Head(), false, 0);
  }

  /// Every page pointed to, once, in the order of its first mention. The page itself is not left
  /// out.
  public List<Link> links() {
    return links;
  }

  /// All texts that the page gives the link of this number in [#links], one a line; empty when
  /// there are none.
  public String anchorText(int link) {
    return mentions.text(page, link);
  }

  /// The words around the link of this number where the page mentions it, without its own text: at
  /// most so many before it and so many behind, of at most a few mentions. Costs nothing until it
  /// is asked for: the scanner keeps where mentions are, not what stands there.
  public String nearText(int link, int words) {
    return mentions.near(page, link, words);
  }

  /// The title, white space collapsed; empty when there is none.
  public String title() {
    return head.titleStart < 0 ? "" : TextReader.plain(page, head.titleStart, head.titleEnd);
  }

  /// What the page's meta elements ask of robots. The header `X-Robots-Tag` is for the caller to
  /// add.
  public RobotsMeta robots() {
    return head.robots;
  }

  /// The page's proper address by its own word, or null. Obeyed or not by the caller.
  public @Nullable CanonicalUrl canonical() {
    return head.canonical;
  }

  /// What relative links were resolved against, when the page has a base element; else null.
  public @Nullable CanonicalUrl base() {
    return head.base;
  }

  /// Whether there were more links than the limit.
  public boolean truncated() {
    return truncated;
  }

  /// How many mentions lead nowhere we could go: other schemes, impossible hosts …
  public int unusable() {
    return unusable;
  }
}
