package nephila.frontier.growth;

/// The questions of an [ExpectedWorthModel] to the store that keeps the pages: where they lie, and
/// how many there are.
public interface PagePlacement {
  /// The number of the page's directory, below [#directories].
  int directory(int slot);

  int directories();

  /// The number of the page's host.
  int host(int slot);

  /// The [UrlKind] of the page.
  int kind(int slot);

  /// How many pages were read.
  int readPages();

  /// Whether every known page is in memory; otherwise nothing is known of where pages lie.
  boolean isWhole();

  /// Nobody will ask any more where pages lie.
  default void placesEnd() {}

  /// How many pages fit into memory.
  int memoryPages();
}
