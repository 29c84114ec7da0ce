package nephila.crawl;

import nephila.process.HostState;
import nephila.store.CrawlStore;

/// The unread pages of a host and where the host stands among the others, as the frontier keeps
/// them. What is known of the host itself is its [HostState].
final class HostQueue {
  final int number;
  final HostState state;
  final SlotHeap queue;

  /// Requests on their way.
  int inFlight;

  /// Its site, for [SiteReads].
  final long site;

  /// Place among the due hosts (−1 when not there), the worth it was placed by, whether it is among
  /// the waiting ones.
  int place = -1;

  double best;
  boolean waiting;

  /// What the best of its pages is worth that wait on disk, in credits; 0 when none is known to.
  double onDisk;

  HostQueue(int number, SlotHeap queue, CrawlStore store) {
    this.number = number;
    this.queue = queue;
    this.state =
        new HostState(number, store::origin, store.hostFacts(number), store.hostReads(number));
    this.site = SiteReads.key(store.origin(number));
  }

  long dueMillis() {
    return state.nextAtMillis();
  }

  @Override
  public String toString() {
    return state.origin();
  }
}
