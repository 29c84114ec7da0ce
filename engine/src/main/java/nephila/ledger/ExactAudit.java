package nephila.ledger;

import nephila.ledger.ExactBooks.Kind;

/// Counts an exact ledger page by page and compares with its running totals.
final class ExactAudit {
  private ExactAudit() {}

  static ExactBooks count(ExactArithmetic arithmetic, long[] qs, long[] ys, int pages, long links) {
    ExactBooks books = new ExactBooks(arithmetic);
    for (int page = 0; page < pages; page++) {
      long y = ys[page];
      if (y != RowlessLedger.UNKNOWN) {
        books.count(RowlessLedger.kind(y), qs[page], Math.max(0, y));
      }
    }
    books.counted(links);
    return books;
  }

  static void check(RowlessLedger ledger, long[] qs, long[] ys, Rows rows) {
    ExactBooks running = ledger.books();
    require(running.balanced(), "L1", "paid", running.paid(), running.received());
    ExactBooks counted = count(ledger.arithmetic(), qs, ys, ledger.pages(), running.links());
    same("paid", running.paid(), counted.paid());
    for (Kind kind : Kind.values()) {
      same("received by " + kind, running.received(kind), counted.received(kind));
      if (kind != Kind.GONE) {
        same("pages " + kind, running.pages(kind), counted.pages(kind));
      }
    }
    if (ledger.links() == RowlessLedger.Links.KEEP) {
      checkRows(ledger, qs, ys, rows);
    }
  }

  private static void checkRows(RowlessLedger ledger, long[] qs, long[] ys, Rows rows) {
    long[] received = new long[ledger.pages()];
    SavedAccounts.payAll(received, ys, ledger.pages(), rows, ledger.arithmetic());
    long links = 0;
    for (int page = 0; page < ledger.pages(); page++) {
      int length = rows.get(page).length;
      require(ys[page] >= 0 || length == 0, "L2", "row of page " + page, 0, length);
      links += length;
    }
    same("links", ledger.books().links(), links);
    for (int page = 0; page < ledger.pages(); page++) {
      if (ys[page] != RowlessLedger.UNKNOWN) {
        long q = qs[page];
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
