package nephila.crawl;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.frontier.Hosts;
import nephila.process.HostState;
import nephila.store.CrawlStore;
import nephila.url.Sites;

/// The hosts of a crawl, as its store keeps them between runs and while no page of them is in
/// memory. Owned by the thread of the crawl loop.
final class HostStates implements Hosts<HostState> {
  /// What a host takes beside its robots.txt.
  private static final int BYTES = 250;

  /// Of a byte of robots.txt, with the rules that were read in it.
  private static final int ROBOTS_BYTES = 4;

  private final CrawlStore store;
  private final IntFunction<String> origins;
  private long setBackMillis;

  /// Hosts whose clocks were set back with the crawl's.
  private final BitSet setBack = new BitSet();

  /// By host, requests for robots.txt in a row that had no answer: kept for this run alone.
  private byte[] unanswered = new byte[64];

  HostStates(CrawlStore store) {
    this.store = store;
    this.origins = store::origin;
  }

  @Override
  public HostState open(int number) {
    HostState host =
        new HostState(number, origins, store.hostFacts(number), store.hostReads(number));
    host.unanswered(number < unanswered.length ? unanswered[number] : 0);
    if (setBackMillis > 0 && !setBack.get(number)) {
      setBack.set(number);
      host.clockWasSetBack(setBackMillis);
    }
    return host;
  }

  @Override
  public int reads(int number) {
    return store.hostReads(number);
  }

  @Override
  public long site(int number) {
    return Sites.number(store.origin(number));
  }

  /// What is left of its allowance is not kept: a host that has spent it stays until it has it back
  /// when it may be asked next.
  @Override
  public boolean mayForget(HostState host) {
    boolean hasAll = host.allowance().spentUntilMillis() <= host.nextAtMillis();
    return !host.isChanged() && hasAll;
  }

  @Override
  public int bytes(HostState host) {
    byte[] body = host.robots().body();
    return BYTES + (body == null ? 0 : ROBOTS_BYTES * body.length);
  }

  /// Since the last commit the clock was set back by so much (or not, where that is not positive):
  /// hosts do not wait for the time that was. Saved with the next commit, which tells the time by
  /// the new clock.
  void clockWasSetBack(Frontier<HostState> frontier, long millis, long nowMillis) {
    setBackMillis = Math.max(0, millis);
    if (setBackMillis > 0) {
      setBack.clear();
      for (HostQueue<HostState> queue : frontier.queues()) {
        if (!setBack.get(queue.number())) {
          setBack.set(queue.number());
          queue.host().clockWasSetBack(setBackMillis);
        }
        frontier.clockChanged(queue, nowMillis);
      }
    }
  }

  /// Gives what has changed of hosts to the store.
  void save(Frontier<HostState> frontier) {
    for (HostQueue<HostState> queue : frontier.openQueues()) {
      HostState host = queue.host();
      if (host.isChanged()) {
        store.hostFacts(queue.number(), host.facts());
        unanswered(queue.number(), host.unanswered());
        host.written();
      }
    }
    frontier.restHosts();
  }

  private void unanswered(int number, int times) {
    if (number >= unanswered.length) {
      unanswered = Arrays.copyOf(unanswered, Math.max(number + 1, 2 * unanswered.length));
    }
    unanswered[number] = (byte) times;
  }
}
