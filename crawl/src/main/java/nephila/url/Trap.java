package nephila.url;

/// Why a URL smells of a trap: a place that makes up pages for ever.
public enum Trap {
  /// Too many path segments.
  DEPTH,
  /// Too long to be a page that people link to.
  LENGTH,
  /// The same path segment again and again, as a wrong relative link makes it.
  REPEATED_SEGMENTS,
  /// A host name inside the path, as a link without its scheme makes it.
  CONCATENATED_HOSTS,
  /// A date that a calendar would make up: years from now, or one of too many.
  CALENDAR,
  /// A session id that cannot be taken out of the URL.
  SESSION_ID
}
