package nephila.ledger;

import nephila.ledger.ExactBooks.Kind;

/// Counts an exact ledger page by page and compares with its running totals.
final class ExactAudit {
  private ExactAudit() {}

  static ExactBooks count(ExactArithmetic arithmetic, long[] accounts, int pages, long links) {
    ExactBooks books = new ExactBooks(arithmetic);
    for (int page = 0; page < pages; page++) {
      long y = accounts[2 * page + 1];
      if (y != ExactLedger.UNKNOWN) {
        books.count(ExactLedger.kind(y), accounts[2 * page], Math.max(0, y));
      }
    }
    books.counted(links);
    return books;
  }

  static void check(ExactLedger ledger, long[] accounts, Rows rows) {
    ExactBooks running = ledger.books();
    require(running.balanced(), "L1", "paid", running.paid(), running.received());
    ExactBooks counted = count(ledger.arithmetic(), accounts, ledger.pages(), running.links());
    same("paid", running.paid(), counted.paid());
    for (Kind kind : Kind.values()) {
      same("received by " + kind, running.received(kind), counted.received(kind));
      if (kind != Kind.GONE) {
        same("pages " + kind, running.pages(kind), counted.pages(kind));
      }
    }
    if (ledger.links() == ExactLedger.Links.KEEP) {
      checkRows(ledger, accounts, rows);
    }
  }

  private static void checkRows(ExactLedger ledger, long[] accounts, Rows rows) {
    long[] received = new long[ledger.pages()];
    long links = 0;
    for (int page = 0; page < ledger.pages(); page++) {
      long y = accounts[2 * page + 1];
      int[] row = rows.get(page);
      if (y >= 0) {
        long share = ledger.arithmetic().share(y, row.length);
        for (int target : row) {
          received[target] += share;
        }
        links += row.length;
      } else {
        require(row.length == 0, "L2", "row of page " + page, 0, row.length);
      }
    }
    same("links", ledger.books().links(), links);
    for (int page = 0; page < ledger.pages(); page++) {
      if (accounts[2 * page + 1] != ExactLedger.UNKNOWN) {
        long q = accounts[2 * page];
        require(received[page] == q, "L2", "q of page " + page, q, received[page]);
      }
    }
  }

  private static void same(String what, long running, long counted) {
    require(running == counted, "L3", what, running, counted);
  }

  private static void require(boolean holds, String name, String what, long running, long counted) {
    if (!holds) {
      throw new IllegalStateException(
          name + " broken: " + what + " is " + running + " in the books, counted " + counted);
    }
  }
}
