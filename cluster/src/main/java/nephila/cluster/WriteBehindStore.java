package nephila.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Records by page to which what changed is written all at once, when the transaction ends. What
/// was put and not written is in memory, and found there.
///
/// Not thread-safe.
final class WriteBehindStore {
  /// More than this is written before the transaction ends.
  private static final int MOST = 10_000;

  private final Function<PageKey, byte @Nullable []> kept;
  private final BiConsumer<PageKey, byte[]> keep;
  private final Runnable commit;
  private final Map<PageKey, byte[]> waiting = new HashMap<>();

  WriteBehindStore(
      Function<PageKey, byte @Nullable []> kept,
      BiConsumer<PageKey, byte[]> keep,
      Runnable commit) {
    this.kept = kept;
    this.keep = keep;
    this.commit = commit;
  }

  byte @Nullable [] get(PageKey page) {
    byte[] late = waiting.get(page);
    return late == null ? kept.apply(page) : late;
  }

  void put(PageKey page, byte[] value) {
    waiting.put(page, value);
    if (waiting.size() >= MOST) {
      write();
    }
  }

  void write() {
    if (!waiting.isEmpty()) {
      waiting.forEach(keep);
      commit.run();
      waiting.clear();
    }
  }
}
