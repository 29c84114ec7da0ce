package nephila.web;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import nephila.view.RisingPages;
import org.jspecify.annotations.Nullable;

/// Keeps for a minute which pages rise in a week: to find them costs a look at every page, and
/// metrics are asked for every few seconds. Thread-safe.
final class RisingCache {
  /// Pages that are kept.
  static final int MOST = 1000;

  private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(1);

  private @Nullable Optional<RisingPages> kept;
  private long atNanos;

  /// @param found finds [#MOST] of them
  synchronized Optional<RisingPages> week(int limit, Supplier<Optional<RisingPages>> found) {
    Optional<RisingPages> last = kept;
    if (last == null || System.nanoTime() - atNanos > KEPT_NANOS) {
      last = found.get();
      kept = last;
      atNanos = System.nanoTime();
    }
    return last.map(all -> all.first(limit));
  }

  /// Whether that is what is kept.
  static boolean has(Duration window) {
    return window.equals(RisingPages.WEEK);
  }
}
