package nephila.process;

/// When a page that is not there any more is gone: at once when its server says so (410), else
/// after so many misses in a row. A miss is 404, a soft 404 or a host without an address; an answer
/// that says nothing of the page (401, 403, 5xx, no answer at all) is none, and does not end a row
/// of them. Immutable.
///
/// @param misses in a row after which a page is gone, 1 to [nephila.ledger.PageTable#MOST_MISSES]
public record GonePolicy(int misses) {
  /// Three misses.
  public static final GonePolicy USUAL = new GonePolicy(3);

  private static final int GONE = 410;
  private static final int NO_ADDRESS = -1;

  /// Whether an answer with that status says that the page is not there.
  public static boolean isMiss(int status) {
    return status == GONE
        || status == 404
        || status == Statuses.SOFT_NOT_FOUND
        || status == NO_ADDRESS;
  }

  /// Misses in a row after a read with that status.
  ///
  /// @param before misses in a row before it
  int missesAfter(int status, int before) {
    if (isMiss(status)) {
      return status == GONE ? Math.max(misses, before + 1) : before + 1;
    }
    return ResultProcessor.isFailure(status) ? before : 0;
  }

  /// Whether a page is gone after so many misses in a row.
  ///
  /// @param wasGone whether it was gone before: then it is until it answers
  boolean isGone(int inARow, boolean wasGone) {
    return inARow >= misses || (wasGone && inARow > 0);
  }
}
