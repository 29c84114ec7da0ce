package nephila.select;

import java.util.List;
import java.util.function.IntUnaryOperator;
import nephila.frontier.Focus;
import nephila.frontier.HostDiscount;
import nephila.frontier.growth.ExpectedWorth;
import nephila.frontier.growth.KnownPages;
import nephila.ledger.ExactLedger;

/// The order of first reads in batches: unread pages by what they are expected to be worth in the
/// end ([ExpectedWorth]). Pages of families that were read a lot take turns ([HostDiscount]).
///
/// [#best] pushes rows that owe at least ε credits, so that what read pages owe has reached the
/// frontier, then finds the best unread pages in one pass over the known pages. A batch of about 1
/// % of the pages read so far costs little and orders as well as a fresh choice before every read.
/// Deterministic: equal worth goes by number.
///
/// Memory: 4⅛ bytes a page, 24 bytes an unread page, 44 bytes a family, at most 4 MB of samples.
public final class FrontierWorth {
  private final ExactLedger ledger;
  private final Focus focus;
  private final SiblingTurns turns;
  private final ExpectedWorth expected;

  /// The order where nothing is known of hosts.
  public FrontierWorth(ExactLedger ledger, Focus focus) {
    this(ledger, focus, HostDiscount.HOST, page -> 0);
  }

  /// `familyOf` says which pages are siblings: it gives the host of a page (or the page whose
  /// reading discovered it) as a small number, always the same for the same page.
  public FrontierWorth(
      ExactLedger ledger, Focus focus, HostDiscount siblings, IntUnaryOperator familyOf) {
    this(ledger, focus, siblings, List.of(familyOf), 1, page -> 0);
  }

  /// `levels` gives the families of a page, the closest first (its directory, then its host); a
  /// family lies within one family of the next level, or leans on one of those it lies in. `kindOf`
  /// gives the kind of a page, 0 to `kinds` − 1, made of what its URL says: its depth, whether it
  /// is the index of a directory.
  public FrontierWorth(
      ExactLedger ledger,
      Focus focus,
      HostDiscount siblings,
      List<IntUnaryOperator> levels,
      int kinds,
      IntUnaryOperator kindOf) {
    this.ledger = ledger;
    this.focus = focus;
    this.turns = new SiblingTurns(siblings, levels.getFirst());
    this.expected = new ExpectedWorth(KnownPages.of(ledger), levels, kinds, kindOf);
  }

  /// How many pages to ask for at once after so many reads.
  public static int batch(long reads) {
    return (int) Math.clamp(reads / 100, 1, 100_000);
  }

  /// The `count` best unread pages, best first; fewer where there are fewer.
  public int[] best(int count) {
    ledger.push(Long.MAX_VALUE);
    expected.look();
    turns.start(expected.reads());
    for (int page = 0; page < ledger.pages(); page++) {
      if (ledger.known(page) && !ledger.wasRead(page)) {
        turns.offer(page, focus.weigh(page, expected.of(page)));
      }
    }
    int[] best = turns.take(count);
    for (int page : best) {
      expected.chosen(page);
    }
    return best;
  }
}
