package nephila.links;

/// By what means a page points to another.
public enum LinkKind {
  /// `<a href>`
  ANCHOR,
  /// `<area href>`
  AREA,
  /// `<frame src>`
  FRAME,
  /// `<iframe src>`
  IFRAME,
  /// `<link rel=canonical>`: the page says this is its proper address.
  CANONICAL,
  /// `<link rel=next>` and `<link rel=prev>`
  NEXT,
  /// `<link rel=alternate>`: another language, another format.
  ALTERNATE,
  /// `<meta http-equiv=refresh>`
  REFRESH,
  /// A page listed in a sitemap.
  SITEMAP_PAGE,
  /// A sitemap listed in a sitemap index.
  SITEMAP,
  /// An entry of an RSS or Atom feed.
  FEED_ENTRY,
  /// `<link rel=alternate>` to an RSS or Atom feed.
  FEED,
  /// An address in another XML document: XLink, an `href`, an element that holds nothing else.
  XML,
  /// The target of an HTTP redirect.
  REDIRECT;

  int bit() {
    return 1 << ordinal();
  }
}
