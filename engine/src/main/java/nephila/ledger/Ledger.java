package nephila.ledger;

import java.nio.file.Path;

/// How much each page is worth so far, learned by reading pages one at a time, in any order.
///
/// A ledger works on the slots of a [PageTable]. A program that numbers its pages densely from 0
/// uses the numbers as slots: [#read(int, int...)] makes known what it links to. A store gives
/// slots itself and calls [#pay].
///
/// | | keeps | converges | for |
/// | --- | --- | --- | --- |
/// | [ExactLedger] | the row of every page read | by reading and by pushing stored rows | the crawler runs on it; the choice for a new program |
/// | [RowlessLedger] | no links | by reading | the exact form with no memory of links, in programs and the lab |
/// | [OpicLedger] | no links, a history of cash | by reading | the papers' OPIC with every window |
///
/// The books balance to the unit before and after every call ([#totals], [#audit]). Single writer:
/// one thread calls everything but what is read from an [ImportanceSnapshot]. No I/O but [#save].
///
/// Cost: one virtual call a row, none a payment; implementations loop over a row themselves
/// (docs/decisions/ledger.md).
public abstract class Ledger {
  final PageTable pages;
  private final DistinctLinks distinct = new DistinctLinks();

  protected Ledger(PageTable pages) {
    this.pages = pages;
  }

  /// The columns it works on.
  public final PageTable table() {
    return pages;
  }

  /// One more than the highest slot given.
  public final int pages() {
    return pages.size();
  }

  /// Whether the slot holds a page that was discovered and is not gone.
  public final boolean known(int slot) {
    return slot < pages.size() && (pages.flags[slot] & PageTable.NOT_LIVING) == 0;
  }

  /// Whether the page is known and was read since it became known.
  public final boolean wasRead(int slot) {
    int flags = slot < pages.size() ? pages.flags[slot] : PageTable.FREE;
    return (flags & (PageTable.NOT_LIVING | PageTable.READ)) == PageTable.READ;
  }

  /// The page exists. Calling again changes nothing; a page that was gone is back, unread.
  public abstract void discovered(int slot);

  /// The page was read and links to exactly these pages, in any order; doubled links count once,
  /// links to itself count. Pages linked to are discovered by this.
  public final void read(int page, int... links) {
    read(page, links, 0, links.length);
  }

  /// The page was read and links to `links[from] … links[to − 1]`.
  public final void read(int page, int[] links, int from, int to) {
    distinct.set(page, links, from, to);
    discovered(page);
    if (pages.inUse() < pages.size() || distinct.highest() >= pages.size()) {
      discover(distinct.links(), distinct.from(), distinct.to());
    }
    pay(page, distinct.links(), distinct.from(), distinct.to());
  }

  private void discover(int[] links, int from, int to) {
    for (int k = from; k < to; k++) {
      if (links[k] >= pages.size() || pages.isFree(links[k])) {
        discovered(links[k]);
      }
    }
  }

  /// The page was read and points to `row[from] … row[to − 1]`: slots that hold pages, none twice,
  /// in any order. What it paid along other links before is taken back, at once or (without rows)
  /// in time; a page that was gone is back. The array is not kept.
  public abstract void pay(int slot, int[] row, int from, int to);

  /// The same, and the ledger may keep the array: nobody writes to it any more.
  public void pay(int slot, int[] row) {
    pay(slot, row, 0, row.length);
  }

  /// The page was read again and points to the same pages as before.
  public void unchanged(int slot, int[] row) {
    pay(slot, row, 0, row.length);
  }

  /// The page is paid by a page of another ledger. Commutes with every other payment.
  public abstract void receive(int slot, long units);

  /// Makes the slot stand for a page of another ledger: it may be in rows, and what it is paid
  /// waits for [#take]. For ledgers that share a web.
  public abstract void remote(int slot);

  /// Takes what a [#remote] page was paid since the last time, to be received where it belongs.
  public abstract long take(int slot);

  /// The page has vanished. It is worth nothing, is no longer counted among the living, and what it
  /// paid along its links is taken back. Links to it pay nobody; what they carry is booked all the
  /// same, so that a page that is discovered or read again is worth what it should be.
  public abstract void gone(int slot);

  /// The units that reading the page now would move: the order of Greedy selection.
  public abstract long cash(int slot);

  /// The part of [#cash] that every known page was given alike since the beginning, so that `cash −
  /// commonCash` of a page changes only when that page is paid or read.
  public long commonCash() {
    return 0;
  }

  /// The part that a page has of what was paid to all pages so far, when that was `common`: all of
  /// it, unless pages have weights.
  public long shareOf(long common, int slot) {
    return common;
  }

  /// Which of the known pages `from … to − 1`, 64 at most, have at least so much [#cash]: bit k
  /// stands for page `from + k`.
  public long holding(int from, int to, long cashOfRead, long cashOfUnread) {
    long holding = 0;
    for (int slot = from; slot < to; slot++) {
      boolean holds = known(slot) && cash(slot) >= (pages.isRead(slot) ? cashOfRead : cashOfUnread);
      holding |= (holds ? 1L : 0) << (slot - from);
    }
    return holding;
  }

  /// The estimate of the page's importance: over all living pages it adds up to 1 (to about 1 where
  /// a window forgets). 0 for pages that are not known.
  public abstract double importance(int slot);

  /// A bound of the error of [#importance], summed over the living pages, on the graph of the links
  /// that were read; 2 where nothing is certified.
  public abstract double errorBound();

  /// The same with whatever links the pages not read yet turn out to have among known pages.
  public double openErrorBound() {
    return errorBound();
  }

  /// Pays along stored rows, where there are any, what pages owe that owe much: spare CPU in place
  /// of fetches. Stops after about `links` payments; returns whether nothing is left to push.
  public boolean push(long links) {
    return true;
  }

  /// Has smaller debts pushed too, unless the error bound is at most `bound` already; returns
  /// whether it did.
  public boolean deepen(double bound) {
    return false;
  }

  /// The sums over all pages, to the unit. Costs a pass over the pages.
  public abstract LedgerTotals totals();

  /// Counts every page again and compares with the running totals. Throws [IllegalStateException]
  /// with the invariant's name when a unit is missing. Costs a pass over pages and rows.
  public abstract void audit();

  /// The importance of every page now, for readers on other threads.
  public final ImportanceSnapshot snapshot() {
    return ImportanceSnapshot.of(this);
  }

  /// Writes the ledger to `file`, whole or not at all: to a temporary file beside it, then moved.
  /// Not for pages that a store keeps.
  public final void save(Path file) {
    LedgerFile.save(this, file);
  }

  /// The ledger that [#save] wrote.
  public static Ledger load(Path file) {
    return LedgerFile.load(file);
  }

  static void require(boolean holds, String name, String what, long running, long counted) {
    if (!holds) {
      throw new IllegalStateException(
          name + " broken: " + what + " is " + running + " in the books, counted " + counted);
    }
  }
}
