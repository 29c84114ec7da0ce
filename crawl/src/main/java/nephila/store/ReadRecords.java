package nephila.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Records of last reads that were looked up on disk, until the page is read again or leaves the
/// memory: its validators are wanted when it is asked for, its links and its past when the answer
/// is there. Up to four MiB, the oldest forgotten first. Not thread-safe.
final class ReadRecords {
  private static final long MOST_BYTES = 4L << 20;

  private final PageIndex index;
  private final StateBackend backend;
  private final Map<Integer, byte[]> records = new LinkedHashMap<>();
  private long bytes;

  ReadRecords(PageIndex index, StateBackend backend) {
    this.index = index;
    this.backend = backend;
  }

  /// The record of the last read of a page, as it was committed; null where there is none.
  byte @Nullable [] of(int slot) {
    byte[] kept = records.get(slot);
    if (kept != null) {
      return kept;
    }
    byte[] found = backend.read(index.host(slot), index.hash(slot));
    if (found != null) {
      records.put(slot, found);
      bytes += found.length;
      while (bytes > MOST_BYTES) {
        forget(records.keySet().iterator().next());
      }
    }
    return found;
  }

  /// The page has been read since, or has left its slot.
  void forget(int slot) {
    byte[] old = records.remove(slot);
    bytes -= old == null ? 0 : old.length;
  }
}
