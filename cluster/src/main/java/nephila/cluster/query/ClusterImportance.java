package nephila.cluster.query;

import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.ledger.ExactLedger;
import nephila.ledger.ImportanceAlgorithm;
import nephila.ledger.LedgerChoice;
import nephila.ledger.OpicCounts;
import nephila.ledger.OpicLedger;
import nephila.view.OpicTotals;
import org.jspecify.annotations.Nullable;

/// What the units of partitions mean to whoever asks, which depends on the ledger that they keep.
public record ClusterImportance(LedgerChoice choice) {
  /// A bound that says nothing.
  static final double NOTHING = 2;

  /// The units that a page is worth on the average (OPIC) or at the least.
  public long credit() {
    return isOpic() ? OpicLedger.CREDIT : ExactLedger.crawlCredit(choice.damping());
  }

  private boolean isOpic() {
    return choice.importance().isOpic();
  }

  /// What all living pages are worth, in units.
  public double sum(PartitionTotals books) {
    return isOpic() ? (double) OpicLedger.CREDIT * books.opic().pages() : books.worth(credit());
  }

  /// The share of the importance of all pages that the pages read have; under OPIC by all of their
  /// past.
  double found(PartitionTotals books) {
    long read = books.get(Sum.READ) - books.get(Sum.GONE);
    double worth = sum(books);
    if (worth == 0) {
      return 0;
    }
    double mean = (double) paidToAllAlike(books) / Math.max(1, books.opic().pages());
    return isOpic()
        ? share(read, books.get(Sum.READ_RECEIVED), mean, books.opic())
        : ((double) credit() * read + books.get(Sum.READ_RECEIVED)) / worth;
  }

  /// The importance of some pages under OPIC, by all of their past: `(H + C)/(G + 1)`, or
  /// corrected.
  ///
  /// @param held what they have received, with all that they have paid
  ///
  /// @param level what the virtual page has paid a page on the average
  private double share(long pages, long held, double level, OpicCounts all) {
    boolean corrected = choice.importance() == ImportanceAlgorithm.OPIC_CORRECTED;
    double from = level - (corrected ? OpicLedger.CREDIT : 0);
    double span = (double) all.paid() - all.forgotten() + (corrected ? 0 : all.issued());
    return span <= 0 ? 0 : Math.clamp((held + from * pages) / span, 0, 1);
  }

  /// No importance is farther off, in the sum over all known pages.
  double errorBound(PartitionTotals books) {
    long away = Math.abs(books.get(Sum.SENT_SIZE) - books.get(Sum.ARRIVED_SIZE));
    return isOpic() || sum(books) == 0
        ? NOTHING
        : Math.min(NOTHING, books.bound(credit(), choice.damping(), away));
  }

  /// How far importance may be off, in the sum, by what is on its way between partitions alone;
  /// never far under OPIC, which has no such bound.
  double onTheirWay(PartitionTotals books) {
    double away = Math.abs((double) books.get(Sum.SENT_SIZE) - books.get(Sum.ARRIVED_SIZE));
    double damping = choice.damping();
    double worth = sum(books);
    return isOpic() || worth == 0
        ? 0
        : Math.min(NOTHING, 2 * damping * away / (1 - damping) / worth);
  }

  /// What pages hold of the cash that was issued, or have received of what was paid.
  long received(PartitionTotals books) {
    return books.get(Sum.RECEIVED) - books.get(Sum.JOINED) + paidToAllAlike(books);
  }

  /// What the virtual page has that pages do not, or what no page received.
  long evaporated(PartitionTotals books) {
    return books.get(Sum.EVAPORATED) - paidToAllAlike(books);
  }

  /// What the virtual page has paid all pages, by their weights, which their cash is counted from.
  private static long paidToAllAlike(PartitionTotals books) {
    return books.get(Sum.LEVEL) * books.get(Sum.SHARERS);
  }

  /// The totals in the papers' terms, null where importance is the exact ledger's.
  ///
  /// @param wanted the share of first reads towards which cash steers, where it does
  public @Nullable OpicTotals opic(PartitionTotals books, double wanted) {
    if (!isOpic()) {
      return null;
    }
    double favoured = books.get(Sum.FAVOURED);
    double turned = books.get(Sum.TURNED);
    boolean steers = books.get(Sum.STEERERS) > 0;
    double turnover = books.opic().turnover();
    return new OpicTotals(
        choice.importance().text(),
        choice.windowText(),
        null,
        choice.smallEdge() ? true : null,
        null,
        turnover,
        turnover > 0 ? 1 / turnover : null,
        null,
        choice.keepsLinks(),
        favoured > 0 && turned > 0 ? favoured / turned : null,
        steers ? wanted : null,
        steers ? books.get(Sum.STEERED) / 1e6 / books.get(Sum.STEERERS) : null);
  }
}
