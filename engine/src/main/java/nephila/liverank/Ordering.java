package nephila.liverank;

import java.util.Arrays;

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

  /// Tells the ordering that a page is closed to us: it is not proposed again, and says nothing
  /// about what lives.
  void closed(int page);

  /// Whether what comes next hangs on answers to what was proposed, as behind a training set. Who
  /// can should wait for them before [#next]; who does not is given the pages as they stand then.
  default boolean awaitsAnswers() {
    return false;
  }

  /// All pages neither proposed nor answered, in the order in which they would be proposed if no
  /// further answer came, with what each counts for. Proposes them all.
  default RankedPages rest() {
    int[] pages = new int[16];
    int count = 0;
    for (int[] batch = next(1 << 16); batch.length > 0; batch = next(1 << 16)) {
      if (count + batch.length > pages.length) {
        pages = Arrays.copyOf(pages, Math.max(2 * pages.length, count + batch.length));
      }
      System.arraycopy(batch, 0, pages, count, batch.length);
      count += batch.length;
    }
    return RankedPages.byPlace(Arrays.copyOf(pages, count));
  }

  /// Whether what it proposes next is always what it holds likeliest to live of all that is left:
  /// then the yield of its last proposals bounds that of the rest.
  default boolean bestFirst() {
    return false;
  }
}
