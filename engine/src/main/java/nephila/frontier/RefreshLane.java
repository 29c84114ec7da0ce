package nephila.frontier;

import java.util.Arrays;
import java.util.function.IntPredicate;
import nephila.ledger.PageTable;
import nephila.ledger.SlotQueue;
import org.jspecify.annotations.Nullable;

/// Pages to be read again by what counts with their age: the one with the largest priority × age
/// among the hosts that may be asked.
///
/// The pages stand in queues by the logarithm of their priority, which does not count their age,
/// each queue in the order of the last read; age alone orders a queue, so that its head is its
/// best. A choice compares the heads: some hundred steps, whatever the number of pages. A page
/// whose class has changed when it comes to the head, or whose host may not be asked, is set aside
/// in a second queue of its class: it is older than all that come after it, and is looked at before
/// them.
///
/// Age is counted in microseconds, and one passes with every choice at least: pages read in one
/// second have ages of their own, and where a clock stands still age is counted in choices. 8 bytes
/// a page. Single writer.
public final class RefreshLane extends RereadLane {
  /// Four to the octave: a page that comes after another of its class although it should come
  /// before counts at most 19 % more.
  private static final int CLASSES = 128;

  /// In microseconds.
  private static final long SECOND = 1_000_000;

  private final SlotQueue[] queues = new SlotQueue[CLASSES];

  /// Pages that are old enough and could not be read when their turn came.
  private final SlotQueue[] aside = new SlotQueue[CLASSES];

  private SlotQueue bestQueue;

  /// The microsecond of the second of the last read in which each page was read.
  private int[] within = new int[64];

  private long nowMicros;

  /// `mayBeRead` says which of the pages that were read may be read again; no page is read again
  /// before `minAgeSeconds` have passed.
  public RefreshLane(
      PageTable pages, PagePriority priority, long minAgeSeconds, IntPredicate mayBeRead) {
    super(pages, priority, minAgeSeconds, mayBeRead);
    for (int i = 0; i < CLASSES; i++) {
      queues[i] = new SlotQueue();
      aside[i] = new SlotQueue();
    }
    bestQueue = queues[0];
  }

  @Override
  void enters(int slot) {
    if (slot >= within.length) {
      within = Arrays.copyOf(within, Math.max(slot + 1, within.length * 3 / 2));
    }
    long since = nowMicros - pages.lastReadSeconds(slot) * SECOND;
    within[slot] = (int) Math.clamp(since, 0, SECOND - 1);
  }

  @Override
  void enterYoung(int slot) {
    queues[classOf(slot)].add(slot);
  }

  @Override
  void enterOld(int slot) {
    aside[classOf(slot)].add(slot);
  }

  @Override
  int keepPresentOld() {
    int present = 0;
    for (int c = 0; c < CLASSES; c++) {
      present += keepPresent(queues[c], Frontier.AGAIN) + keepPresent(aside[c], Frontier.AGAIN);
    }
    return present;
  }

  /// First reads do not age.
  @Override
  boolean canJoin() {
    return false;
  }

  @Override
  void hostChanged(int host) {}

  @Override
  void changed(int slot) {}

  /// A page finds its class when it comes to the head of a queue.
  @Override
  void reorder() {}

  @Override
  double aged(double priority, long ageSeconds) {
    return priority * (ageSeconds + 1.0);
  }

  @Override
  boolean takeOut(int slot) {
    return false;
  }

  private int classOf(int slot) {
    int octave = (int) Math.floor(4 * Math.log(priority.of(slot)) / Math.log(2)) + CLASSES / 3;
    return Math.clamp(octave, 0, CLASSES - 1);
  }

  @Override
  int bestOld(long nowMillis, HostTimes hosts) {
    nowMicros = Math.max(nowMicros + 1, nowMillis * 1000);
    int best = PageTable.NO_PAGE;
    double bestScore = -1;
    for (int c = 0; c < CLASSES; c++) {
      SlotQueue queue = ready(c, nowMillis, hosts);
      if (queue != null) {
        int slot = queue.peek();
        long readAt = pages.lastReadSeconds(slot) * SECOND + within[slot];
        double score = priority.of(slot) * (nowMicros - readAt + 1);
        if (score > bestScore) {
          best = slot;
          bestQueue = queue;
          bestScore = score;
        }
      }
    }
    return best;
  }

  @Override
  int takeOld() {
    return bestQueue.take();
  }

  /// The queue of the class whose head may be read now, null when neither has one.
  private @Nullable SlotQueue ready(int c, long nowMillis, HostTimes hosts) {
    SlotQueue old = aside[c];
    for (int tries = Math.min(LOOK_AHEAD, old.size()); tries > 0; tries--) {
      if (isReady(old, c, nowMillis, hosts)) {
        return old;
      }
      setAside(old.take());
    }
    SlotQueue queue = queues[c];
    for (int tries = Math.min(LOOK_AHEAD, queue.size()); tries > 0; tries--) {
      boolean young = nowSeconds - pages.lastReadSeconds(queue.peek()) < minAgeSeconds;
      if (young && isPresent(queue.peek())) {
        return null;
      }
      if (isReady(queue, c, nowMillis, hosts)) {
        return queue;
      }
      setAside(queue.take());
    }
    return null;
  }

  private boolean isReady(SlotQueue queue, int c, long nowMillis, HostTimes hosts) {
    int slot = queue.peek();
    if (!isPresent(slot) || classOf(slot) != c) {
      return false;
    }
    long at = hosts.mayAskAt(slot, nowMillis);
    if (at > nowMillis) {
      nextDueMillis = Math.min(nextDueMillis, at);
    }
    return at <= nowMillis;
  }

  private void setAside(int slot) {
    if (isPresent(slot)) {
      enterOld(slot);
    } else {
      removed.clear(slot);
    }
  }
}
