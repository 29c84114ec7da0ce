package nephila.crawl;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.process.HostState;
import nephila.store.record.AwaitedRequisite;
import org.jspecify.annotations.Nullable;

/// The requisites that wait to be fetched: a queue for each host, in the order in which they became
/// known, and of the hosts the one that was due first. They share their host's clock with its
/// pages, which [Frontier] orders.
///
/// O(log hosts) a requisite. Owned by the thread of the crawl loop.
final class RequisiteQueue {
  /// What waits for a host that is to be left alone for longer is put off.
  static final long PATIENCE_MILLIS = 600_000;

  private static final long NO_TURN = Long.MIN_VALUE;

  private static final class Host {
    final int number;
    final ArrayDeque<AwaitedRequisite> waiting = new ArrayDeque<>();

    /// When its turn that counts is due; others in the heap are old.
    long turnMillis = NO_TURN;

    Host(int number) {
      this.number = number;
    }
  }

  private record Turn(long dueMillis, Host host) {
    boolean counts() {
      return host.turnMillis == dueMillis;
    }
  }

  private final Frontier<HostState> frontier;
  private final int connections;
  private final Consumer<AwaitedRequisite> putOff;
  private final Map<Integer, Host> hosts = new HashMap<>();
  private final PriorityQueue<Turn> turns =
      new PriorityQueue<>(Comparator.comparingLong(Turn::dueMillis));

  /// @param connections requests to one host at a time
  /// @param putOff is shown each whose host is to be left alone for long; it waits all the same
  RequisiteQueue(Frontier<HostState> frontier, int connections, Consumer<AwaitedRequisite> putOff) {
    this.putOff = putOff;
    this.frontier = frontier;
    this.connections = connections;
  }

  void add(int number, AwaitedRequisite requisite, long now) {
    Host host = hosts.computeIfAbsent(number, Host::new);
    host.waiting.add(requisite);
    long due = frontier.queue(number).dueMillis();
    place(host, due);
    if (due - now > PATIENCE_MILLIS) {
      putOff.accept(requisite);
    }
  }

  /// The host that is asked for a requisite next, null when none is due.
  @Nullable HostQueue<HostState> next(long now) {
    while (nextDueMillis() <= now) {
      Host host = turns.remove().host();
      host.turnMillis = NO_TURN;
      if (host.waiting.isEmpty()) {
        hosts.remove(host.number);
        continue;
      }
      HostQueue<HostState> queue = frontier.queue(host.number);
      if (queue.inFlight() >= connections) {
        continue; // it has its turn when a request ends
      }
      long due = queue.dueMillis();
      place(host, due);
      if (due <= now) {
        return queue;
      }
    }
    return null;
  }

  /// Takes the requisite of the host that has waited longest, null when none waits.
  @Nullable AwaitedRequisite take(HostQueue<HostState> queue) {
    Host host = hosts.get(queue.number());
    return host == null ? null : host.waiting.poll();
  }

  /// The host's clock has changed, or a request to it has ended.
  void clockChanged(int number, long now) {
    Host host = hosts.get(number);
    if (host != null) {
      long due = frontier.queue(number).dueMillis();
      place(host, due);
      if (due - now > PATIENCE_MILLIS) {
        host.waiting.forEach(putOff);
      }
    }
  }

  private void place(Host host, long dueMillis) {
    if (host.turnMillis != dueMillis) {
      host.turnMillis = dueMillis;
      turns.add(new Turn(dueMillis, host));
    }
  }

  /// The moment when the next host is due that requisites wait for; `Long.MAX_VALUE` when none is,
  /// or all are being asked.
  long nextDueMillis() {
    while (!turns.isEmpty() && !turns.element().counts()) {
      turns.remove();
    }
    return turns.isEmpty() ? Long.MAX_VALUE : turns.element().dueMillis();
  }
}
