package nephila.crawl;

import nephila.config.CrawlConfig;
import nephila.ledger.PageTable;
import nephila.ledger.SlotQueue;
import nephila.process.Statuses;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;

/// Which known page to re-read: the largest √worth × age × observed change among the hosts that are
/// due.
///
/// Read pages stand in sixty-four queues by the logarithm of √worth × change, each in the order of
/// the last read; age alone orders a queue, so that its head is its best. A choice compares the
/// heads: some hundred steps, whatever the number of pages. A page whose class has changed when it
/// comes to the head, or whose host is not due, is set aside in a second queue of its class: it is
/// older than all that come after it, and is looked at before them. Where not all pages are in
/// memory, those that have left come back when a sweep meets them and they are more urgent than
/// most. Costs nothing while the refresh share is zero. Owned by the wheel's thread.
final class Refresher {
  private static final int CLASSES = 64;
  private static final int LOOK_AHEAD = 16;

  /// Pages that wait for their turn, beyond which none is fetched from disk.
  private static final int MOST_FROM_DISK = 200_000;

  /// The mean urgency is that of about so many pages met last.
  private static final int SCORES = 10_000;

  private final CrawlStore store;
  private final PageTable pages;
  private final Scheduler scheduler;
  private final boolean active;
  private final long minAgeSeconds;
  private final SlotQueue[] queues = new SlotQueue[CLASSES];

  /// Pages that are old enough and could not be read when their turn came.
  private final SlotQueue[] aside = new SlotQueue[CLASSES];

  private int size;
  private long nowSeconds;
  private double meanScore;
  private long nextDueMillis = Long.MAX_VALUE;

  Refresher(CrawlStore store, Scheduler scheduler, CrawlConfig plan) {
    this.store = store;
    this.pages = store.pages();
    this.scheduler = scheduler;
    this.active = plan.refreshShare() > 0;
    this.minAgeSeconds = plan.minAge().toSeconds();
    for (int i = 0; i < CLASSES; i++) {
      queues[i] = new SlotQueue();
      aside[i] = new SlotQueue();
    }
    if (active) {
      scheduler.refreshing(this::wants, this::dropLeft, this::wasRead);
    }
  }

  /// Pages have left the memory: they come back by a sweep.
  private void dropLeft() {
    size = 0;
    for (int c = 0; c < CLASSES; c++) {
      dropLeft(queues[c]);
      dropLeft(aside[c]);
    }
  }

  private void dropLeft(SlotQueue queue) {
    for (int left = queue.size(); left > 0; left--) {
      int slot = queue.take();
      if (!pages.isFree(slot)) {
        queue.add(slot);
      }
    }
    size += queue.size();
  }

  /// Whether a page on disk is among the more urgent ones of those met by sweeps.
  private boolean wants(double credits, int reads, int changes, long lastReadSeconds) {
    long age = nowSeconds - lastReadSeconds;
    double score = urgency(credits, reads, changes) * (age + 1.0);
    meanScore += (score - meanScore) / SCORES;
    return age >= minAgeSeconds && score > meanScore && size < MOST_FROM_DISK;
  }

  /// Puts every read page in its queue, oldest first.
  void load() {
    if (active) {
      java.util.stream.IntStream.range(0, pages.size())
          .filter(pages::isRead)
          .boxed()
          .sorted(java.util.Comparator.comparingLong(pages::lastReadSeconds))
          .forEach(this::wasRead);
    }
  }

  /// The page was read just now.
  void wasRead(int slot) {
    if (active && pages.status(slot) != Statuses.FORBIDDEN_BY_ROBOTS) {
      queues[classOf(slot)].add(slot);
      size++;
    }
  }

  /// The page that was taken cannot be read now after all.
  void later(int slot) {
    setAside(slot);
    size++;
  }

  int size() {
    return size;
  }

  /// √worth in credits × the rate of change seen: changes per read, shrunk towards a half.
  private double urgency(int slot) {
    double credits = (double) store.ledger().worth(slot) / store.ledger().credit();
    return urgency(credits, pages.reads(slot), pages.changes(slot));
  }

  private static double urgency(double credits, int reads, int changes) {
    return Math.sqrt(credits) * (changes + 0.5) / (reads + 1.0);
  }

  private int classOf(int slot) {
    int octave = (int) Math.floor(4 * Math.log(urgency(slot)) / Math.log(2)) + CLASSES / 3;
    return Math.clamp(octave, 0, CLASSES - 1);
  }

  /// Takes the page to re-read now, [PageTable#NO_PAGE] when no page is old enough or no host is
  /// due.
  int take(long nowMillis) {
    nowSeconds = nowMillis / 1000;
    nextDueMillis = Long.MAX_VALUE;
    int best = PageTable.NO_PAGE;
    SlotQueue bestQueue = queues[0];
    double bestScore = 0;
    for (int c = 0; c < CLASSES; c++) {
      SlotQueue queue = ready(c, nowMillis);
      if (queue != null) {
        int slot = queue.peek();
        double age = nowSeconds - pages.lastReadSeconds(slot) + 1.0;
        double score = urgency(slot) * age;
        if (score > bestScore) {
          best = slot;
          bestQueue = queue;
          bestScore = score;
        }
      }
    }
    if (best != PageTable.NO_PAGE) {
      bestQueue.take();
      size--;
    }
    return best;
  }

  /// The queue of the class whose head may be read now, null when neither has one.
  private @Nullable SlotQueue ready(int c, long nowMillis) {
    SlotQueue old = aside[c];
    for (int tries = Math.min(LOOK_AHEAD, old.size()); tries > 0; tries--) {
      if (isReady(old.peek(), c, nowMillis)) {
        return old;
      }
      setAside(old.take());
    }
    SlotQueue queue = queues[c];
    for (int tries = Math.min(LOOK_AHEAD, queue.size()); tries > 0; tries--) {
      int slot = queue.peek();
      if (nowSeconds - pages.lastReadSeconds(slot) < minAgeSeconds) {
        return null;
      }
      if (isReady(slot, c, nowMillis)) {
        return queue;
      }
      setAside(queue.take());
    }
    return null;
  }

  private boolean isReady(int slot, int c, long nowMillis) {
    if (classOf(slot) != c) {
      return false;
    }
    HostQueue host = scheduler.hostOf(slot);
    if (host.dueMillis() > nowMillis) {
      nextDueMillis = Math.min(nextDueMillis, host.dueMillis());
    }
    return scheduler.mayAsk(host, nowMillis);
  }

  /// The moment when the first of the hosts is due whose pages were old enough at the last [#take]
  /// and had to wait; `Long.MAX_VALUE` when there is none or it has passed.
  long nextDueMillis(long nowMillis) {
    return nextDueMillis > nowMillis ? nextDueMillis : Long.MAX_VALUE;
  }

  private void setAside(int slot) {
    aside[classOf(slot)].add(slot);
  }
}
