package nephila.frontier;

import java.util.BitSet;
import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import nephila.ledger.PageTable;
import nephila.ledger.SlotQueue;
import org.jspecify.annotations.Nullable;

/// The pages to be read again: the one with the largest priority × age among the hosts that may be
/// asked.
///
/// The pages stand in sixty-four queues by the logarithm of their priority, which does not count
/// their age, each queue in the order of the last read; age alone orders a queue, so that its head
/// is its best. A choice compares the heads: some hundred steps, whatever the number of pages. A
/// page whose class has changed when it comes to the head, or whose host may not be asked, is set
/// aside in a second queue of its class: it is older than all that come after it, and is looked at
/// before them. 4 bytes a page. Single writer.
///
/// A page that was missed at its last read (404, say) waits apart, for twice the age after one
/// miss, four times after two, and so on, and joins the others then. A page that is gone is in no
/// queue of these: one re-read in fifty, if that, is for the one asked for longest ago.
///
/// Where not all pages are in memory, those that have left come back when a sweep meets them and
/// they are more urgent than most ([#wantsBack]).
public final class RefreshLane {
  private static final int CLASSES = 64;
  private static final int LOOK_AHEAD = 16;

  /// Pages that wait for their turn, beyond which none is fetched from disk.
  private static final int MOST_FROM_DISK = 200_000;

  /// One re-read of so many is for a page that is gone.
  private static final int GONE_SHARE = 50;

  /// Pages that are gone, beyond which none is fetched from disk.
  private static final int MOST_GONE_FROM_DISK = 10_000;

  /// The mean urgency is that of about so many pages met last.
  private static final int SCORES = 10_000;

  private final PageTable pages;
  private final PagePriority priority;
  private final IntPredicate mayBeRead;
  private final long minAgeSeconds;
  private final SlotQueue[] queues = new SlotQueue[CLASSES];

  /// Pages that are old enough and could not be read when their turn came.
  private final SlotQueue[] aside = new SlotQueue[CLASSES];

  /// Pages that were missed, by how often in a row; each queue in the order of the last read.
  private final SlotQueue[] missed = new SlotQueue[PageTable.MOST_MISSES + 1];

  /// Pages that are gone, in the order of the last read. Those that were named since are in
  /// `missed` too.
  private final SlotQueue gone = new SlotQueue();

  /// Re-reads since one was for a page that is gone.
  private int sinceGone;

  /// Pages that were removed and still stand in a queue.
  private final BitSet removed = new BitSet();

  private int size;
  private SlotQueue bestQueue;
  private long nowSeconds;
  private double meanScore;
  private long nextDueMillis = Long.MAX_VALUE;

  /// When the host of a page may be asked.
  interface HostTimes {
    /// At most `nowMillis` when it may be asked now, `Long.MAX_VALUE` when that is not known.
    long mayAskAt(int slot, long nowMillis);
  }

  /// `mayBeRead` says which of the pages that were read may be read again; no page is read again
  /// before `minAgeSeconds` have passed.
  public RefreshLane(
      PageTable pages, PagePriority priority, long minAgeSeconds, IntPredicate mayBeRead) {
    this.pages = pages;
    this.priority = priority;
    this.minAgeSeconds = minAgeSeconds;
    this.mayBeRead = mayBeRead;
    for (int i = 0; i < CLASSES; i++) {
      queues[i] = new SlotQueue();
      aside[i] = new SlotQueue();
    }
    for (int i = 0; i < missed.length; i++) {
      missed[i] = new SlotQueue();
    }
    bestQueue = queues[0];
  }

  /// Puts every read page that is nowhere in its queue, the one read longest ago first.
  void load() {
    IntStream.range(0, pages.size())
        .filter(slot -> pages.isRead(slot) && pages.heapPlace(slot) == Frontier.NOWHERE)
        .boxed()
        .sorted(Comparator.comparingLong(pages::lastReadSeconds))
        .forEach(this::add);
  }

  /// The page was read just now; it waits to be read again, if it may be.
  void add(int slot) {
    if (!mayBeRead.test(slot)) {
      return;
    }
    if (pages.isGone(slot)) {
      forgetRemoved(slot);
      gone.add(slot);
      pages.heapPlace(slot, Frontier.GONE);
    } else {
      int misses = pages.misses(slot);
      enter(misses == 0 ? queues[classOf(slot)] : missed[misses], slot);
    }
  }

  /// A page that is gone is asked for once more, as one that was missed.
  void named(int slot) {
    if (mayBeRead.test(slot)) {
      enter(missed[pages.misses(slot)], slot);
    }
  }

  /// The page was taken and not read: it comes before those read later.
  void putBack(int slot) {
    if (mayBeRead.test(slot)) {
      enter(aside[classOf(slot)], slot);
    }
  }

  private void enter(SlotQueue to, int slot) {
    forgetRemoved(slot);
    to.add(slot);
    pages.heapPlace(slot, Frontier.AGAIN);
    size++;
  }

  private void forgetRemoved(int slot) {
    if (removed.get(slot)) {
      keepPresent();
    }
  }

  /// The page is not to be read again.
  void remove(int slot) {
    size -= pages.heapPlace(slot) == Frontier.AGAIN ? 1 : 0;
    pages.heapPlace(slot, Frontier.NOWHERE);
    removed.set(slot);
  }

  /// Forgets pages that have left the memory, and those that were removed.
  void keepPresent() {
    size = 0;
    for (int c = 0; c < CLASSES; c++) {
      size += keepPresent(queues[c], Frontier.AGAIN) + keepPresent(aside[c], Frontier.AGAIN);
    }
    for (SlotQueue queue : missed) {
      size += keepPresent(queue, Frontier.AGAIN);
    }
    keepPresent(gone, Frontier.GONE);
    removed.clear();
  }

  private int keepPresent(SlotQueue queue, int place) {
    for (int left = queue.size(); left > 0; left--) {
      int slot = queue.take();
      if (isAt(slot, place)) {
        queue.add(slot);
      }
    }
    return queue.size();
  }

  private boolean isPresent(int slot) {
    return isAt(slot, Frontier.AGAIN);
  }

  private boolean isAt(int slot, int place) {
    return pages.heapPlace(slot) == place && !pages.isFree(slot);
  }

  /// Whether a page that is not in memory is among the more urgent ones of those met by sweeps.
  boolean wantsBack(double credits, int reads, int changes, int misses, long lastReadSeconds) {
    long age = nowSeconds - lastReadSeconds;
    double score = RefreshPriority.of(credits, reads, changes, misses) * (age + 1.0);
    meanScore += (score - meanScore) / SCORES;
    return age >= leastAge(misses) && score > meanScore && size < MOST_FROM_DISK;
  }

  /// Whether a page that is gone and not in memory may be asked for soon.
  boolean wantsGone(int misses, long lastReadSeconds) {
    boolean isOld = nowSeconds - lastReadSeconds >= leastAge(misses);
    return isOld && gone.size() < MOST_GONE_FROM_DISK;
  }

  /// The age in seconds before which a page with so many misses in a row is not asked for.
  private long leastAge(int misses) {
    return misses == 0 ? minAgeSeconds : Math.max(1, minAgeSeconds) << misses;
  }

  private boolean isOld(int slot) {
    return nowSeconds - pages.lastReadSeconds(slot) >= leastAge(pages.misses(slot));
  }

  /// Pages that wait.
  int size() {
    return size;
  }

  private int classOf(int slot) {
    int octave = (int) Math.floor(4 * Math.log(priority.of(slot)) / Math.log(2)) + CLASSES / 3;
    return Math.clamp(octave, 0, CLASSES - 1);
  }

  /// The page to be read again now, [PageTable#NO_PAGE] when no page is old enough or no host may
  /// be asked. It stays where it is.
  int best(long nowMillis, HostTimes hosts) {
    nowSeconds = nowMillis / 1000;
    nextDueMillis = Long.MAX_VALUE;
    int best = sinceGone >= GONE_SHARE - 1 ? gone(nowMillis, hosts) : PageTable.NO_PAGE;
    if (best != PageTable.NO_PAGE) {
      bestQueue = gone;
      return best;
    }
    takeInMissed();
    double bestScore = -1;
    for (int c = 0; c < CLASSES; c++) {
      SlotQueue queue = ready(c, nowMillis, hosts);
      if (queue != null) {
        int slot = queue.peek();
        double age = nowSeconds - pages.lastReadSeconds(slot) + 1.0;
        double score = priority.of(slot) * age;
        if (score > bestScore) {
          best = slot;
          bestQueue = queue;
          bestScore = score;
        }
      }
    }
    return best;
  }

  /// Takes the page that [#best] found.
  void takeBest() {
    pages.heapPlace(bestQueue.take(), Frontier.NOWHERE);
    if (bestQueue == gone) {
      sinceGone = 0;
    } else {
      size--;
      sinceGone = Math.min(sinceGone + 1, GONE_SHARE);
    }
  }

  /// The page asked for longest ago of those that are gone, if it is old enough and its host may be
  /// asked; it is at the head of its queue.
  private int gone(long nowMillis, HostTimes hosts) {
    for (int tries = Math.min(LOOK_AHEAD, gone.size()); tries > 0; tries--) {
      int slot = gone.peek();
      if (isAt(slot, Frontier.GONE)) {
        if (!isOld(slot)) {
          return PageTable.NO_PAGE;
        }
        if (hosts.mayAskAt(slot, nowMillis) <= nowMillis) {
          return slot;
        }
        gone.add(slot);
      } else {
        removed.clear(slot);
      }
      gone.take();
    }
    return PageTable.NO_PAGE;
  }

  /// Pages that were missed and are old enough by now wait with the others.
  private void takeInMissed() {
    for (SlotQueue queue : missed) {
      while (!queue.isEmpty() && (!isPresent(queue.peek()) || isOld(queue.peek()))) {
        setAside(queue.take());
      }
    }
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
      aside[classOf(slot)].add(slot);
    } else {
      removed.clear(slot);
    }
  }

  /// The moment when the first of the hosts is due whose pages were old enough at the last [#best]
  /// and had to wait; `Long.MAX_VALUE` when there is none or it has passed.
  long nextDueMillis(long nowMillis) {
    return nextDueMillis > nowMillis ? nextDueMillis : Long.MAX_VALUE;
  }
}
