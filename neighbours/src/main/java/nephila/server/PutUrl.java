package nephila.server;

/// A URL that a client tells of.
///
/// @param known whether it was fetched; otherwise it was discovered
/// @param refetchableFrom of a known URL: when it may be fetched again, in seconds since 1970; 0
///   for never
record PutUrl(UrlItem entry, boolean known, long refetchableFrom) {
  /// What became of it.
  enum Outcome {
    /// Taken.
    OK,
    /// Known before, or over its queue's limit; where its parent is told, it was paid all the same.
    SKIPPED,
    /// No URL.
    FAIL
  }

  static PutUrl discovered(UrlItem entry) {
    return new PutUrl(entry, false, 0);
  }

  static PutUrl known(UrlItem entry, long refetchableFrom) {
    return new PutUrl(entry, true, refetchableFrom);
  }
}
