package nephila.select;

import nephila.ledger.ExactLedger;

/// The order of first reads: unread pages by what they are worth already, β + q of the exact form,
/// after stored rows were pushed so that what read pages owe has reached the frontier.
///
/// Made for batches: [#best] pushes rows that owe at least ε credits, then finds the best unread
/// pages in one pass over the known pages. A batch of about 1 % of the pages read so far costs
/// little and orders as well as a fresh choice before every read. Deterministic: equal worth goes
/// by number.
///
/// Memory: 8 bytes a page of the batch. Decision 031 tells what else was tried.
public final class FrontierWorth {
  private static final double EPSILON = 0.3;

  private final ExactLedger ledger;
  private final Focus focus;

  public FrontierWorth(ExactLedger ledger, Focus focus) {
    this.ledger = ledger;
    this.focus = focus;
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
    TopPages top = new TopPages(count);
    for (int page = 0; page < ledger.pages(); page++) {
      if (ledger.known(page) && !ledger.wasRead(page)) {
        top.offer(page, focus.weigh(page, ledger.worth(page) / credit));
      }
    }
    return top.bestFirst();
  }
}
