package nephila.frontier.growth;

import nephila.ledger.ExactLedger;

/// The pages as a crawl sees them at one moment, by number.
public interface KnownPages {
  /// Numbers are below this.
  int pages();

  /// Whether the page is known, and was read or may be.
  boolean known(int page);

  boolean wasRead(int page);

  /// The worth of the page, in credits.
  double worth(int page);

  /// The links of a page that was read; none where they are not kept.
  int[] row(int page);

  /// The pages of a ledger.
  static KnownPages of(ExactLedger ledger) {
    return new KnownPages() {
      @Override
      public int pages() {
        return ledger.pages();
      }

      @Override
      public boolean known(int page) {
        return ledger.known(page);
      }

      @Override
      public boolean wasRead(int page) {
        return ledger.wasRead(page);
      }

      @Override
      public double worth(int page) {
        return ledger.worth(page) / (double) ledger.credit();
      }

      @Override
      public int[] row(int page) {
        return ledger.table().row(page);
      }
    };
  }
}
