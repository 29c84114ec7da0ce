package nephila.community;

import org.jspecify.annotations.Nullable;

/// The web outside: fetches pages and says where they link to. The source gives pages their
/// numbers, from 0, and keeps them: a page linked to gets its number when it is first seen.
///
/// Two kinds: a graph that is known ([KnownGraph]), and a live crawl.
public interface PageSource {
  /// Fetches the pages and hands each of them to `arrivals`, in the order given. A page that cannot
  /// be had arrives without links: it was paid for, and it passes nothing on.
  void fetch(int[] pages, Arrivals arrivals);

  /// The address of the page, or null where the source has none.
  @Nullable String url(int page);

  /// Takes the pages as they come.
  @FunctionalInterface
  interface Arrivals {
    /// The page was fetched and links to the first `count` of `links`; doubles and links to itself
    /// may be among them. The array is the source's and may be used again after the call.
    void arrive(int page, int[] links, int count);
  }
}
