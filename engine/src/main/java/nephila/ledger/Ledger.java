package nephila.ledger;

import java.nio.file.Path;

/// How much each page is worth so far, learned by reading pages one at a time, in any order.
///
/// Pages are numbered from 0 by the caller, densely. Single writer: one thread calls everything but
/// what is read from a [ImportanceSnapshot]. No I/O but [#save].
///
/// [OpicLedger] keeps cash and history as the papers have it; [RowlessLedger] is the exact form and
/// the better choice for a new program.
public sealed interface Ledger permits OpicLedger, RowlessLedger {
  /// One more than the highest page number seen.
  int pages();

  /// Whether the page was discovered and is not gone.
  boolean known(int page);

  /// Whether the page is known and was read since it became known.
  boolean wasRead(int page);

  /// The page exists. Calling again changes nothing; a page that was gone is back.
  void discovered(int page);

  /// The page was read and links to `links[from] … links[to − 1]`, in any order; doubled links
  /// count once, links to itself count. Pages linked to are discovered by this.
  void read(int page, int[] links, int from, int to);

  /// The page was read and links to exactly these pages.
  default void read(int page, int... links) {
    read(page, links, 0, links.length);
  }

  /// The page vanished. What it holds and what it paid is dealt with so that the books balance;
  /// links to it pay nobody until it is discovered again.
  void gone(int page);

  /// The estimate of the page's importance: over all known pages it adds up to 1 (to about 1 where
  /// a window forgets). 0 for pages that are not known.
  double importance(int page);

  /// What reading the page now would move, in units: the order of Greedy selection.
  long cash(int page);

  /// The part of [#cash] that every known page was given alike since the beginning, so that `cash −
  /// commonCash` of a page changes only when that page is paid or read.
  default long commonCash() {
    return 0;
  }

  /// A bound of the error of [#importance], summed over the known pages; see the implementation for
  /// what it certifies.
  double errorBound();

  /// Counts every page again and compares with the running totals. Throws [IllegalStateException]
  /// with the invariant's name when a unit is missing. Costs one pass over the pages.
  void audit();

  /// The importance of every page now, for readers on other threads.
  default ImportanceSnapshot snapshot() {
    return ImportanceSnapshot.of(this);
  }

  /// Writes the ledger to `file`, whole or not at all: to a temporary file beside it, then moved.
  void save(Path file);

  /// The ledger that [#save] wrote.
  static Ledger load(Path file) {
    return LedgerFile.load(file);
  }
}
