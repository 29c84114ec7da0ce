package nephila.liverank;

/// An order in which to ask for the pages of a snapshot, as a process: it proposes the next pages,
/// hears the answers, and may change its mind about the rest (a LiveRank, section 2 of the paper).
///
/// O1 no page is proposed twice, and none whose answer is known. O2 every page of the snapshot is
/// proposed sooner or later, unless its answer came first. O3 the same snapshot, seed, calls and
/// answers give the same proposals.
///
/// Answers may come late, in any order, and for pages never proposed (an earlier run resumed, a
/// whole host found dead). Not thread-safe: one thread proposes and reports.
public interface Ordering {
  /// The next pages to ask for: at least one and at most `most`, or none when every page was
  /// proposed. They may be asked in parallel. Smaller batches let a dynamic ordering learn sooner.
  int[] next(int most);

  /// Tells the ordering what became of a page. A second answer for a page is ignored.
  void answered(int page, boolean alive);

  /// Whether what it proposes next is always what it holds likeliest to live of all that is left:
  /// then the yield of its last proposals bounds that of the rest.
  default boolean bestFirst() {
    return false;
  }
}
