package nephila.ledger;

/// Passes over all pages of an exact ledger: q and y are its arrays.
final class SavedAccounts {
  private SavedAccounts() {}

  /// For saving: q and y of page i at 2i and 2i + 1.
  static long[] together(long[] qs, long[] ys, int pages) {
    long[] accounts = new long[2 * pages];
    for (int page = 0; page < pages; page++) {
      accounts[2 * page] = qs[page];
      accounts[2 * page + 1] = ys[page];
    }
    return accounts;
  }

  /// What [#together] made, back in its places.
  static void apart(long[] accounts, long[] qs, long[] ys) {
    for (int page = 0; page < accounts.length / 2; page++) {
      qs[page] = accounts[2 * page];
      ys[page] = accounts[2 * page + 1];
    }
  }

  /// Σ|β + q − y| over the payers.
  static double residual(long[] qs, long[] ys, int pages, long beta) {
    double residual = 0;
    for (int page = 0; page < pages; page++) {
      if (ys[page] >= 0) {
        residual += Math.abs(beta + qs[page] - ys[page]);
      }
    }
    return residual;
  }

  /// Adds to every q what the rows pay it.
  static void payAll(long[] qs, long[] ys, int pages, Rows rows, ExactArithmetic arithmetic) {
    for (int page = 0; page < pages; page++) {
      if (ys[page] >= 0) {
        int[] row = rows.get(page);
        long share = arithmetic.share(ys[page], row.length);
        for (int target : row) {
          qs[target] += share;
        }
      }
    }
  }
}
