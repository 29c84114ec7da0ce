package nephila.cluster.owner;

import java.util.function.ObjIntConsumer;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.OpicView;
import nephila.cluster.wire.VirtualPagePayment;
import nephila.ledger.OpicLedger;
import nephila.ledger.VirtualPage;
import nephila.ledger.VirtualPageOwner;
import nephila.store.BrokenState;
import org.jspecify.annotations.Nullable;

/// OPIC's virtual page as one partition shares it with the others.
///
/// What pages pay to it, and which came and went, is added up here and handed over once a
/// transaction, by a message like any payment; partition [#OWNER] enters it in the
/// [VirtualPageOwner]. The level comes back with the totals of that partition. Told late it is an
/// old one, never a wrong one: the owner is charged for pages at the level at which they joined.
///
/// The owner's numbers are totals of its partition and are kept with them, so that a transaction
/// has the payment entered and counted, or neither.
final class SharedVirtualPage {
  /// The partition that has the owner.
  static final int OWNER = 0;

  private static final VirtualPage.Transfer NOTHING = new VirtualPage.Transfer(0, 0, 0);

  private final OpicLedger ledger;
  private final int partition;
  private final PartitionTotals totals;
  private @Nullable VirtualPageOwner owner;

  /// Goes on with the totals.
  SharedVirtualPage(OpicLedger ledger, int partition, PartitionTotals totals) {
    this.ledger = ledger;
    this.partition = partition;
    this.totals = totals;
    this.owner =
        partition == OWNER
            ? new VirtualPageOwner(
                totals.get(Sum.POOL), totals.get(Sum.SHARERS), totals.get(Sum.LEVEL))
            : null;
  }

  /// Hands over what there is.
  void send(ObjIntConsumer<byte[]> to) {
    VirtualPage.Transfer transfer = ledger.takeTransfer();
    if (transfer.equals(NOTHING)) {
      return;
    }
    totals.add(Sum.HANDED_OVER, units(transfer));
    totals.add(Sum.HANDOVERS, 1);
    if (owner == null) {
      to.accept(new VirtualPagePayment(partition, transfer).message(), OWNER);
    } else {
      enter(owner, transfer);
    }
  }

  /// A partition has handed over that.
  void enter(VirtualPage.Transfer transfer) {
    if (owner == null) {
      throw new BrokenState("a payment to the virtual page, which partition " + OWNER + " has");
    }
    enter(owner, transfer);
  }

  private void enter(VirtualPageOwner to, VirtualPage.Transfer transfer) {
    to.enter(transfer);
    totals.add(Sum.ENTERED, units(transfer));
    totals.add(Sum.ENTRIES, 1);
    totals.set(Sum.POOL, to.pool());
    totals.set(Sum.SHARERS, to.pages());
    totals.set(Sum.LEVEL, to.level());
    ledger.level(to.level());
  }

  /// The virtual page of a crawl dir is the one of this crawl; false where it was taken before.
  boolean adopt(OpicLedger.Moved moved) {
    if (owner == null) {
      throw new BrokenState("a virtual page, which partition " + OWNER + " has");
    }
    if (owner.pages() > 0 || owner.level() > 0) {
      return false;
    }
    VirtualPageOwner its = moved.virtualPage();
    owner = new VirtualPageOwner(its.pool(), its.pages(), its.level());
    totals.add(Sum.ENTERED, moved.handedOver());
    totals.set(Sum.POOL, its.pool());
    totals.set(Sum.SHARERS, its.pages());
    totals.set(Sum.LEVEL, its.level());
    return true;
  }

  private static long units(VirtualPage.Transfer transfer) {
    return transfer.income() + transfer.joinedAt();
  }

  /// What all partitions have told.
  void told(OpicView view) {
    if (owner == null) {
      ledger.level(Math.max(view.level(), ledger.level()));
    }
    ledger.elsewhere(view.elsewhere(partition));
  }
}
