package nephila.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import nephila.frontier.HostDiscount;

/// Whose turn it is: queues that may be asked, by the worth of their best URL (less the more of the
/// queue was handed out), and those that must wait. Owned by its [FrontierState].
final class Turns {
  private final IntToLongFunction worth;
  private final TreeSet<Queue> ready =
      new TreeSet<>(
          Comparator.<Queue>comparingDouble(queue -> -queue.place)
              .thenComparingInt(queue -> queue.number));
  private final PriorityQueue<Rest> resting =
      new PriorityQueue<>(Comparator.comparingLong(Rest::untilMillis));

  /// Queues with as many URLs in process as were asked for; empty again when one comes back.
  private final Set<Queue> full = new HashSet<>();

  private int fullAt;

  private record Rest(long untilMillis, Queue queue) {}

  Turns(IntToLongFunction worth) {
    this.worth = worth;
  }

  /// The queue or its best URL has changed.
  void changed(Queue queue, long nowMillis) {
    double place = place(queue, nowMillis);
    if (place != queue.place && !(Double.isNaN(place) && Double.isNaN(queue.place))) {
      if (!Double.isNaN(queue.place)) {
        ready.remove(queue);
      }
      queue.place = place;
      if (!Double.isNaN(place)) {
        ready.add(queue);
      }
    }
  }

  private double place(Queue queue, long nowMillis) {
    boolean waits = from(queue) > nowMillis || full.contains(queue);
    return waits || queue.waiting.size() == 0
        ? Double.NaN
        : worth.applyAsLong(queue.waiting.best())
            * HostDiscount.HOST.share(queue.read + queue.inProcess);
  }

  private static long from(Queue queue) {
    return Math.max(queue.nextAtMillis, TimeUnit.SECONDS.toMillis(queue.blockedUntil));
  }

  /// The queue must wait until its time has come.
  void rest(Queue queue, long nowMillis) {
    resting.add(new Rest(from(queue), queue));
    changed(queue, nowMillis);
  }

  /// A URL of the queue came back.
  void returned(Queue queue, long nowMillis) {
    full.remove(queue);
    changed(queue, nowMillis);
  }

  /// Wakes the queues whose time has come, and those that are full for fewer URLs than `most`.
  void wake(long nowMillis, int most) {
    for (Rest rest = resting.peek(); rest != null; rest = resting.peek()) {
      if (rest.untilMillis() > nowMillis) {
        break;
      }
      resting.poll();
      changed(rest.queue(), nowMillis);
    }
    if (most > fullAt) {
      List<Queue> some = new ArrayList<>(full);
      full.clear();
      some.forEach(queue -> changed(queue, nowMillis));
      fullAt = most;
    }
  }

  /// The queue with the best URL, null when none is ready; one with `most` URLs in process is
  /// passed over.
  @org.jspecify.annotations.Nullable
  Queue next(int most, long nowMillis) {
    while (!ready.isEmpty()) {
      Queue queue = ready.getFirst();
      if (queue.inProcess < most) {
        return queue;
      }
      full.add(queue);
      fullAt = Math.min(fullAt, most);
      changed(queue, nowMillis);
    }
    return null;
  }

  boolean isReady(Queue queue) {
    return !Double.isNaN(queue.place);
  }
}
