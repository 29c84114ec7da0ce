package nephila.ledger;

import nephila.ledger.MeanCredit.Kind;

/// The exact form of on-line importance without stored links: converges geometrically, in any order
/// of reading, to the off-line rank of the known graph, with a certified bound while links stay.
///
/// Each page has y, what it has paid out so far, and q, what known links have paid it. Reading page
/// i sets `y = β + q` and pays the difference on (a little more where that is seen to help:
/// [Relaxation]); the residual `r = β + q − y` of a page with links is what it still owes (or was
/// paid too much). A page without links is a leaf: it has nobody to pay, owes nothing and is worth
/// β
/// + q, as a page not read yet is. The estimate is β + q, normalised. β is the mean of y − q over
///   the payers ([MeanCredit]); see [ExactArithmetic] for the units.
///
/// No link is stored: payments assume that the row is as it was, and a second account q′ collects
/// what is paid in full during one cycle (every page read once more); at its end q = q′, so old
/// links, and what pages that are gone have paid, are forgotten after at most two cycles
/// ([RereadCycle]). Where links change, the order of reading should be Cycle: a page that is read
/// several times in a cycle pays the links it had at the first of them. No store keeps its pages in
/// this ledger (docs/decisions/ledger.md 129).
///
/// | | here |
/// | --- | --- |
/// | q | `received` |
/// | y of a payer | `paid` |
/// | worth of a leaf when it was last read | `paid` |
///
/// Invariants:
/// - L1 every unit is accounted for, see [LedgerTotals].
/// - L3 the totals by kind of page are the sums over the pages.
///
/// Memory: 18 bytes a page in a table of its own, and 8¼ for q′, marks and signs. A read costs two
/// additions a link. Single writer.
///
/// Ours; the papers' algorithm is [OpicLedger].
public final class RowlessLedger extends Ledger {
  private static final int LEAF_SHIFT = 4;
  private static final double USUAL_DAMPING = 0.85;

  private ExactArithmetic arithmetic;
  private MeanCredit totals;
  private final RereadCycle cycle = new RereadCycle();
  private final Relaxation relaxation = new Relaxation();

  /// An empty ledger with damping 0.85, with room for a million pages before it has to change its
  /// units.
  public RowlessLedger() {
    this(USUAL_DAMPING, 1_000_000);
  }

  /// An empty ledger. More than `expectedPages` pages are welcome: units are made coarser then.
  public RowlessLedger(double damping, long expectedPages) {
    this(PageTable.ofRowlessLedger(), damping, expectedPages);
  }

  /// An empty ledger on a table that a frontier uses too.
  public RowlessLedger(PageTable pages, double damping, long expectedPages) {
    this(pages, ExactArithmetic.forPages(damping, expectedPages));
  }

  RowlessLedger(PageTable pages, ExactArithmetic arithmetic) {
    super(pages);
    this.arithmetic = arithmetic;
    this.totals = new MeanCredit(arithmetic);
  }

  /// The units it counts in now.
  public ExactArithmetic arithmetic() {
    return arithmetic;
  }

  /// Pay exactly what is owed, never more.
  public RowlessLedger withoutRelaxation() {
    relaxation.enable(false);
    return this;
  }

  Relaxation relaxation() {
    return relaxation;
  }

  /// The credit of a page now, in units.
  public long credit() {
    return totals.beta();
  }

  private Kind kind(int slot) {
    int flags = pages.flags[slot];
    if ((flags & PageTable.PAYS) != 0) {
      return Kind.PAYER;
    }
    if ((flags & PageTable.GONE) != 0) {
      return Kind.GONE;
    }
    return (flags & PageTable.READ) != 0 ? Kind.LEAF : Kind.UNREAD;
  }

  @Override
  public void discovered(int slot) {
    int before = pages.size();
    if (slot >= 0 && slot < before && pages.isGone(slot)) {
      becomes(slot, Kind.UNREAD, 0);
    } else if (pages.claim(slot)) {
      totals.discovered();
      if (pages.size() > before) {
        relaxation.reach(pages.size());
        cycle.reach(pages.size());
      }
    }
  }

  private void becomes(int slot, Kind kind, long paid) {
    totals.becomes(kind(slot), kind, pages.received[slot]);
    int flags = pages.flags[slot] & ~(PageTable.PAYS | PageTable.GONE);
    pages.flags[slot] =
        (short)
            switch (kind) {
              case PAYER -> flags | PageTable.READ | PageTable.PAYS;
              case LEAF -> flags | PageTable.READ;
              case UNREAD -> flags & ~PageTable.READ;
              case GONE -> flags | PageTable.GONE;
            };
    pages.paid[slot] = paid;
  }

  @Override
  public void pay(int slot, int[] row, int from, int to) {
    discovered(slot);
    long beta = totals.beta();
    Kind before = kind(slot);
    int out = to - from;
    if (out == 0) {
      becomeLeaf(slot, beta);
    } else if (before != Kind.PAYER) {
      becomes(slot, Kind.PAYER, 0);
    }
    boolean fresh = cycle.mark(slot);
    if (out > 0) {
      boolean self = contains(row, from, to, slot);
      long paidBefore = arithmetic.share(pages.paid[slot], out);
      if (pages.paid[slot] == 0) {
        payFirst(slot, row, from, to, beta, before == Kind.UNREAD, self);
      } else {
        payAgain(slot, row, from, to, self);
      }
      long after = arithmetic.share(pages.paid[slot], out);
      cycle.collect(row, from, to, fresh ? after : after - paidBefore);
    }
    turnCycle();
    if (arithmetic.nearlyFull(totals.paid())) {
      changeUnits();
    }
  }

  private static boolean contains(int[] row, int from, int to, int slot) {
    boolean self = false;
    for (int k = from; k < to; k++) {
      self |= row[k] == slot;
    }
    return self;
  }

  private void becomeLeaf(int slot, long beta) {
    if (kind(slot) == Kind.PAYER) {
      totals.paid(-pages.paid[slot], 0, 0, 0, 0);
    }
    becomes(slot, Kind.LEAF, Math.max(0, beta + pages.received[slot]));
  }

  /// Pays along the row of a page that has paid nothing. `beta` is the credit before the page was
  /// touched: taking its payments back bends it.
  private void payFirst(
      int slot, int[] row, int from, int to, long beta, boolean neverRead, boolean self) {
    int out = to - from;
    long worth = arithmetic.worth(beta, pages.received[slot], out, self);
    worth = neverRead ? relaxation.first(worth) : worth;
    relaxation.start(slot);
    pages.paid[slot] = worth;
    transfer(row, from, to, arithmetic.share(worth, out), worth);
  }

  private void payAgain(int slot, int[] row, int from, int to, boolean self) {
    int out = to - from;
    long y = pages.paid[slot];
    long before = arithmetic.share(y, out);
    long q = pages.received[slot] - (self ? before : 0);
    long owed = arithmetic.worth(totals.beta(), q, out, self) - y;
    long worth = Math.max(0, y + relaxation.payment(slot, owed));
    long share = arithmetic.share(worth, out) - before;
    pages.paid[slot] = worth;
    transfer(row, from, to, share, worth - y);
  }

  private void transfer(int[] row, int from, int to, long share, long amount) {
    long[] received = pages.received;
    short[] flags = pages.flags;
    int payers = 0;
    int unread = 0;
    int gone = 0;
    for (int k = from; k < to; k++) {
      int child = row[k];
      int its = flags[child];
      received[child] += share;
      payers += its >>> 6 & 1; // PAYS
      gone += its >>> 1 & 1; // GONE
      unread += ~(its | its >>> 1) & 1; // neither READ nor GONE
    }
    int leaves = to - from - payers - unread - gone;
    totals.paid(amount, share * payers, share * leaves, share * unread, share * gone);
  }

  private void turnCycle() {
    if (cycle.complete(totals.readPages(), totals.unreadPages())) {
      totals.links(cycle.linksPaid() - totals.links());
      cycle.close(pages.received, pages.size());
      recount(totals.links(), totals.arrived());
    } else if (cycle.linksPaid() > totals.links()) {
      totals.links(cycle.linksPaid() - totals.links());
    }
  }

  @Override
  public void receive(int slot, long units) {
    pages.received[slot] += units;
    cycle.receive(slot, units);
    totals.arrived(kind(slot), units);
  }

  /// Refused: β is a mean over all pages, which a ledger of some of them does not know.
  @Override
  public void remote(int slot) {
    throw new UnsupportedOperationException("the mean credit needs all pages in one ledger");
  }

  @Override
  public long take(int slot) {
    throw new UnsupportedOperationException("no page of another ledger is in this one");
  }

  /// The ledger does not know link by link what the page has paid: the next cycles forget it.
  @Override
  public void gone(int slot) {
    if (known(slot)) {
      if (kind(slot) == Kind.PAYER) {
        totals.paid(-pages.paid[slot], 0, 0, 0, 0);
      }
      cycle.unmark(slot);
      becomes(slot, Kind.GONE, 0);
    }
  }

  /// β + q: the page's worth in units, before normalising; β where it was paid less than nothing,
  /// which happens after links changed. 0 for pages that are not known.
  public long worth(int slot) {
    return known(slot) ? totals.beta() + Math.max(0, pages.received[slot]) : 0;
  }

  @Override
  public double importance(int slot) {
    return worth(slot) / totals.estimateSum();
  }

  /// The units that a page with links still owes: `β + q − y`. May be negative; 0 for other pages.
  public long residual(int slot) {
    return pages.is(slot, PageTable.PAYS)
        ? totals.beta() + pages.received[slot] - pages.paid[slot]
        : 0;
  }

  /// The units that reading the page would move: its worth if it was never read, else the amount it
  /// owes. A leaf would move something only if it has links by now: a sixteenth of what its worth
  /// changed by counts, so that leaves are read again, but late.
  @Override
  public long cash(int slot) {
    if (!known(slot)) {
      return 0;
    }
    long worth = totals.beta() + pages.received[slot];
    return switch (kind(slot)) {
      case PAYER -> Math.abs(worth - pages.paid[slot]);
      case LEAF -> Math.abs(worth - pages.paid[slot]) >> LEAF_SHIFT;
      case UNREAD -> Math.max(0, worth);
      case GONE -> 0;
    };
  }

  /// The same without a call or a branch a page.
  @Override
  public long holding(int from, int to, long cashOfRead, long cashOfUnread) {
    long[] q = pages.received;
    long[] y = pages.paid;
    short[] flags = pages.flags;
    long beta = totals.beta();
    long holding = 0;
    for (int page = from; page < to; page++) {
      long worth = beta + q[page];
      int its = flags[page];
      int shift = ~its >>> 4 & LEAF_SHIFT; // where bit 6, PAYS, is not set
      long lacks = (Math.abs(worth - y[page]) >> shift) - cashOfRead;
      if ((its & (PageTable.NOT_LIVING | PageTable.READ)) != PageTable.READ) {
        boolean living = (its & PageTable.NOT_LIVING) == 0;
        lacks = living ? Math.max(0, worth) - cashOfUnread : -1;
      }
      holding |= ~lacks >>> 63 << (page - from);
    }
    return holding;
  }

  /// The certified bound on the known graph: the links that were read, unread pages without links.
  /// The L1 distance between [#importance] and the off-line rank of that graph is never above it
  /// while no link changes and no page vanishes. Costs a pass over the pages.
  @Override
  public double errorBound() {
    return errorBound(0);
  }

  /// The same with unread pages counted as owing all they are worth: certifies the distance to the
  /// rank of the graph with whatever links the unread pages turn out to have among known pages.
  @Override
  public double openErrorBound() {
    return errorBound((double) totals.beta() * totals.unreadPages() + totals.received(Kind.UNREAD));
  }

  private double errorBound(double owed) {
    double residual = owed;
    for (int slot = 0; slot < pages.size(); slot++) {
      residual += Math.abs(residual(slot));
    }
    return totals.errorBound(residual);
  }

  @Override
  public LedgerTotals totals() {
    long residual = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      residual += Math.abs(residual(slot));
    }
    return totals.totals(residual);
  }

  @Override
  public void audit() {
    long imbalance = totals.totals(0).imbalance();
    require(imbalance == 0, "L1", "imbalance", 0, imbalance);
    MeanCredit counted = counted(totals.links(), totals.arrived());
    require(totals.paid() == counted.paid(), "L3", "paid", totals.paid(), counted.paid());
    for (Kind kind : Kind.values()) {
      long received = counted.received(kind);
      long found = counted.pages(kind);
      require(
          totals.received(kind) == received,
          "L3",
          "received by " + kind,
          totals.received(kind),
          received);
      require(totals.pages(kind) == found, "L3", "pages " + kind, totals.pages(kind), found);
    }
  }

  private MeanCredit counted(long links, long arrived) {
    MeanCredit counted = new MeanCredit(arithmetic);
    for (int slot = 0; slot < pages.size(); slot++) {
      if (!pages.isFree(slot)) {
        Kind kind = kind(slot);
        counted.count(kind, pages.received[slot], kind == Kind.PAYER ? pages.paid[slot] : 0);
      }
    }
    counted.counted(links, arrived);
    return counted;
  }

  /// Counts the totals again from the pages: after a cycle, or when units changed.
  private void recount(long links, long arrived) {
    totals = counted(links, arrived);
  }

  private void changeUnits() {
    arithmetic = ExactArithmetic.of(arithmetic.damping(), Math.max(1, arithmetic.unit() >> 8));
    for (int slot = 0; slot < pages.size(); slot++) {
      pages.received[slot] >>= 8;
      pages.paid[slot] >>= 8;
    }
    cycle.coarsen(8);
    recount(totals.links(), totals.arrived() >> 8);
  }

  RereadCycle cycle() {
    return cycle;
  }

  /// Takes over what was saved beside the columns.
  void restore(long links, long arrived) {
    relaxation.reach(pages.size());
    cycle.reach(pages.size());
    recount(links, arrived);
  }
}
