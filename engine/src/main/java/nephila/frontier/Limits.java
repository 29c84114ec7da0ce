package nephila.frontier;

/// How much one host and one site may have.
///
/// @param connectionsPerHost requests to one host at a time
/// @param pagesPerSite pages of one site, beyond which its hosts come after those of every site
///   below it
public record Limits(int connectionsPerHost, long pagesPerSite) {
  /// One request to a host at a time, and any number of pages.
  public static final Limits USUAL = new Limits(1, Long.MAX_VALUE);
}
