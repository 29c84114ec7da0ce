package nephila.select;

import java.util.function.IntUnaryOperator;
import nephila.ledger.ExactLedger;

/// The order of first reads: unread pages by what they are worth already, β + q of the exact form,
/// after stored rows were pushed so that what read pages owe has reached the frontier; pages of
/// hosts that were read a lot count less ([Siblings]).
///
/// Made for batches: [#best] pushes rows that owe at least ε credits, then finds the best unread
/// pages in one pass over the known pages. A batch of about 1 % of the pages read so far costs
/// little and orders as well as a fresh choice before every read. Deterministic: equal worth goes
/// by number.
///
/// Memory: 20 bytes an unread page. Decision 031 tells what else was tried.
public final class FrontierWorth {
  private static final double EPSILON = 0.3;

  private final ExactLedger ledger;
  private final Focus focus;
  private final Turns turns;

  /// The order where nothing is known of hosts.
  public FrontierWorth(ExactLedger ledger, Focus focus) {
    this(ledger, focus, Siblings.HOST, page -> 0);
  }

  /// `familyOf` says which pages are siblings: it gives the host of a page (or the page whose
  /// reading discovered it) as a small number, always the same for the same page.
  public FrontierWorth(
      ExactLedger ledger, Focus focus, Siblings siblings, IntUnaryOperator familyOf) {
    this.ledger = ledger;
    this.focus = focus;
    this.turns = new Turns(siblings, familyOf);
  }

  /// How many pages to ask for at once after so many reads.
  public static int batch(long reads) {
    return (int) Math.clamp(reads / 100, 1, 100_000);
  }

  /// The `count` best unread pages, best first; fewer where there are fewer.
  public int[] best(int count) {
    if (ledger.links() == ExactLedger.Links.KEEP) {
      ledger.push(EPSILON, Long.MAX_VALUE);
    }
    double credit = ledger.books().beta();
    turns.clear();
    for (int page = 0; page < ledger.pages(); page++) {
      if (ledger.wasRead(page)) {
        turns.read(page);
      } else if (ledger.known(page)) {
        turns.offer(page, focus.weigh(page, ledger.worth(page) / credit));
      }
    }
    return turns.take(count);
  }
}
