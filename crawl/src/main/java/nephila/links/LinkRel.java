package nephila.links;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a `rel` attribute says, as far as it concerns a crawler.
record LinkRel(boolean nofollow, boolean canonical, boolean next, boolean alternate) {
  static final LinkRel NONE = new LinkRel(false, false, false, false);

  static LinkRel of(String rel) {
    boolean nofollow = false;
    boolean canonical = false;
    boolean next = false;
    boolean alternate = false;
    boolean stylesheet = false;
    for (String token : rel.toLowerCase(Locale.ROOT).split("[ \t\n\f\r]+")) {
      switch (token) {
        case "nofollow" -> nofollow = true;
        case "canonical" -> canonical = true;
        case "next", "prev", "previous" -> next = true;
        case "alternate" -> alternate = true;
        case "stylesheet" -> stylesheet = true;
        default -> {}
      }
    }
    return new LinkRel(nofollow, canonical, next, alternate && !stylesheet);
  }

  /// The kind of link that a `<link>` with this relation and this type is; null when it leads to no
  /// page (style sheets, icons …).
  @Nullable LinkKind kind(String type) {
    if (canonical) {
      return LinkKind.CANONICAL;
    }
    if (next) {
      return LinkKind.NEXT;
    }
    if (!alternate) {
      return null;
    }
    String lower = type.toLowerCase(Locale.ROOT);
    boolean feed = lower.contains("rss+xml") || lower.contains("atom+xml");
    return feed ? LinkKind.FEED : LinkKind.ALTERNATE;
  }
}
