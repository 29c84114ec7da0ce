package nephila.frontier;

import org.jspecify.annotations.Nullable;

/// A frontier as [FrontierContract] tries it: pages are URLs, worths are credits, and the time is
/// given with every call.
public interface FrontierSubject extends AutoCloseable {
  /// The page becomes known and waits to be read, worth that many credits, 1 or more.
  void discover(String url, int credits, long nowMillis);

  /// The page is worth so many credits more, or less.
  void pay(String url, int credits, long nowMillis);

  /// Takes the page that is to be asked for now, null when there is none.
  @Nullable String take(long nowMillis);

  /// The page that was taken was read; its host may be asked again at `hostDueMillis`.
  void read(String url, long nowMillis, long hostDueMillis);

  /// The page that was taken was not read and is to be tried again.
  void failed(String url, long nowMillis, long hostDueMillis);

  /// A page that waits is not to be read after all.
  default void remove(String url, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /// Takes the page that is to be read again now, null when there is none.
  default @Nullable String takeAgain(long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /// After this time a page that was taken and of which nothing was heard waits again.
  default long lapseMillis() {
    throw new UnsupportedOperationException();
  }

  @Override
  void close();

  /// What a frontier is made for.
  ///
  /// @param connections requests to one host at a time
  /// @param hostsTakeTurns whether a page counts less the more pages of its host were read
  /// @param memoryPages pages that fit into memory
  /// @param minAgeSeconds a page is not re-read before this age
  record Terms(int connections, boolean hostsTakeTurns, int memoryPages, long minAgeSeconds) {
    public static final Terms USUAL = new Terms(1, false, Integer.MAX_VALUE, 100);

    Terms connections(int perHost) {
      return new Terms(perHost, hostsTakeTurns, memoryPages, minAgeSeconds);
    }

    Terms turns() {
      return new Terms(connections, true, memoryPages, minAgeSeconds);
    }

    Terms memory(int pages) {
      return new Terms(connections, hostsTakeTurns, pages, minAgeSeconds);
    }
  }
}
