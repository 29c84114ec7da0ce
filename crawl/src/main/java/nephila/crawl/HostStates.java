package nephila.crawl;

import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.frontier.Hosts;
import nephila.process.HostState;
import nephila.store.CrawlStore;
import nephila.url.Sites;

/// The hosts of a crawl, as its store keeps them between runs and while no page of them is in
/// memory. Owned by the thread of the crawl loop.
final class HostStates implements Hosts<HostState> {
  private final CrawlStore store;
  private long setBackMillis;

  HostStates(CrawlStore store) {
    this.store = store;
  }

  @Override
  public HostState open(int number) {
    HostState host =
        new HostState(number, store::origin, store.hostFacts(number), store.hostReads(number));
    if (setBackMillis > 0) {
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

  @Override
  public boolean mayForget(HostState host) {
    return !host.isChanged();
  }

  /// Since the last commit the clock was set back by so much (or not, where that is not positive):
  /// hosts do not wait for the time that was. Saved with the next commit, which tells the time by
  /// the new clock.
  void clockWasSetBack(Frontier<HostState> frontier, long millis, long nowMillis) {
    setBackMillis = Math.max(0, millis);
    if (setBackMillis > 0) {
      for (HostQueue<HostState> queue : frontier.queues()) {
        queue.host().clockWasSetBack(setBackMillis);
        frontier.clockChanged(queue, nowMillis);
      }
    }
  }

  /// Gives what has changed of hosts to the store.
  void save(Frontier<HostState> frontier) {
    for (HostQueue<HostState> queue : frontier.queues()) {
      HostState host = queue.host();
      if (host.isChanged()) {
        store.hostFacts(queue.number(), host.facts());
        host.written();
      }
    }
  }
}
