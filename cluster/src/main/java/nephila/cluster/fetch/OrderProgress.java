package nephila.cluster.fetch;

import java.util.Base64;
import java.util.BitSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/// How far a partition of the orders was worked off. Orders end in any order; what is committed is
/// the first one still open, with a note of those behind it that are done, so that a slow host does
/// not cause quick ones to be asked again after a crash.
///
/// Not thread-safe.
final class OrderProgress {
  /// Kafka takes notes of 4096 bytes: so many orders behind the first open one.
  private static final int MOST_NOTED = 3000 * 8;

  private final TreeSet<Long> open = new TreeSet<>();
  private final BitSet done = new BitSet();
  private long base;
  private long next;
  private boolean changed;

  /// Begins where the last fetcher of the partition was.
  OrderProgress(long offset, String note) {
    base = offset;
    next = offset;
    if (!note.isEmpty()) {
      try {
        done.or(BitSet.valueOf(Base64.getDecoder().decode(note)));
      } catch (IllegalArgumentException e) {
        // Not a note of ours: orders are asked again, which is harmless.
      }
    }
  }

  /// An order is received; returns whether it is to be done.
  boolean begin(long offset) {
    next = Math.max(next, offset + 1);
    changed = true;
    long behind = offset - base;
    if (behind >= 0 && behind < Integer.MAX_VALUE && done.get((int) behind)) {
      return false;
    }
    open.add(offset);
    return true;
  }

  void done(long offset) {
    if (open.remove(offset)) {
      done.set((int) (offset - base));
      changed = true;
    }
  }

  boolean changed() {
    return changed;
  }

  /// What to commit.
  OffsetAndMetadata commit() {
    long first = open.isEmpty() ? next : open.first();
    int shift = (int) (first - base);
    BitSet behind =
        shift == 0 ? (BitSet) done.clone() : done.get(shift, Math.max(shift, done.length()));
    done.clear();
    done.or(behind);
    base = first;
    changed = false;
    BitSet noted = behind.length() > MOST_NOTED ? behind.get(0, MOST_NOTED) : behind;
    return new OffsetAndMetadata(first, Base64.getEncoder().encodeToString(noted.toByteArray()));
  }
}
