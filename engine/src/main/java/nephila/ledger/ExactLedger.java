package nephila.ledger;

import java.nio.file.Path;
import java.util.Arrays;

/// The exact form of on-line importance: converges geometrically, in any order of reading, to the
/// off-line rank of the known graph, with a certified bound at any moment.
///
/// Each page has y, what it has paid out so far, and q, what known links have paid it. Reading or
/// pushing page i sets `y = β + q` and pays the difference on (a little more where that is seen to
/// help: [Relaxation]); the residual `r = β + q − y` of a read page is what it still owes (or was
/// paid too much). The estimate is β + q, normalised. See [ExactArithmetic] for the units and
/// [ExactBooks] for β and the bound.
///
/// Invariants:
/// - L1 every unit is accounted for, see [ExactBooks].
/// - L2 (rows kept) q of a page is, to the unit, the sum of [ExactArithmetic#share] over the rows
///   that link to it.
/// - L3 the totals by kind of page are the sums over the pages.
///
/// With [Links#KEEP] the row of a page, as last read, is kept: exact under any change of links, and
/// stored rows can be pushed without reading the page again. With [Links#FORGET] no link is stored:
/// payments assume the row is as it was, and a second account q′ collects what is paid in full
/// during one cycle (every page read once more); at its end q = q′, so old links are forgotten
/// after at most two cycles.
///
/// Memory: 16⅛ bytes a page; KEEP adds 20 bytes a page and 4 bytes a link; FORGET adds 8⅛ bytes a
/// page. A read costs one addition a link (two where the row changed). Single writer.
///
/// Ours; the papers' algorithm is [OpicLedger].
public final class ExactLedger implements Ledger {
  /// Whether a page's links are stored.
  public enum Links {
    KEEP,
    FORGET
  }

  // Values of y that say what kind of page it is instead; any other value is what a read page paid.
  static final long UNKNOWN = Long.MIN_VALUE;
  static final long GONE = Long.MIN_VALUE + 1;
  static final long UNREAD = Long.MIN_VALUE + 2;

  private ExactArithmetic arithmetic;
  private ExactBooks books;
  private final Links links;
  private final Rows rows;
  private final Cycle cycle;
  private final Relaxation relaxation = new Relaxation();
  private final Row row = new Row();
  private int pages;

  /// q and y of page i at 2i and 2i + 1, together because they are needed together.
  private long[] accounts;

  private int hand;

  /// An empty ledger with damping 0.85 that keeps rows, with room for a million pages before it has
  /// to change its units.
  public ExactLedger() {
    this(0.85, Links.KEEP, 1_000_000);
  }

  /// An empty ledger. More than `expectedPages` pages are welcome: units are made coarser then.
  public ExactLedger(double damping, Links links, long expectedPages) {
    this(ExactArithmetic.forPages(damping, expectedPages), links);
  }

  ExactLedger(ExactArithmetic arithmetic, Links links) {
    this.arithmetic = arithmetic;
    this.books = new ExactBooks(arithmetic);
    this.links = links;
    this.rows = new Rows();
    this.cycle = new Cycle();
    this.accounts = new long[32];
    Arrays.fill(accounts, UNKNOWN);
  }

  @Override
  public int pages() {
    return pages;
  }

  /// The units it counts in now.
  public ExactArithmetic arithmetic() {
    return arithmetic;
  }

  /// The totals; they change with the ledger.
  public ExactBooks books() {
    return books;
  }

  public Links links() {
    return links;
  }

  /// Pay exactly what is owed, never more: as a store does that counts with [ExactArithmetic]
  /// alone.
  public ExactLedger withoutRelaxation() {
    relaxation.enable(false);
    return this;
  }

  Relaxation relaxation() {
    return relaxation;
  }

  @Override
  public boolean known(int page) {
    return page < pages && paid(page) >= UNREAD;
  }

  @Override
  public boolean wasRead(int page) {
    return page < pages && paid(page) > UNREAD;
  }

  private long paid(int page) {
    return accounts[2 * page + 1];
  }

  @Override
  public void discovered(int page) {
    reach(page);
    long y = paid(page);
    if (y == UNKNOWN) {
      accounts[2 * page] = 0;
      accounts[2 * page + 1] = UNREAD;
      books.discovered();
    } else if (y == GONE) {
      accounts[2 * page + 1] = UNREAD;
      books.back(accounts[2 * page]);
    }
  }

  private void reach(int page) {
    if (page < 0) {
      throw new IllegalArgumentException("page " + page + " is negative");
    }
    if (page >= pages) {
      pages = page + 1;
      if (2L * pages > accounts.length) {
        int old = accounts.length;
        accounts =
            Arrays.copyOf(accounts, (int) Math.min(1L << 30, Math.max(2L * pages, 2L * old)));
        Arrays.fill(accounts, old, accounts.length, UNKNOWN);
      }
      relaxation.reach(pages);
      cycle.reach(links == Links.FORGET ? pages : 0);
      rows.reach(links == Links.KEEP ? pages : 0);
    }
  }

  @Override
  public void read(int page, int[] given, int from, int to) {
    row.set(page, given, from, to);
    reach(Math.max(page, row.highest()));
    discovered(page);
    long beta = books.beta();
    if (paid(page) == UNREAD) {
      books.firstRead(accounts[2 * page]);
      accounts[2 * page + 1] = 0;
      if (links == Links.KEEP) {
        rows.put(page, Rows.NONE);
      }
    }
    if (links == Links.FORGET) {
      readForgetting(page, beta);
    } else if (row.equalTo(rows.get(page))) {
      pay(page, beta, row.links(), row.from(), row.to(), row.selfLink());
    } else {
      withdraw(page);
      rows.put(page, row.copy());
      books.links(row.size());
      pay(page, beta, row.links(), row.from(), row.to(), row.selfLink());
    }
    if (arithmetic.nearlyFull(books.paid())) {
      changeUnits();
    }
  }

  /// Pays what the page owes along the row it had when last read, without reading it: spare CPU in
  /// place of a fetch. Needs [Links#KEEP] and a page that was read.
  public void push(int page) {
    int[] stored = rows.get(page);
    pay(page, books.beta(), stored, 0, stored.length, Arrays.binarySearch(stored, page) >= 0);
  }

  /// Pushes every page that owes at least `epsilon` credits, round and round, until none is left or
  /// about `maxTransfers` links were paid. Goes on where it stopped the last time. Returns the
  /// number of links paid.
  public long push(double epsilon, long maxTransfers) {
    if (links == Links.FORGET) {
      throw new IllegalStateException("no rows to push: the ledger forgets links");
    }
    long transfers = 0;
    int quiet = 0;
    long threshold = threshold(epsilon);
    while (quiet < pages && transfers < maxTransfers) {
      hand = hand + 1 < pages ? hand + 1 : 0;
      threshold = hand == 0 ? threshold(epsilon) : threshold;
      if (wasRead(hand) && Math.abs(residual(hand)) >= threshold) {
        push(hand);
        transfers += rows.get(hand).length + 1;
        quiet = 0;
      } else {
        quiet++;
      }
    }
    return transfers;
  }

  private long threshold(double epsilon) {
    return Math.max(1, (long) (epsilon * books.beta()));
  }

  /// Pushes stored rows until [#errorBound] is at most `target`, or rounding lets it sink no
  /// further, or about `maxTransfers` links were paid. Returns the bound reached.
  public double settle(double target, long maxTransfers) {
    double bound = errorBound();
    double epsilon = 0.3;
    long left = maxTransfers;
    while (bound > target && left > 0 && epsilon * books.beta() > 0.5) {
      left -= push(epsilon, left);
      bound = errorBound();
      epsilon /= 8;
    }
    return bound;
  }

  /// `beta` is the credit before the page was touched: taking its payments back bends it.
  private void pay(int page, long beta, int[] targets, int from, int to, boolean self) {
    int out = to - from;
    long y = accounts[2 * page + 1];
    long before = arithmetic.share(y, out);
    long q = accounts[2 * page] - (self ? before : 0);
    long worth = arithmetic.worth(beta, q, out, self);
    if (y > 0) {
      worth = Math.max(0, y + relaxation.payment(page, worth - y));
    } else {
      relaxation.start(page);
    }
    long share = arithmetic.share(worth, out) - before;
    accounts[2 * page + 1] = worth;
    transfer(targets, from, to, share, worth - y);
  }

  /// Takes back all that the page has paid along its stored row.
  private void withdraw(int page) {
    int[] stored = rows.get(page);
    long y = accounts[2 * page + 1];
    accounts[2 * page + 1] = 0;
    transfer(stored, 0, stored.length, -arithmetic.share(y, stored.length), -y);
    books.links(-stored.length);
  }

  private void transfer(int[] targets, int from, int to, long share, long amount) {
    long[] a = accounts;
    long toUnread = 0;
    long toGone = 0;
    for (int k = from; k < to; k++) {
      int at = 2 * targets[k];
      a[at] += share;
      long kind = a[at + 1];
      if (kind <= UNREAD) {
        if (kind == UNKNOWN) {
          a[at] = share;
          a[at + 1] = UNREAD;
          books.discovered();
        }
        toUnread += kind == GONE ? 0 : share;
        toGone += kind == GONE ? share : 0;
      }
    }
    books.paid(amount, share * (to - from) - toUnread - toGone, toUnread, toGone);
  }

  private void readForgetting(int page, long beta) {
    int out = row.size();
    boolean fresh = cycle.mark(page);
    long before = arithmetic.share(accounts[2 * page + 1], out);
    pay(page, beta, row.links(), row.from(), row.to(), row.selfLink());
    long after = arithmetic.share(accounts[2 * page + 1], out);
    cycle.collect(row, fresh ? after : after - before);
    if (cycle.complete(books.readPages())) {
      books.links(cycle.linksPaid() - books.links());
      cycle.close(accounts, pages);
      recount();
    } else if (cycle.linksPaid() > books.links()) {
      books.links(cycle.linksPaid() - books.links());
    }
  }

  @Override
  public void gone(int page) {
    if (!known(page)) {
      return;
    }
    boolean read = wasRead(page);
    if (read && links == Links.KEEP) {
      withdraw(page);
      rows.put(page, Rows.NONE);
    } else if (read) {
      books.paid(-paid(page), 0, 0, 0);
      cycle.unmark(page);
    }
    books.gone(read, accounts[2 * page]);
    accounts[2 * page + 1] = GONE;
  }

  /// β + q: the page's worth in units, before normalising. 0 for pages that are not known.
  public long worth(int page) {
    return known(page) ? Math.max(0, books.beta() + accounts[2 * page]) : 0;
  }

  @Override
  public double importance(int page) {
    return worth(page) / books.estimateSum();
  }

  /// What a read page still owes: `β + q − y`. May be negative.
  public long residual(int page) {
    return books.beta() + accounts[2 * page] - accounts[2 * page + 1];
  }

  @Override
  public long cash(int page) {
    return wasRead(page) ? Math.abs(residual(page)) : worth(page);
  }

  /// The certified bound on the known graph: the links that were read, unread pages without links.
  /// The L1 distance between [#importance] and the off-line rank of that graph is never above it.
  /// (With [Links#FORGET], of the graph as it would be had no link changed since it was read.)
  /// Costs a pass over the pages.
  @Override
  public double errorBound() {
    return errorBound(0);
  }

  /// The same with unread pages counted as owing all they are worth: certifies the distance to the
  /// rank of the graph with whatever links the unread pages turn out to have among known pages.
  public double openErrorBound() {
    double owed = (double) books.beta() * books.unreadPages() + books.receivedByUnread();
    return errorBound(owed);
  }

  private double errorBound(double owed) {
    double residual = 0;
    long beta = books.beta();
    for (int page = 0; page < pages; page++) {
      long y = accounts[2 * page + 1];
      if (y > UNREAD) {
        residual += Math.abs(beta + accounts[2 * page] - y);
      }
    }
    return books.errorBound(residual + owed);
  }

  @Override
  public void audit() {
    ExactAudit.check(this, accounts, rows);
  }

  /// Counts the totals again from the pages: after a cycle without rows, or when units changed.
  private void recount() {
    ExactBooks counted = ExactAudit.count(arithmetic, accounts, pages, books.links());
    books = counted;
  }

  private void changeUnits() {
    arithmetic = ExactArithmetic.of(arithmetic.damping(), Math.max(1, arithmetic.unit() >> 8));
    for (int page = 0; page < pages; page++) {
      boolean read = paid(page) > UNREAD;
      accounts[2 * page] = links == Links.KEEP ? 0 : accounts[2 * page] >> 8;
      accounts[2 * page + 1] = read ? paid(page) >> 8 : paid(page);
    }
    cycle.coarsen(8);
    for (int page = 0; links == Links.KEEP && page < pages; page++) {
      if (paid(page) > UNREAD) {
        int[] stored = rows.get(page);
        long share = arithmetic.share(paid(page), stored.length);
        for (int target : stored) {
          accounts[2 * target] += share;
        }
      }
    }
    recount();
  }

  @Override
  public void save(Path file) {
    LedgerFile.save(this, file);
  }

  /// The row of a page as last read. Do not write to it.
  int[] storedRow(int page) {
    return rows.get(page);
  }

  long[] accounts() {
    return accounts;
  }

  Cycle cycle() {
    return cycle;
  }

  /// Takes over what was saved.
  void restore(int savedPages, long[] saved, int[][] savedRows, long savedLinks) {
    reach(savedPages - 1);
    System.arraycopy(saved, 0, accounts, 0, 2 * savedPages);
    for (int page = 0; page < savedRows.length; page++) {
      rows.put(page, savedRows[page]);
    }
    books.links(savedLinks);
    recount();
  }
}
