package nephila.ledger;

/// Counts an exact ledger page by page and compares with its running totals.
final class ExactAudit {
  private ExactAudit() {}

  static ExactBooks count(ExactArithmetic arithmetic, long[] accounts, int pages, long links) {
    long read = 0;
    long unread = 0;
    long paid = 0;
    long[] received = new long[3];
    for (int page = 0; page < pages; page++) {
      long q = accounts[2 * page];
      long y = accounts[2 * page + 1];
      if (y == ExactLedger.GONE) {
        received[2] += q;
      } else if (y == ExactLedger.UNREAD) {
        unread++;
        received[1] += q;
      } else if (y != ExactLedger.UNKNOWN) {
        read++;
        paid += y;
        received[0] += q;
      }
    }
    ExactBooks books = new ExactBooks(arithmetic);
    books.restate(read, unread, links, paid, received);
    return books;
  }

  static void check(ExactLedger ledger, long[] accounts, Rows rows) {
    ExactBooks running = ledger.books();
    require(running.balanced(), "L1", "paid", running.paid(), running.received());
    ExactBooks counted = count(ledger.arithmetic(), accounts, ledger.pages(), running.links());
    same("paid", running.paid(), counted.paid());
    same("received by read pages", running.receivedByRead(), counted.receivedByRead());
    same("received by unread pages", running.receivedByUnread(), counted.receivedByUnread());
    same("received by gone pages", running.receivedByGone(), counted.receivedByGone());
    same("read pages", running.readPages(), counted.readPages());
    same("unread pages", running.unreadPages(), counted.unreadPages());
    if (ledger.links() == ExactLedger.Links.KEEP) {
      checkRows(ledger, accounts, rows);
    }
  }

  private static void checkRows(ExactLedger ledger, long[] accounts, Rows rows) {
    long[] received = new long[ledger.pages()];
    long links = 0;
    for (int page = 0; page < ledger.pages(); page++) {
      if (ledger.wasRead(page)) {
        int[] row = rows.get(page);
        long share = ledger.arithmetic().share(accounts[2 * page + 1], row.length);
        for (int target : row) {
          received[target] += share;
        }
        links += row.length;
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
