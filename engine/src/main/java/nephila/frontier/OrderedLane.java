package nephila.frontier;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import nephila.ledger.PageTable;
import nephila.ledger.SlotQueue;
import org.jspecify.annotations.Nullable;

/// Pages to be read again by a [PagePriority] that payments and reads change, and age does not: the
/// best page among the hosts that may be asked.
///
/// Pages stand in a [PageHeap] for each host, hosts in two heaps, as unread pages do in the
/// [Frontier]: those whose turn it may be by their best page, those that must wait by the moment
/// when they may be asked. A host that is busy stands in neither until the frontier tells of it.
/// Pages that are not old enough wait in a queue, which is in the order of the last read.
///
/// A choice costs O(log hosts + log pages of the host); 12 bytes a page, some 120 a host of which a
/// page is old enough. Single writer.
public final class OrderedLane extends RereadLane {
  private final IntUnaryOperator hostOf;
  private final PageHeap.Order order;
  private final SlotQueue young = new SlotQueue();
  private @Nullable HostQueue<Unclocked>[] hosts = array(16);
  private int live;
  private final HostHeap<Unclocked> due = new HostHeap<>();
  private final HostHeap<Unclocked> waiting = new HostHeap<>();
  private @Nullable HostQueue<Unclocked> found;

  /// The frontier has the clocks of the hosts.
  private enum Unclocked implements HostClock {
    HOST;

    @Override
    public long nextAtMillis() {
      return 0;
    }
  }

  /// `mayBeRead` says which of the pages that were read may be read again; no page is read again
  /// before `minAgeSeconds` have passed.
  ///
  /// @param hostOf the number of a page's host
  public OrderedLane(
      PageTable pages,
      PagePriority priority,
      IntUnaryOperator hostOf,
      long minAgeSeconds,
      IntPredicate mayBeRead) {
    super(pages, priority, minAgeSeconds, mayBeRead);
    this.hostOf = hostOf;
    this.order = PageHeap.Order.again(pages, priority);
  }

  @SuppressWarnings("unchecked")
  private static @Nullable HostQueue<Unclocked>[] array(int length) {
    return (@Nullable HostQueue<Unclocked>[]) new HostQueue<?>[length];
  }

  private HostQueue<Unclocked> queueOf(int slot) {
    int number = hostOf.applyAsInt(slot);
    if (number >= hosts.length) {
      hosts = Arrays.copyOf(hosts, Math.max(number + 1, hosts.length + hosts.length / 2));
    }
    HostQueue<Unclocked> queue = hosts[number];
    if (queue == null) {
      queue =
          new HostQueue<>(
              number, Unclocked.HOST, its -> Unclocked.HOST, number, 0, new PageHeap(order));
      live++;
      hosts[number] = queue;
    }
    return queue;
  }

  @Override
  int hosts() {
    return live;
  }

  @Override
  void enterYoung(int slot) {
    young.add(slot);
  }

  @Override
  void enterOld(int slot) {
    HostQueue<Unclocked> queue = queueOf(slot);
    queue.pages.add(slot);
    if (queue.heap != waiting) {
      due.put(queue, priority.of(queue.pages.best()));
    }
  }

  @Override
  int bestOld(long nowMillis, HostTimes times) {
    takeInOld(young);
    while (!waiting.isEmpty() && -waiting.best().key <= nowMillis) {
      isDue(waiting.best());
    }
    found = null;
    while (found == null && !due.isEmpty()) {
      HostQueue<Unclocked> queue = due.best();
      int slot = queue.pages.best();
      double now = priority.of(slot);
      if (now < queue.key) {
        due.put(queue, now);
      } else {
        long at = times.mayAskAt(slot, nowMillis);
        if (at <= nowMillis) {
          found = queue;
        } else {
          mustWait(queue, at);
        }
      }
    }
    nextDueMillis = waiting.isEmpty() ? Long.MAX_VALUE : (long) -waiting.best().key;
    return found == null ? PageTable.NO_PAGE : found.pages.best();
  }

  private void isDue(HostQueue<Unclocked> queue) {
    if (queue.heap == waiting) {
      waiting.remove(queue);
    }
    due.put(queue, priority.of(queue.pages.best()));
  }

  private void mustWait(HostQueue<Unclocked> queue, long atMillis) {
    due.remove(queue);
    if (atMillis < Long.MAX_VALUE) {
      waiting.put(queue, -atMillis);
    }
  }

  @Override
  int takeOld() {
    HostQueue<Unclocked> queue = java.util.Objects.requireNonNull(found, "nothing was found");
    int slot = queue.pages.take();
    place(queue);
    return slot;
  }

  /// Some of the host's pages were taken away.
  private void place(HostQueue<Unclocked> queue) {
    if (!queue.isEmpty()) {
      isDue(queue);
      return;
    }
    if (queue.heap != null) {
      queue.heap.remove(queue);
    }
    hosts[queue.number] = null;
    live--;
  }

  @Override
  int keepPresentOld() {
    int present = keepPresent(young, Frontier.AGAIN);
    for (HostQueue<Unclocked> queue : hosts) {
      if (queue != null) {
        queue.pages.keepIf(slot -> !pages.isFree(slot), false);
        present += queue.pages.size();
        place(queue);
      }
    }
    return present;
  }

  @Override
  boolean canJoin() {
    return true;
  }

  @Override
  void hostChanged(int host) {
    HostQueue<Unclocked> queue = host < hosts.length ? hosts[host] : null;
    if (queue != null && queue.heap != due && !queue.isEmpty()) {
      isDue(queue);
    }
  }

  private boolean isOrdered(int slot) {
    return pages.heapPlace(slot) <= Frontier.ORDERED_AGAIN;
  }

  /// A fall is found when the page comes first.
  @Override
  void changed(int slot) {
    if (isOrdered(slot)) {
      HostQueue<Unclocked> queue = queueOf(slot);
      queue.pages.changed(slot);
      if (queue.heap == due && queue.pages.at(0) == slot) {
        due.put(queue, priority.of(slot));
      }
    }
  }

  @Override
  void reorder() {
    for (HostQueue<Unclocked> queue : hosts) {
      if (queue != null && !queue.isEmpty()) {
        queue.pages.reorder();
        isDue(queue);
      }
    }
  }

  @Override
  boolean takeOut(int slot) {
    if (!isOrdered(slot)) {
      return false;
    }
    HostQueue<Unclocked> queue = queueOf(slot);
    queue.pages.remove(slot);
    place(queue);
    return true;
  }

  @Override
  double aged(double priority, long ageSeconds) {
    return priority;
  }

  /// Where all pages on disk count alike they come as they are met.
  @Override
  boolean isMore(double score, double mean) {
    return score >= mean;
  }
}
