package nephila.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import nephila.ledger.PageTable;

/// The waiting pages of one partition whose hosts are asked by another, because their site is
/// split: the best of each host are offered to it, a window of them at a time.
///
/// A1 a page that waits is in one place: in a queue here, or offered, which its account says; then
/// it is on its way, with the other partition ([PartitionFrontier]), in an order, or on its way
/// back. All of these change in transactions, so no death loses or doubles one.
final class RemoteQueue {
  /// Pages of a host that are offered at a time.
  private static final int WINDOW = 64;

  /// So many may be offered when one is worth twice as much as those offered last.
  private static final int MOST = 4 * WINDOW;

  /// A host that another partition asks.
  private static final class Stall {
    final PriorityQueue<Host.Waiting> queue = new PriorityQueue<>(Host.Waiting::bestFirst);

    /// The pages offered, by what they were worth then.
    final Map<PageKey, Long> offered = new HashMap<>();

    long least;

    boolean hasRoomFor(long worth) {
      return offered.size() < WINDOW || (offered.size() < MOST && worth / 2 > least);
    }
  }

  private final Ownership ownership;
  private final Map<String, Stall> stalls = new TreeMap<>();

  RemoteQueue(Ownership ownership) {
    this.ownership = ownership;
  }

  /// A page waits, or is worth more than when it was queued.
  void queue(PageKey page, String origin, long worth) {
    stall(origin).queue.add(new Host.Waiting(page, worth));
  }

  /// A page was offered by an owner before this one.
  void offered(PageKey page, String origin, long worth) {
    stall(origin).offered.put(page, worth);
  }

  /// An offered page came back.
  void back(PageKey page, String origin) {
    stall(origin).offered.remove(page);
  }

  private Stall stall(String origin) {
    return stalls.computeIfAbsent(origin, o -> new Stall());
  }

  /// Offers the best pages of every host, as many as may be, and tells of those that are worth more
  /// than when they were offered.
  void offer(PartitionLedger ledger, ObjIntConsumer<byte[]> send) {
    for (Stall stall : stalls.values()) {
      List<OfferedPage> guests = new ArrayList<>();
      List<OfferedPage.Raise> raises = new ArrayList<>();
      int home = -1;
      while (!stall.queue.isEmpty()) {
        Host.Waiting best = stall.queue.element();
        PageKey page = best.page();
        int slot = ledger.find(page);
        boolean waits = slot != PageTable.NO_PAGE && ledger.waits(slot);
        Long before = stall.offered.get(page);
        if (waits && before == null && !stall.hasRoomFor(best.worth())) {
          break;
        }
        stall.queue.remove();
        Introduction known = waits ? ledger.introduction(slot) : null;
        if (known == null) {
          continue;
        }
        long worth = ledger.worth(slot);
        home = ownership.home(page.site());
        if (before == null) {
          ledger.offered(slot, true);
          stall.least = best.worth();
          guests.add(guest(ledger, page, known, worth));
        } else if (worth > before) {
          raises.add(new OfferedPage.Raise(page, worth));
        }
        stall.offered.merge(page, worth, Math::max);
      }
      if (!guests.isEmpty() || !raises.isEmpty()) {
        send.accept(OfferedPage.Offer.message(guests, raises), home);
      }
    }
  }

  private static OfferedPage guest(
      PartitionLedger ledger, PageKey page, Introduction known, long worth) {
    PageKey via = known.via();
    Introduction parent = via == null ? null : ledger.introduction(via);
    String from = parent == null ? "" : parent.url();
    return new OfferedPage(page, known.url(), known.depth(), known.isSeed(), from, worth);
  }
}
