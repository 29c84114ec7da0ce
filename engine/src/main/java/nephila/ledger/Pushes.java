package nephila.ledger;

/// Pushes stored rows, round and round over the pages, until none owes more than a little, or
/// rounding lets debts sink no further: what many pages pay a popular one is rounded for each of
/// them.
final class Pushes {
  /// Rounds in which debts must have sunk at least once; they usually sink by a sixth in each.
  private static final int FRUITLESS = 16;

  private final RowlessLedger ledger;
  private int hand;

  Pushes(RowlessLedger ledger) {
    this.ledger = ledger;
  }

  /// Returns the number of links paid, about `maxTransfers` at most. Goes on where it stopped the
  /// last time.
  long push(double epsilon, long maxTransfers) {
    int pages = ledger.pages();
    long transfers = 0;
    int quiet = 0;
    long threshold = threshold(epsilon);
    double owed = Double.NaN; // of a round that did not begin at its beginning nothing is known
    double least = Double.MAX_VALUE;
    int fruitless = 0;
    while (quiet < pages && transfers < maxTransfers && fruitless < FRUITLESS) {
      hand = hand + 1 < pages ? hand + 1 : 0;
      if (hand == 0) {
        threshold = threshold(epsilon);
        fruitless = owed >= least ? fruitless + 1 : 0;
        least = owed < least ? owed : least;
        owed = 0;
      }
      long residual = Math.abs(ledger.residual(hand));
      if (residual >= threshold) {
        owed += residual;
        ledger.push(hand);
        transfers += ledger.row(hand).length + 1;
        quiet = 0;
      } else {
        quiet++;
      }
    }
    return transfers;
  }

  private long threshold(double epsilon) {
    return Math.max(1, (long) (epsilon * ledger.books().beta()));
  }

  /// Until the bound is at most `target`, or rounding lets it sink no further, or about
  /// `maxTransfers` links were paid. Returns the bound reached.
  double settle(double target, long maxTransfers) {
    double bound = ledger.errorBound();
    double epsilon = 0.3;
    long left = maxTransfers;
    while (bound > target && left > 0 && epsilon * ledger.books().beta() > 0.5) {
      left -= push(epsilon, left);
      bound = ledger.errorBound();
      epsilon /= 8;
    }
    return bound;
  }
}
