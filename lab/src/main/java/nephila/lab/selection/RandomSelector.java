package nephila.lab.selection;

import java.util.random.RandomGenerator;
import nephila.ledger.Ledger;

/// Random (000 §3.1): any known page with equal probability. Fair with probability 1.
public final class RandomSelector implements PageSelector {
  private final Ledger ledger;
  private final RandomGenerator random;

  public RandomSelector(Ledger ledger, RandomGenerator random) {
    this.ledger = ledger;
    this.random = random;
  }

  @Override
  public int next() {
    int pages = ledger.pages();
    for (int tried = 0; tried < 64 && pages > 0; tried++) {
      int page = random.nextInt(pages);
      if (ledger.known(page)) {
        return page;
      }
    }
    return pages == 0 ? NO_PAGE : nearest(random.nextInt(pages));
  }

  /// The first known page from `start` on: where almost every page is gone.
  private int nearest(int start) {
    for (int step = 0; step < ledger.pages(); step++) {
      int page = (start + step) % ledger.pages();
      if (ledger.known(page)) {
        return page;
      }
    }
    return NO_PAGE;
  }
}
