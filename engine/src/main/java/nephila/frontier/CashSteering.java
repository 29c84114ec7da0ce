package nephila.frontier;

import java.util.Locale;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;

/// Divides reading between discovery and refresh by moving cash, as 000 §3.3 has it, where pages
/// that were read and pages that were not stand in one lane by their cash.
///
/// "When we want to do more discovery, we (i) take some cash from the virtual page and distribute
/// it to pages that were not read yet (ii) increase the importance of small edges pointing to the
/// virtual page so that it accumulates more cash. To refresh more pages, we do the opposite": the
/// purse is paid to pages that were read. How much is moved follows the reads by which the share is
/// behind: nothing while it holds, at twenty reads half of all cash goes through the virtual page
/// and nine tenths of that into the purse, which pays one page after another as they were
/// discovered.
///
/// The total of all cash stays as it is; importance is biased by what is moved
/// ([OpicLedger#favouredShare]). A share is approached, and not every share can be reached: [Lanes]
/// hold any share exactly. Costs a look at sixty pages a read at most. Single writer.
public final class CashSteering {
  private static final double MOST_BEHIND = 20;
  private static final double MOST_SHARE = 0.5;
  private static final double MOST_PURSE = 0.9;

  /// What remains of the reads by which the share is behind while there is no page to be paid.
  private static final double FORGOTTEN = 0.9;

  /// Pages looked at to find the one that is paid after a read.
  private static final int LOOKED_AT = 64;

  /// The share reached is the mean over about so many reads.
  private static final int REACHED_OVER = 1000;

  private final PageTable pages;
  private final OpicLedger ledger;
  private final double usualShare;
  private final double leastPurse;
  private final double wanted;
  private double behind;
  private double reached;
  private long reads;
  private int hand;

  /// @param wanted the share of first reads
  /// @param leastPurse the part of the virtual page's income that goes to the purse in any case
  public CashSteering(PageTable pages, OpicLedger ledger, double wanted, double leastPurse) {
    this.pages = pages;
    this.ledger = ledger;
    this.wanted = wanted;
    this.leastPurse = leastPurse;
    this.usualShare = 1 - ledger.damping();
  }

  /// A page was read, and has paid.
  public void read(boolean first) {
    double is = first ? 1 : 0;
    reads++;
    reached += (is - reached) / Math.min(reads, REACHED_OVER);
    behind = Math.clamp(behind + wanted - is, -MOST_BEHIND, MOST_BEHIND);
    double strength = Math.abs(behind) / MOST_BEHIND;
    ledger.virtualShare(usualShare + Math.max(0, MOST_SHARE - usualShare) * strength);
    ledger.purseShare(Math.max(leastPurse, MOST_PURSE * strength));
    if (!give(behind < 0)) {
      behind *= FORGOTTEN;
    }
  }

  /// Pays the purse to the next page in the order of slots that was read, or was not; returns
  /// whether one was found.
  private boolean give(boolean toRead) {
    for (int k = Math.min(LOOKED_AT, pages.size()); k > 0; k--) {
      hand = hand + 1 < pages.size() ? hand + 1 : 0;
      if (pages.isRead(hand) == toRead && Frontier.mayBeTaken(pages, hand)) {
        ledger.favour(hand, ledger.purse());
        return true;
      }
    }
    return false;
  }

  /// Moves no cash any more: the virtual page has its usual share, and the purse is its income.
  public void end() {
    ledger.virtualShare(usualShare);
    ledger.purseShare(leastPurse);
    if (leastPurse == 0) {
      ledger.emptyPurse();
    }
  }

  /// The share of first reads of late.
  public double reached() {
    return reached;
  }

  /// The share of first reads wanted and reached, as a note.
  public String note() {
    return String.format(Locale.ROOT, "%.4f %.4f", wanted, reached);
  }
}
