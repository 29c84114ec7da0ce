package nephila.ledger;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A ledger whose pages a store keeps: they get their slots from the store, are written when they
/// have changed ([ChangedPages]), and may leave the memory and come back.
///
/// The store tells the ledger what becomes known ([#joined]), what comes from disk ([#loaded],
/// [#resolved]) and what goes there ([#leaving]), and asks it for what it must find again: the sums
/// ([#notes]) and, of each page, what stands in place of [PageTable#paid] ([#keptPaid]).
///
/// Orders, views and exports work on [#worth]: importance in units, of which the living pages have
/// [#credit] each on the average or at the least.
public abstract sealed class StoredLedger extends Ledger permits ExactLedger, OpicLedger {
  WorthListener listener = (slot, rose) -> {};

  /// Of payments to a page with this flag the listener is not told.
  int untold = PageTable.READ;

  RowSource rowSource = slot -> new int[0];
  private LinkWeights weights = LinkWeights.EQUAL;
  private LinkWeights.@Nullable Kinds kinds;

  StoredLedger(PageTable pages) {
    super(pages);
  }

  /// Is told when what orders an unread page has changed.
  @FunctionalInterface
  public interface WorthListener {
    void changed(int slot, boolean rose);
  }

  public final void whenWorthChanges(WorthListener to) {
    listener = to;
  }

  /// Tells of payments to pages that were read too, from now on: the cash of those orders them.
  public final void tellOfReadPages() {
    untold = 0;
  }

  /// What orders an unread page turned out to be more.
  public final void rose(int slot) {
    listener.changed(slot, true);
  }

  /// Where the row of a page comes from that is not resident.
  @FunctionalInterface
  public interface RowSource {
    int[] row(int slot);
  }

  public final void rowsFrom(RowSource source) {
    rowSource = source;
  }

  /// Makes the page's row resident.
  public final void loadRow(int slot) {
    row(slot);
  }

  final int[] row(int slot) {
    int[] row = pages.row(slot);
    return row.length > 0 || !pages.is(slot, PageTable.PAYS) ? row : rowSource.row(slot);
  }

  /// Links have these weights, from the first payment on; every row that is paid along has the
  /// links inside its page's site first.
  public final void weigh(LinkWeights by, LinkWeights.Kinds of) {
    weights = by;
    kinds = by.areEqual() ? null : of;
  }

  /// Whether links have weights.
  final boolean isWeighed() {
    return kinds != null;
  }

  /// How many links of the row, from its beginning, stay inside the page's site; 0 where that makes
  /// no difference. Asks about the logarithm of the links.
  final int insideLinks(int slot, int[] row, int from, int to) {
    LinkWeights.Kinds its = kinds;
    int low = from;
    int high = weights.internal() == 1 ? from : to;
    while (its != null && low < high) {
      int middle = (low + high) >>> 1;
      if (its.isInternal(slot, row[middle])) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - from;
  }

  /// What links carry of `paid` units where they have weights.
  final RowShares weighed(int slot, long paid, double passed, int[] row, int from, int to) {
    LinkWeights.Kinds its = kinds;
    boolean isDynamic = weights.dynamic() < 1 && its != null && its.isDynamic(slot);
    if (weights.bySite() && its != null) {
      int[] ends = LinkWeights.ends(to - from, k -> its.site(row[from + k]));
      boolean stays = to > from && its.isInternal(slot, row[from]);
      return weights.shares(paid, passed, ends, stays ? ends[0] : 0, isDynamic);
    }
    int inside = insideLinks(slot, row, from, to);
    return weights.shares(paid, passed, inside, to - from - inside, isDynamic);
  }

  /// The same of a page that has no slot.
  ///
  /// @param ends where the runs of links to one site end
  final RowShares weighed(
      long paid, double passed, int[] ends, int insideLinks, boolean isDynamic) {
    if (weights.bySite()) {
      return weights.shares(paid, passed, ends, insideLinks, isDynamic);
    }
    int links = ends.length == 0 ? 0 : ends[ends.length - 1];
    int inside = weights.internal() == 1 ? 0 : insideLinks;
    return weights.shares(paid, passed, inside, links - inside, isDynamic);
  }

  /// Importance in units: [#importance] is its share of [#worthSum].
  public abstract long worth(int slot);

  /// The same without a look at the disk: about right under OPIC.
  public abstract long roughWorth(int slot);

  /// The same of a living page on disk that was read.
  ///
  /// @param kept what [#keptPaid] said
  public abstract long roughWorth(long received, long kept);

  /// What a gone page would be worth if it came back, in the units of [#worth].
  public abstract long worthIfBack(int slot);

  /// The importance of all living pages, in units.
  public abstract double worthSum();

  /// The units that every page brings in when it becomes known.
  public abstract long credit();

  /// The least that a page can be worth, but for what is still on its way.
  public abstract double leastWorth();

  /// The credits by which a page is ordered that has received nothing.
  public abstract double leastCredits();

  /// The units that reading the page would move; below zero where it has paid too much.
  public abstract long unspent(int slot);

  /// The units that each page in its row, which is resident, gets from the page while importance
  /// stays as it is.
  public abstract RowShares paidAlong(int slot);

  /// The share of its worth that a page passes on along its links.
  public abstract double damping();

  /// How many pages are gone.
  public abstract long gonePages();

  /// Payments made so far, in this process.
  public abstract long transfers();

  /// Links that stored rows hold.
  public abstract long links();

  /// Pushes stored pages until the error bound is at most `bound` or cannot sink further, where
  /// there is anything to push; returns the error bound reached.
  public double settle(double bound) {
    return errorBound();
  }

  /// Whether a page pays when it is read and at no other time, so that it pays too when it is as it
  /// was.
  public abstract boolean paysOnlyWhenRead();

  /// The page of that slot is new: nobody knew it before.
  public abstract void joined(int slot);

  /// A page is in memory with all that is known of it, of which `onDisk` units were received while
  /// it was not.
  public abstract void resolved(int slot, long onDisk);

  /// The page is in memory again as it left: nothing was paid to it meanwhile.
  public abstract void loaded(int slot);

  /// The page leaves the memory.
  public abstract void leaving(int slot);

  /// How many pages are known, where they do not all have a slot.
  public abstract void known(long count);

  /// The number that is kept of the page in place of what it has paid.
  public abstract long keptPaid(int slot);

  /// Tells the ledger what time it is. Matters where the past that counts is a time.
  public void time(long epochMillis) {}

  /// The sums that are kept with a commit, by name.
  public abstract Map<String, String> notes();

  /// Takes the sums over, after the columns of every known page were filled from disk.
  public abstract void resumeWhole(Function<String, Optional<String>> notes);

  /// Takes the sums over where most pages stay on disk.
  ///
  /// @param gone how many pages are gone
  public abstract void resumeLittle(Function<String, Optional<String>> notes, long gone);
}
