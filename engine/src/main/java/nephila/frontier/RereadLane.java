package nephila.frontier;

import java.util.BitSet;
import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import nephila.ledger.PageTable;
import nephila.ledger.SlotQueue;

/// The lane of pages to be read again. How the pages are ordered that may be read is for
/// [RefreshLane] or [OrderedLane] to say; when a page may be, and what becomes of pages that are
/// missing, is the same in both.
///
/// A page that was missed at its last read (404, say) waits apart, for twice the age after one
/// miss, four times after two, and so on, and joins the others then. A page that is gone is in no
/// queue of these: one re-read in fifty, if that, is for the one asked for longest ago.
///
/// Where not all pages are in memory, those that have left come back when a sweep meets them and
/// they are more urgent than most ([#wantsBack]). Single writer.
public abstract sealed class RereadLane permits RefreshLane, OrderedLane {
  static final int LOOK_AHEAD = 16;

  /// Pages that wait for their turn, beyond which none is fetched from disk.
  private static final int MOST_FROM_DISK = 200_000;

  /// One re-read of so many is for a page that is gone.
  private static final int GONE_SHARE = 50;

  /// Pages that are gone, beyond which none is fetched from disk.
  private static final int MOST_GONE_FROM_DISK = 10_000;

  /// The mean urgency is that of about so many pages met last.
  private static final int SCORES = 10_000;

  final PageTable pages;
  final PagePriority priority;
  private final IntPredicate mayBeRead;
  final long minAgeSeconds;

  /// Pages that were missed, by how often in a row; each queue in the order of the last read.
  private final SlotQueue[] missed = new SlotQueue[PageTable.MOST_MISSES + 1];

  /// Pages that are gone, in the order of the last read. Those that were named since are in
  /// `missed` too.
  private final SlotQueue gone = new SlotQueue();

  /// Re-reads since one was for a page that is gone.
  private int sinceGone;

  /// Whether [#best] found the page at the head of `gone`.
  private boolean foundGone;

  /// Pages that were removed and still stand in a queue.
  final BitSet removed = new BitSet();

  int size;
  long nowSeconds;
  private double meanScore;
  long nextDueMillis = Long.MAX_VALUE;

  /// When the host of a page may be asked.
  interface HostTimes {
    /// At most `nowMillis` when it may be asked now, `Long.MAX_VALUE` when that is not known.
    long mayAskAt(int slot, long nowMillis);
  }

  /// `mayBeRead` says which of the pages that were read may be read again; no page is read again
  /// before `minAgeSeconds` have passed.
  RereadLane(PageTable pages, PagePriority priority, long minAgeSeconds, IntPredicate mayBeRead) {
    this.pages = pages;
    this.priority = priority;
    this.minAgeSeconds = minAgeSeconds;
    this.mayBeRead = mayBeRead;
    for (int i = 0; i < missed.length; i++) {
      missed[i] = new SlotQueue();
    }
  }

  /// The page waits from now on.
  void enters(int slot) {}

  /// The page was read just now and was not missed.
  abstract void enterYoung(int slot);

  /// The page is old enough.
  abstract void enterOld(int slot);

  /// The page to be read again now but for those that are gone, [PageTable#NO_PAGE] when there is
  /// none.
  abstract int bestOld(long nowMillis, HostTimes hosts);

  /// Takes the page that [#bestOld] found.
  abstract int takeOld();

  /// Forgets pages that have left the memory, and those that were removed, but for those missed or
  /// gone; returns how many wait.
  abstract int keepPresentOld();

  /// Whether re-reads that go by the same priority as first reads can stand in one lane with them.
  abstract boolean canJoin();

  /// The clock of the host has changed, or a request to it has begun or ended.
  abstract void hostChanged(int host);

  /// How many hosts take memory here beside their pages.
  int hosts() {
    return 0;
  }

  /// The priority of the page has changed.
  abstract void changed(int slot);

  /// The priority of every page may have changed.
  abstract void reorder();

  /// What a page on disk counts for by its age.
  abstract double aged(double priority, long ageSeconds);

  /// Takes the page out of the order that it stands in with a place of its own; false where it
  /// stands in a queue.
  abstract boolean takeOut(int slot);

  /// Puts every read page that is nowhere in its queue, the one read longest ago first.
  void load() {
    IntStream.range(0, pages.size())
        .filter(slot -> pages.isRead(slot) && pages.heapPlace(slot) == Frontier.NOWHERE)
        .boxed()
        .sorted(Comparator.comparingLong(pages::lastReadSeconds))
        .forEach(this::add);
  }

  /// The page was read just now; it waits to be read again, if it may be.
  final void add(int slot) {
    if (!mayBeRead.test(slot)) {
      return;
    }
    priority.waits(slot);
    if (pages.isGone(slot)) {
      forgetRemoved(slot);
      gone.add(slot);
      pages.heapPlace(slot, Frontier.GONE);
      return;
    }
    waits(slot);
    int misses = pages.misses(slot);
    if (misses == 0) {
      enterYoung(slot);
    } else {
      missed[misses].add(slot);
    }
  }

  /// A page that is gone is asked for once more, as one that was missed.
  final void named(int slot) {
    if (mayBeRead.test(slot)) {
      waits(slot);
      missed[pages.misses(slot)].add(slot);
    }
  }

  /// The page was taken and not read: it comes before those read later.
  final void putBack(int slot) {
    if (mayBeRead.test(slot)) {
      priority.waits(slot);
      waits(slot);
      enterOld(slot);
    }
  }

  private void waits(int slot) {
    forgetRemoved(slot);
    pages.heapPlace(slot, Frontier.AGAIN);
    enters(slot);
    size++;
  }

  private void forgetRemoved(int slot) {
    if (removed.get(slot)) {
      keepPresent();
    }
  }

  /// The page is not to be read again.
  final void remove(int slot) {
    if (takeOut(slot)) {
      size--;
      return;
    }
    size -= pages.heapPlace(slot) == Frontier.AGAIN ? 1 : 0;
    pages.heapPlace(slot, Frontier.NOWHERE);
    removed.set(slot);
  }

  /// Forgets pages that have left the memory, and those that were removed.
  final void keepPresent() {
    size = keepPresentOld();
    for (SlotQueue queue : missed) {
      size += keepPresent(queue, Frontier.AGAIN);
    }
    keepPresent(gone, Frontier.GONE);
    removed.clear();
  }

  final int keepPresent(SlotQueue queue, int place) {
    for (int left = queue.size(); left > 0; left--) {
      int slot = queue.take();
      if (isAt(slot, place)) {
        queue.add(slot);
      }
    }
    return queue.size();
  }

  final boolean isPresent(int slot) {
    return isAt(slot, Frontier.AGAIN);
  }

  private boolean isAt(int slot, int place) {
    return pages.heapPlace(slot) == place && !pages.isFree(slot);
  }

  /// Whether a page that is not in memory is among the more urgent ones of those met by sweeps.
  final boolean wantsBack(
      double credits, int reads, int changes, int misses, long lastReadSeconds) {
    long age = nowSeconds - lastReadSeconds;
    double score = aged(priority.ofReadOnDisk(credits, reads, changes, misses, age), age);
    meanScore += (score - meanScore) / SCORES;
    return age >= leastAge(misses) && isMore(score, meanScore) && size < MOST_FROM_DISK;
  }

  /// Whether a page on disk that counts so much is more urgent than most.
  boolean isMore(double score, double mean) {
    return score > mean;
  }

  /// Whether a page that is gone and not in memory may be asked for soon.
  final boolean wantsGone(int misses, long lastReadSeconds) {
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
  final int size() {
    return size;
  }

  /// The page to be read again now, [PageTable#NO_PAGE] when no page is old enough or no host may
  /// be asked. It stays where it is.
  final int best(long nowMillis, HostTimes hosts) {
    nowSeconds = nowMillis / 1000;
    nextDueMillis = Long.MAX_VALUE;
    int best = sinceGone >= GONE_SHARE - 1 ? gone(nowMillis, hosts) : PageTable.NO_PAGE;
    foundGone = best != PageTable.NO_PAGE;
    if (foundGone) {
      return best;
    }
    takeInMissed();
    return bestOld(nowMillis, hosts);
  }

  /// Takes the page that [#best] found.
  final void takeBest() {
    int slot = foundGone ? gone.take() : takeOld();
    pages.heapPlace(slot, Frontier.NOWHERE);
    if (foundGone) {
      sinceGone = 0;
    } else {
      size--;
      sinceGone = Math.min(sinceGone + 1, GONE_SHARE);
    }
    priority.taken(slot);
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
      takeInOld(queue);
    }
  }

  /// Takes the pages that are old enough out of a queue in the order of the last read.
  final void takeInOld(SlotQueue queue) {
    while (!queue.isEmpty() && (!isPresent(queue.peek()) || isOld(queue.peek()))) {
      int slot = queue.take();
      if (isPresent(slot)) {
        enterOld(slot);
      } else {
        removed.clear(slot);
      }
    }
  }

  /// The moment when the first of the hosts is due whose pages were old enough at the last [#best]
  /// and had to wait; `Long.MAX_VALUE` when there is none or it has passed.
  final long nextDueMillis(long nowMillis) {
    return nextDueMillis > nowMillis ? nextDueMillis : Long.MAX_VALUE;
  }
}
