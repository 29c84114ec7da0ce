package nephila.frontier;

import nephila.ledger.PageTable;

/// The lanes of a frontier, and how the reads are shared between them: pages that are read for the
/// first time go by a [PagePriority], pages that are read again by a [RereadLane].
///
/// The share is exact and even over time: after every first read the lane of re-reads is owed
/// `share / (1 − share)` reads, and it is served as soon as it is owed one and has a page that may
/// be read. What is owed does not pile up beyond [#share]'s `most` while there is none.
///
/// Lanes that go by the same priority can be one ([#join]): the best page is next then, whether it
/// was read or not.
public final class Lanes {
  private final PagePriority first;
  private final RereadLane again;

  private double share;
  private double most = 1;
  private boolean fills;
  private boolean one;
  private double owed;

  public Lanes(PagePriority first, RereadLane again) {
    this.first = first;
    this.again = again;
  }

  /// One lane: pages are read again when their owner says ([Frontier#sleep]), not by a share of the
  /// reads.
  public static Lanes of(PageTable pages, PagePriority first) {
    return new Lanes(first, new RefreshLane(pages, first, 0, slot -> false));
  }

  PagePriority first() {
    return first;
  }

  RereadLane again() {
    return again;
  }

  /// Sets the share of re-reads among all reads.
  ///
  /// @param of 0 to 1; at 1 no unread page is read while a page may be read again
  /// @param atMost re-reads owed beyond this number are forgotten, where one first read owes less
  /// @param fillsUp whether pages are read again where none is left to be read for the first time,
  ///   whatever is owed
  void share(double of, double atMost, boolean fillsUp) {
    share = of;
    most = of < 1 ? Math.max(atMost, 1 + of / (1 - of)) : atMost;
    fills = fillsUp;
    one = false;
  }

  /// Makes the lanes one.
  ///
  /// @param fillsUp as in [#share]
  void join(boolean fillsUp) {
    if (!again.canJoin()) {
      throw new IllegalStateException("re-reads by age are a lane of their own");
    }
    share(0, 1, fillsUp);
    one = true;
  }

  boolean areOne() {
    return one;
  }

  /// Whether pages are read again at all.
  boolean rereads() {
    return share > 0 || fills || one;
  }

  boolean fillsUp() {
    return fills;
  }

  /// Whether a page is to be read again now, if there is one.
  boolean owesAgain() {
    return owed >= 1 || share >= 1;
  }

  /// A page of the one lane or the other is asked for.
  void began(boolean isAgain) {
    if (!isAgain) {
      owed = share < 1 ? Math.min(owed + share / (1 - share), most) : owed;
    } else if (owesAgain()) {
      owed = Math.max(0, owed - 1);
    }
  }
}
