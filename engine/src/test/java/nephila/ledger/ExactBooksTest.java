package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import nephila.ledger.ExactBooks.Kind;
import org.junit.jupiter.api.Test;

/// A store that merges blindly, as the comment of [ExactArithmetic] says, beside the real ledger.
class ExactBooksTest {
  private final ExactArithmetic arithmetic = ExactArithmetic.forPages(0.85, 200);
  private final ExactBooks books = new ExactBooks(arithmetic);
  private final Map<Integer, Long> received = new HashMap<>();
  private final Map<Integer, Long> paid = new HashMap<>();
  private final Map<Integer, int[]> rows = new HashMap<>();

  private void read(int page, int[] row) {
    long beta = books.beta();
    long q = received.computeIfAbsent(page, this::discover);
    Kind before = kind(page);
    long y = paid.getOrDefault(page, 0L);
    int[] old = rows.getOrDefault(page, new int[0]);
    long taken = arithmetic.share(y, old.length);
    long own = contains(old, page) ? taken : 0;
    long worth =
        row.length == 0 ? 0 : arithmetic.worth(beta, q - own, row.length, contains(row, page));
    merge(old, -taken, -y);
    long given = arithmetic.share(worth, row.length);
    rows.put(page, row);
    books.becomes(before, kind(page), received.getOrDefault(page, 0L));
    paid.put(page, worth);
    merge(row, given, worth);
    books.links(row.length - old.length);
    boolean cleared = before == Kind.PAYER;
    books.turnedOver(cleared ? beta + q - y : 0, taken * old.length + given * row.length + q);
  }

  private Kind kind(int page) {
    int[] row = rows.get(page);
    return row == null ? Kind.UNREAD : row.length == 0 ? Kind.LEAF : Kind.PAYER;
  }

  private long discover(int page) {
    books.discovered();
    return 0;
  }

  private void merge(int[] row, long share, long amount) {
    long[] to = new long[Kind.values().length];
    for (int child : row) {
      received.computeIfAbsent(child, this::discover);
      received.merge(child, share, Long::sum);
      to[kind(child).ordinal()] += share;
    }
    books.paid(amount, to[0], to[1], to[2], to[3]);
  }

  private static boolean contains(int[] row, int page) {
    for (int child : row) {
      if (child == page) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aStoreOfBlindMergesAgreesWithTheLedgerToTheUnit() {
    RandomWeb web = new RandomWeb(RandomWeb.anySeed(), 120);
    RowlessLedger ledger =
        new RowlessLedger(0.85, RowlessLedger.Links.KEEP, 200).withoutRelaxation();
    for (int step = 0; step < 2_000; step++) {
      int page = web.random.nextInt(120);
      if (step % 7 == 0) {
        web.change(page);
      }
      read(page, web.row(page));
      ledger.read(page, web.row(page));
      assertTrue(books.balanced());
      assertEquals(ledger.books().beta(), books.beta());
      assertEquals(ledger.worth(page), books.beta() + received.getOrDefault(page, 0L));
      double exact = ledger.errorBound();
      assertTrue(books.errorBound(books.residualAtMost()) >= exact, "running bound too low");
    }
    ledger.audit();
  }
}
