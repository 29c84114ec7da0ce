package nephila.store;

/// How a page became known: its URL, its distance from a seed in links, and the page that pointed
/// to it first (its host and hash; −1 for a seed).
public record PageDiscovery(String url, int depth, int viaHost, long viaHash) {
  /// Whether the user named it.
  public boolean isSeed() {
    return viaHost < 0;
  }
}
