package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.PartitionAnswer;
import nephila.cluster.wire.PartitionQuery;
import nephila.cluster.wire.StoredRead;
import nephila.store.record.StoredPage;
import org.jspecify.annotations.Nullable;

/// Looks at all pages of a partition, a slice at a time, for those that point to one page and those
/// that are worth more. Stands on no snapshot: pages may change while it goes on.
public final class FullScan {
  /// Pages looked at in one step: a few milliseconds.
  private static final int SLICE = 3000;

  /// Steps before it answers with what it has seen.
  private static final int MOST_STEPS = 200;

  private final PartitionQuery question;
  private final PartitionLedger ledger;
  private final List<PartitionAnswer.Payer> payers = new ArrayList<>();
  private PageKey next = PartitionLedger.FIRST;
  private boolean rowsDone;
  private int steps;
  private long better;
  private long inLinks;

  public FullScan(PartitionQuery question, PartitionLedger ledger) {
    this.question = question;
    this.ledger = ledger;
  }

  public PartitionQuery question() {
    return question;
  }

  /// Looks at a slice; returns what was found when that was all, else null.
  public PartitionAnswer.@Nullable Around step() {
    steps++;
    if (!rowsDone) {
      PageKey rest = ledger.rows(next, SLICE, this::row);
      rowsDone = rest == null;
      next = rest == null ? PartitionLedger.FIRST : rest;
      return steps < MOST_STEPS ? null : found(false);
    }
    PageKey rest = ledger.pages(next, SLICE, this::page);
    if (rest == null) {
      return found(true);
    }
    next = rest;
    return steps < MOST_STEPS ? null : found(false);
  }

  private PartitionAnswer.Around found(boolean whole) {
    trim(question.limit());
    return new PartitionAnswer.Around(better, inLinks, whole, payers);
  }

  private void row(PageKey page, StoredRead reading) {
    for (PageKey child : reading.row()) {
      if (child.equals(question.page())) {
        inLinks++;
        ClusterDiscovery known = ledger.introduction(page);
        payers.add(
            new PartitionAnswer.Payer(
                known == null ? "" : known.url(),
                ledger.paidAlong(page, reading.row(), child),
                reading.row().length));
        if (payers.size() > 2 * question.limit() + 100) {
          trim(question.limit());
        }
        return;
      }
    }
  }

  private void trim(int most) {
    payers.sort(Comparator.comparingLong(PartitionAnswer.Payer::units).reversed());
    if (payers.size() > most) {
      payers.subList(most, payers.size()).clear();
    }
  }

  private void page(StoredPage page) {
    better += ledger.worth(page) > question.worth() ? 1 : 0;
  }
}
