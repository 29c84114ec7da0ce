package nephila.links;

import java.util.EnumSet;
import java.util.Set;
import nephila.url.CanonicalUrl;

/// A page that another page points to, once however often it does.
public final class Link {
  private final CanonicalUrl url;
  private int kinds;
  private boolean follow;

  Link(CanonicalUrl url) {
    this.url = url;
  }

  void seen(LinkKind kind, boolean nofollow) {
    kinds |= kind.bit();
    follow |= !nofollow;
  }

  public CanonicalUrl url() {
    return url;
  }

  /// By what means the page points there.
  public Set<LinkKind> kinds() {
    EnumSet<LinkKind> set = EnumSet.noneOf(LinkKind.class);
    for (LinkKind kind : LinkKind.values()) {
      if (is(kind)) {
        set.add(kind);
      }
    }
    return set;
  }

  public boolean is(LinkKind kind) {
    return (kinds & kind.bit()) != 0;
  }

  /// Whether the page asks not to follow it: every mention of it says `rel=nofollow`.
  public boolean nofollow() {
    return !follow;
  }

  @Override
  public String toString() {
    return url + " " + kinds() + (follow ? "" : " nofollow");
  }
}
