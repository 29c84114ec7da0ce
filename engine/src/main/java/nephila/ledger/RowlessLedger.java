package nephila.ledger;

import java.nio.file.Path;
import java.util.Arrays;
import nephila.ledger.ExactBooks.Kind;

/// The exact form of on-line importance: converges geometrically, in any order of reading, to the
/// off-line rank of the known graph, with a certified bound at any moment.
///
/// Each page has y, what it has paid out so far, and q, what known links have paid it. Reading or
/// pushing page i sets `y = β + q` and pays the difference on (a little more where that is seen to
/// help: [Relaxation]); the residual `r = β + q − y` of a page with links is what it still owes (or
/// was paid too much). A page without links is a leaf: it has nobody to pay, owes nothing and is
/// worth β + q, as a page not read yet is. The estimate is β + q, normalised. See [ExactArithmetic]
/// for the units and [ExactBooks] for β and the bound.
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
/// Memory: 16⅛ bytes a page; KEEP adds 36⅛ bytes a page and 4 bytes a link; FORGET adds 8⅛ bytes a
/// page. A read costs one addition a link (two where the row changed). Single writer.
///
/// Ours; the papers' algorithm is [OpicLedger].
public final class RowlessLedger implements Ledger {
  /// Whether a page's links are stored.
  public enum Links {
    KEEP,
    FORGET
  }

  // Values of y that say what kind of page it is instead. Other negative values: a leaf, −1 − what
  // it was worth when last read. All others: what a payer paid.
  static final long UNKNOWN = Long.MIN_VALUE;
  static final long GONE = Long.MIN_VALUE + 1;
  static final long UNREAD = Long.MIN_VALUE + 2;

  private static final int LEAF_SHIFT = 4;
  private static final int MOST_PAGES = Integer.MAX_VALUE - 16;

  private ExactArithmetic arithmetic;
  private ExactBooks books;
  private final Links links;
  private final Rows rows;
  private final Cycle cycle;
  private final Relaxation relaxation = new Relaxation();
  private final Row row = new Row();
  private int pages;

  /// q of every page: what a payment touches, at a random place for each child, and nothing else.
  private long[] qs;

  private long[] ys;

  private final Pushes pushes = new Pushes(this);

  /// An empty ledger with damping 0.85 that keeps rows, with room for a million pages before it has
  /// to change its units.
  public RowlessLedger() {
    this(0.85, Links.KEEP, 1_000_000);
  }

  /// An empty ledger. More than `expectedPages` pages are welcome: units are made coarser then.
  public RowlessLedger(double damping, Links links, long expectedPages) {
    this(ExactArithmetic.forPages(damping, expectedPages), links);
  }

  RowlessLedger(ExactArithmetic arithmetic, Links links) {
    this.arithmetic = arithmetic;
    this.books = new ExactBooks(arithmetic);
    this.links = links;
    this.rows = new Rows();
    this.cycle = new Cycle();
    this.qs = new long[16];
    this.ys = new long[16];
    Arrays.fill(ys, UNKNOWN);
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
  public RowlessLedger withoutRelaxation() {
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
    return ys[page];
  }

  static Kind kind(long y) {
    if (y >= 0) {
      return Kind.PAYER;
    }
    return y > UNREAD ? Kind.LEAF : y == UNREAD ? Kind.UNREAD : Kind.GONE;
  }

  @Override
  public void discovered(int page) {
    reach(page);
    long y = paid(page);
    if (y == UNKNOWN) {
      ys[page] = UNREAD;
      books.discovered();
    } else if (y == GONE) {
      becomes(page, Kind.UNREAD, UNREAD);
    }
  }

  private void reach(int page) {
    if (page < 0) {
      throw new IllegalArgumentException("page " + page + " is negative");
    }
    if (page >= pages) {
      pages = page + 1;
      int old = qs.length;
      if (pages > old) {
        int room = (int) Math.min(MOST_PAGES, Math.max(pages, 2L * old));
        qs = Arrays.copyOf(qs, room);
        ys = Arrays.copyOf(ys, room);
        Arrays.fill(ys, old, room, UNKNOWN);
      }
      relaxation.reach(pages);
      cycle.reach(links == Links.FORGET ? pages : 0);
      rows.reach(links == Links.KEEP ? pages : 0);
    }
  }

  @Override
  public void read(int page, int[] given, int from, int to) {
    if (links == Links.KEEP && isStored(page, given, from, to)) {
      pay(page, given, from, to, rows.selfLink(page));
    } else {
      readOther(page, given, from, to);
    }
    if (arithmetic.nearlyFull(books.paid())) {
      changeUnits();
    }
  }

  /// Whether the page has paid along exactly these links before.
  private boolean isStored(int page, int[] given, int from, int to) {
    return page >= 0 && page < pages && paid(page) >= 0 && rows.is(page, given, from, to);
  }

  private void readOther(int page, int[] given, int from, int to) {
    row.set(page, given, from, to);
    reach(Math.max(page, row.highest()));
    discovered(page);
    long beta = books.beta();
    Kind before = kind(paid(page));
    if (before == Kind.PAYER && links == Links.KEEP) {
      withdraw(page);
    }
    if (row.size() == 0) {
      becomeLeaf(page, beta);
    } else if (before != Kind.PAYER) {
      becomes(page, Kind.PAYER, 0);
    }
    if (links == Links.FORGET) {
      readForgetting(page, beta, before == Kind.UNREAD);
    } else if (row.size() > 0) {
      rows.put(page, row.copy(), row.selfLink());
      books.links(row.size());
      payFirst(page, beta, before == Kind.UNREAD);
    }
  }

  private void becomes(int page, Kind kind, long y) {
    Kind before = kind(paid(page));
    if (before != kind && (before == Kind.PAYER || before == Kind.LEAF)) {
      rows.forgetLeaves();
    }
    books.becomes(before, kind, qs[page]);
    ys[page] = y;
  }

  private void becomeLeaf(int page, long beta) {
    if (kind(paid(page)) == Kind.PAYER) {
      books.paid(-paid(page), 0, 0, 0, 0);
    }
    becomes(page, Kind.LEAF, -1 - Math.max(0, beta + qs[page]));
  }

  /// Pays what the page owes along the row it had when last read, without reading it: spare CPU in
  /// place of a fetch. Needs [Links#KEEP] and a page that was read.
  public void push(int page) {
    int[] stored = rows.get(page);
    if (stored.length > 0) {
      pay(page, stored, 0, stored.length, rows.selfLink(page));
    }
  }

  /// Pushes every page that owes at least `epsilon` credits, round and round, until none is left or
  /// about `maxTransfers` links were paid. Goes on where it stopped the last time. Returns the
  /// number of links paid.
  public long push(double epsilon, long maxTransfers) {
    if (links == Links.FORGET) {
      throw new IllegalStateException("no rows to push: the ledger forgets links");
    }
    return pushes.push(epsilon, maxTransfers);
  }

  /// Pushes stored rows until [#errorBound] is at most `target`, or rounding lets it sink no
  /// further, or about `maxTransfers` links were paid. Returns the bound reached.
  public double settle(double target, long maxTransfers) {
    return pushes.settle(target, maxTransfers);
  }

  /// Pays along the row that was just given to a page that has paid nothing. `beta` is the credit
  /// before the page was touched: taking its payments back bends it.
  private void payFirst(int page, long beta, boolean neverRead) {
    long worth = arithmetic.worth(beta, qs[page], row.size(), row.selfLink());
    worth = neverRead ? relaxation.first(worth) : worth;
    relaxation.start(page);
    ys[page] = worth;
    transfer(page, row.links(), row.from(), row.to(), arithmetic.share(worth, row.size()), worth);
  }

  private void pay(int page, int[] targets, int from, int to, boolean self) {
    int out = to - from;
    long y = ys[page];
    long before = arithmetic.share(y, out);
    long q = qs[page] - (self ? before : 0);
    long owed = arithmetic.worth(books.beta(), q, out, self) - y;
    long worth = Math.max(0, y + relaxation.payment(page, owed));
    long share = arithmetic.share(worth, out) - before;
    ys[page] = worth;
    transfer(page, targets, from, to, share, worth - y);
  }

  /// Takes back all that the page has paid along its stored row.
  private void withdraw(int page) {
    int[] stored = rows.get(page);
    long y = ys[page];
    ys[page] = 0;
    transfer(page, stored, 0, stored.length, -arithmetic.share(y, stored.length), -y);
    books.links(-stored.length);
    rows.put(page, Rows.NONE, false);
  }

  private void transfer(int page, int[] targets, int from, int to, long share, long amount) {
    int leaves = links == Links.KEEP ? rows.leaves(page) : Rows.NOT_COUNTED;
    if (leaves == Rows.NOT_COUNTED) {
      transferCounting(page, targets, from, to, share, amount);
      return;
    }
    long[] q = qs;
    for (int k = from; k < to; k++) {
      q[targets[k]] += share;
    }
    books.paid(amount, share * (to - from - leaves), share * leaves, 0, 0);
  }

  /// The same where it is not known of what kind the children are.
  private void transferCounting(
      int page, int[] targets, int from, int to, long share, long amount) {
    int notPayers = 0;
    int notRead = 0;
    for (int k = from; k < to; k++) {
      int child = targets[k];
      long y = ys[child];
      qs[child] += share;
      notPayers += y < 0 ? 1 : 0;
      notRead += y <= UNREAD ? 1 : 0;
    }
    int gone = notRead == 0 ? 0 : discoverThese(targets, from, to);
    if (notRead == 0 && links == Links.KEEP) {
      rows.leavesAre(page, notPayers);
    }
    books.paid(
        amount,
        share * (to - from - notPayers),
        share * (notPayers - notRead),
        share * (notRead - gone),
        share * gone);
  }

  /// Pages that were unknown until now are unread ones. Returns how many are gone.
  private int discoverThese(int[] targets, int from, int to) {
    int gone = 0;
    for (int k = from; k < to; k++) {
      long y = ys[targets[k]];
      if (y == UNKNOWN) {
        ys[targets[k]] = UNREAD;
        books.discovered();
      }
      gone += y == GONE ? 1 : 0;
    }
    return gone;
  }

  private void readForgetting(int page, long beta, boolean neverRead) {
    int out = row.size();
    boolean fresh = cycle.mark(page);
    if (out > 0) {
      long before = arithmetic.share(paid(page), out);
      if (paid(page) == 0) {
        payFirst(page, beta, neverRead);
      } else {
        pay(page, row.links(), row.from(), row.to(), row.selfLink());
      }
      long after = arithmetic.share(paid(page), out);
      cycle.collect(row, fresh ? after : after - before);
    }
    if (cycle.complete(books.readPages(), books.unreadPages())) {
      books.links(cycle.linksPaid() - books.links());
      cycle.close(qs, pages);
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
    if (links == Links.KEEP && paid(page) >= 0) {
      withdraw(page);
    } else if (paid(page) >= 0) {
      books.paid(-paid(page), 0, 0, 0, 0);
    }
    if (links == Links.FORGET) {
      cycle.unmark(page);
    }
    becomes(page, Kind.GONE, GONE);
  }

  /// β + q: the page's worth in units, before normalising. 0 for pages that are not known.
  public long worth(int page) {
    return known(page) ? Math.max(0, books.beta() + qs[page]) : 0;
  }

  @Override
  public double importance(int page) {
    return worth(page) / books.estimateSum();
  }

  /// What a read page still owes: `β + q − y`. May be negative; 0 for a leaf.
  public long residual(int page) {
    long y = ys[page];
    return y < 0 ? 0 : books.beta() + qs[page] - y;
  }

  /// What reading the page would move: its worth if it was never read, else the amount it owes. A
  /// leaf would move something only if it has links by now: a sixteenth of what its worth changed
  /// by counts, so that leaves are read again, but late.
  @Override
  public long cash(int page) {
    long y = ys[page];
    long worth = books.beta() + qs[page];
    if (y >= 0) {
      return Math.abs(worth - y);
    }
    return y > UNREAD
        ? Math.abs(worth + 1 + y) >> LEAF_SHIFT
        : y == UNREAD ? Math.max(0, worth) : 0;
  }

  /// Which of the known pages `from … to − 1`, 64 at most, have at least so much [#cash]: bit k
  /// stands for page `from + k`. Quicker than asking page by page.
  public long holding(int from, int to, long cashOfRead, long cashOfUnread) {
    long[] q = qs;
    long[] paid = ys;
    long beta = books.beta();
    long holding = 0;
    for (int page = from; page < to; page++) {
      long y = paid[page];
      long worth = beta + q[page];
      // All ones for a leaf: y ^ leaf is what it was worth, or what a payer has paid.
      long leaf = y >> 63;
      long lacks = (Math.abs(worth - (y ^ leaf)) >> (leaf & LEAF_SHIFT)) - cashOfRead;
      if (y <= UNREAD) {
        lacks = y == UNREAD ? Math.max(0, worth) - cashOfUnread : -1;
      }
      holding |= ~lacks >>> 63 << (page - from);
    }
    return holding;
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
    double owed = (double) books.beta() * books.unreadPages() + books.received(Kind.UNREAD);
    return errorBound(owed);
  }

  private double errorBound(double owed) {
    return books.errorBound(SavedAccounts.residual(qs, ys, pages, books.beta()) + owed);
  }

  @Override
  public void audit() {
    ExactAudit.check(this, qs, ys, rows);
  }

  /// Counts the totals again from the pages: after a cycle without rows, or when units changed.
  private void recount() {
    books = ExactAudit.count(arithmetic, qs, ys, pages, books.links());
  }

  private void changeUnits() {
    arithmetic = ExactArithmetic.of(arithmetic.damping(), Math.max(1, arithmetic.unit() >> 8));
    for (int page = 0; page < pages; page++) {
      qs[page] = links == Links.KEEP ? 0 : qs[page] >> 8;
      ys[page] = wasRead(page) ? paid(page) >> 8 : paid(page);
    }
    cycle.coarsen(8);
    if (links == Links.KEEP) {
      SavedAccounts.payAll(qs, ys, pages, rows, arithmetic);
    }
    recount();
  }

  @Override
  public void save(Path file) {
    LedgerFile.save(this, file);
  }

  /// The links of a page as it was last read, ascending; none where it was not read or links are
  /// forgotten. Do not write to it.
  public int[] row(int page) {
    return links == Links.KEEP ? rows.get(page) : Rows.NONE;
  }

  /// For saving: q and y of page i at 2i and 2i + 1.
  long[] accounts() {
    return SavedAccounts.together(qs, ys, pages);
  }

  Cycle cycle() {
    return cycle;
  }

  /// Takes over what was saved.
  void restore(int savedPages, long[] saved, int[][] savedRows, long savedLinks) {
    reach(savedPages - 1);
    SavedAccounts.apart(saved, qs, ys);
    for (int page = 0; page < savedRows.length; page++) {
      rows.put(page, savedRows[page], Arrays.binarySearch(savedRows[page], page) >= 0);
    }
    books.links(savedLinks);
    recount();
  }
}
