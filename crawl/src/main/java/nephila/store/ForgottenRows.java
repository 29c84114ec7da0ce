package nephila.store;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import nephila.ledger.ExactLedger;
import nephila.ledger.PageTable;
import nephila.store.record.ReadFacts;
import nephila.store.record.RowPrint;
import nephila.store.record.RowPrint.ArchivedCopy;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The rows of a crawl with the exact ledger that keeps none, in memory or on disk.
///
/// When a page is read again, the row that it has paid along is found in its last archived copy:
/// not at all where the content is as it was, since the new row is the old one then. It is known
/// again by its print ([RowPrint]). What a page had paid along a row that cannot be found again is
/// abandoned: counted in the error bound, never in silence ([ExactLedger#abandon]).
///
/// Cost of a read with changed content: the old copy is unpacked and parsed, 0.3 ms of a small
/// page, by whoever calls [#found] before, or here. Memory: the prints of what was read since the
/// last commit. Not thread-safe.
final class ForgottenRows {
  private static final int[] NO_LINKS = {};

  private final PageStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final ExactLedger ledger;
  private final IntFunction<String> urlOf;
  private final ToIntFunction<String> hostOf;
  private final PageRows.Slots slots;
  private final Map<Integer, RowPrint> fresh = new HashMap<>();
  private ArchivedRows archive = ArchivedRows.NONE;
  private int foundFor = PageTable.NO_PAGE;
  private @Nullable List<String> found;

  /// The pages of a row that was found again.
  record Row(int[] groups, long[] hashes) {
    /// The same row in another order.
    Row in(int[] order) {
      return new Row(
          Arrays.stream(order).map(k -> groups[k]).toArray(),
          Arrays.stream(order).mapToLong(k -> hashes[k]).toArray());
    }
  }

  /// @param urlOf the URL of a page in a slot
  /// @param hostOf the number of the host with that origin, −1 where none is known
  /// @param slots of pages that may be on disk alone; [PageTable#NO_PAGE] where one is not known
  ForgottenRows(
      PageStore store,
      IntFunction<String> urlOf,
      ToIntFunction<String> hostOf,
      PageRows.Slots slots) {
    this.store = store;
    this.pages = store.pages();
    this.index = store.index();
    this.ledger = store.exact();
    this.urlOf = urlOf;
    this.hostOf = hostOf;
    this.slots = slots;
  }

  /// Rows are found there.
  void archive(ArchivedRows in) {
    archive = in;
  }

  /// Whether rows can be found at all.
  boolean hasArchive() {
    return archive != ArchivedRows.NONE;
  }

  /// The archived copy of the page in the slot was looked at before its row is needed, and shows
  /// this; for the next page that is read.
  void found(int slot, @Nullable List<String> urls) {
    foundFor = slot;
    found = urls;
  }

  /// The print of the row that the page has paid along.
  RowPrint print(int slot) {
    RowPrint now = fresh.get(slot);
    if (now != null || !pages.isRead(slot)) {
      return now == null ? RowPrint.NONE : now;
    }
    byte[] value = store.readRecord(slot);
    return value == null ? RowPrint.NONE : print(value);
  }

  /// The same from the record of its last read.
  static RowPrint print(byte[] value) {
    byte[] kept = ReadFacts.past(value);
    return kept.length == 0 ? RowPrint.NONE : RowPrint.take(kept);
  }

  /// What is kept in place of the row.
  byte[] kept(int slot) {
    return print(slot).toBytes();
  }

  /// The page was read, and pays along `row`.
  ///
  /// @param copy where the archive has what it says; null where that is in the copy before
  void read(int slot, int[] row, @Nullable ArchivedCopy copy) {
    RowPrint before = print(slot);
    RowPrint now = printOf(row, copy == null ? before.copy() : copy);
    if (pages.is(slot, PageTable.PAYS) && before.sameRow(now)) {
      pages.row(slot, row);
      ledger.unchanged(slot, row);
    } else {
      makeResident(slot, before);
      ledger.pay(slot, row);
    }
    settled(slot, now);
  }

  private RowPrint printOf(int[] row, ArchivedCopy copy) {
    long[] hashes = new long[row.length];
    int[] groups = new int[row.length];
    for (int i = 0; i < row.length; i++) {
      hashes[i] = index.hash(row[i]);
      groups[i] = index.host(row[i]);
    }
    return RowPrint.of(hashes, groups, copy);
  }

  /// The page was asked for again and has the content that it had, or gave no answer.
  void unchanged(int slot, boolean answered) {
    RowPrint before = print(slot);
    if (pages.isGone(slot)) {
      ledger.pay(slot, NO_LINKS);
      before = before.withoutLinks();
    } else if (answered && pages.is(slot, PageTable.PAYS)) {
      int[] row = row(slot, before);
      if (row.length > 0) {
        pages.row(slot, row);
        ledger.unchanged(slot, row);
      }
    }
    settled(slot, before);
  }

  /// The page has vanished.
  void gone(int slot) {
    RowPrint before = print(slot);
    makeResident(slot, before);
    ledger.gone(slot);
    settled(slot, before.withoutLinks());
  }

  private void makeResident(int slot, RowPrint print) {
    if (pages.is(slot, PageTable.PAYS)) {
      int[] row = row(slot, print);
      if (row.length == 0) {
        ledger.abandon(slot, print.links());
      } else {
        pages.row(slot, row);
      }
    }
  }

  private void settled(int slot, RowPrint now) {
    pages.row(slot, null);
    fresh.put(slot, now);
    foundFor = PageTable.NO_PAGE;
    found = null;
  }

  /// What was read is committed.
  void committed() {
    fresh.clear();
  }

  /// The row that the page has paid along, as the ledger wants it; empty where it has none, or
  /// where nobody knows it any more.
  int[] row(int slot) {
    return row(slot, print(slot));
  }

  private int[] row(int slot, RowPrint print) {
    if (print.links() == 0) {
      return NO_LINKS;
    }
    Row row = slot == foundFor ? row(print, found) : null;
    if (row == null) {
      row = row(print, print.links() == 1 ? "" : urlOf.apply(slot));
    }
    int[] its = new int[row == null ? 0 : row.hashes.length];
    for (int k = 0; row != null && k < its.length; k++) {
      its[k] = slots.of(row.groups[k], row.hashes[k]);
      if (its[k] == PageTable.NO_PAGE) {
        return NO_LINKS;
      }
    }
    return store.ordered(slot, its);
  }

  /// The row with that print of the page with that URL, in the order in which the page shows it;
  /// null where nobody knows it any more.
  @Nullable Row row(RowPrint print, String url) {
    boolean isArchived = print.links() > 1 && print.copy().exists();
    return row(print, isArchived ? archive.of(url, print.copy()) : null);
  }

  private @Nullable Row row(RowPrint print, @Nullable List<String> urls) {
    if (print.links() == 1) {
      return new Row(new int[] {print.group()}, new long[] {print.print()});
    }
    if (urls == null || urls.size() != print.links()) {
      return null;
    }
    long[] hashes = urls.stream().mapToLong(UrlHash::of).toArray();
    if (!print.isOf(hashes)) {
      return null;
    }
    int[] groups = new int[hashes.length];
    for (int k = 0; k < groups.length; k++) {
      groups[k] = hostOf.applyAsInt(CanonicalUrl.ofCanonical(urls.get(k)).origin());
      if (groups[k] < 0) {
        return null;
      }
    }
    return new Row(groups, hashes);
  }
}
