package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import nephila.cluster.Ownership;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.OfferedPage;
import nephila.cluster.wire.PageKey;
import nephila.frontier.HostQueue;

/// The waiting pages of one partition whose hosts are asked by another, because their site is
/// split: the best of each host are offered to it, a window of them at a time.
///
/// A1 a page that waits is in one place: in the frontier here, or offered, which its flags say and
/// which is under way for the frontier; then it is on its way, with the other partition
/// ([PartitionFrontier]), in an order, or on its way back. All of these change in transactions, so
/// no death loses or doubles one.
final class RemoteQueue {
  /// Pages of a host that are offered at a time.
  private static final int WINDOW = 64;

  /// So many may be offered when one is worth twice as much as those offered last.
  private static final int MOST = 4 * WINDOW;

  /// The pages offered of a host, by what they were worth then.
  private static final class Offered {
    final Map<Integer, Long> worths = new HashMap<>();

    /// What the page offered last counted for.
    double least;

    boolean hasRoomFor(double credits) {
      return worths.size() < WINDOW || (worths.size() < MOST && credits / 2 > least);
    }
  }

  private final Ownership ownership;
  private final PartitionFrontier frontier;
  private final Map<String, Offered> byHost = new TreeMap<>();

  RemoteQueue(Ownership ownership, PartitionFrontier frontier) {
    this.ownership = ownership;
    this.frontier = frontier;
  }

  /// A page of the host waits from now on; nothing for a host that is known.
  void open(PartitionHost host) {
    byHost.computeIfAbsent(host.origin, origin -> new Offered());
  }

  /// A page was offered by an owner before this one.
  void offered(int slot, PartitionHost host, long worth) {
    open(host);
    of(host).worths.put(slot, worth);
  }

  /// An offered page came back.
  void back(int slot, PartitionHost host) {
    open(host);
    of(host).worths.remove(slot);
  }

  private Offered of(PartitionHost host) {
    return Objects.requireNonNull(byHost.get(host.origin));
  }

  /// Offers the best pages of every host, as many as may be, and tells of those that are worth more
  /// than when they were offered.
  void offer(PartitionLedger ledger, ObjIntConsumer<byte[]> send) {
    byHost.forEach(
        (origin, its) -> offer(Objects.requireNonNull(frontier.host(origin)), its, ledger, send));
  }

  private void offer(
      PartitionHost host, Offered its, PartitionLedger ledger, ObjIntConsumer<byte[]> send) {
    List<OfferedPage.Raise> raises = new ArrayList<>();
    its.worths.replaceAll(
        (slot, before) -> {
          long now = ledger.standing(slot);
          if (step(now) <= step(before)) {
            return before;
          }
          raises.add(new OfferedPage.Raise(ledger.key(slot), now));
          return now;
        });
    List<OfferedPage> pages = new ArrayList<>();
    HostQueue<PartitionHost> queue = frontier.queue(host);
    frontier.refill(host);
    while (!queue.isEmpty() && its.hasRoomFor(frontier.counts(queue.best()))) {
      its.least = frontier.counts(queue.best());
      int slot = frontier.takeRemote(host);
      ledger.offered(slot, true);
      its.worths.put(slot, ledger.standing(slot));
      pages.add(page(ledger, slot));
      frontier.refill(host);
    }
    if (!pages.isEmpty() || !raises.isEmpty()) {
      send.accept(OfferedPage.Offer.message(pages, raises), ownership.home(host.site));
    }
  }

  private OfferedPage page(PartitionLedger ledger, int slot) {
    ClusterDiscovery known = Objects.requireNonNull(ledger.introduction(slot), "a page has a URL");
    PageKey via = known.via();
    ClusterDiscovery parent = via == null ? null : ledger.introduction(via);
    return new OfferedPage(
        ledger.key(slot),
        known.url(),
        known.depth(),
        known.isSeed(),
        parent == null ? "" : parent.url(),
        ledger.standing(slot),
        frontier.anchors(slot));
  }

  /// Quarters of an octave: a page is told of again when its worth has grown by about a fifth.
  private static long step(long worth) {
    return Double.doubleToLongBits(worth) >>> 50;
  }
}
