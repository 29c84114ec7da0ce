package nephila.frontier;

/// The order of pages in a lane: of two pages the one with the larger number is read first.
///
/// A page whose priority rose must be told to the frontier ([Frontier#changed]). A fall may go
/// untold: the best page is looked at again before it is believed to be the best.
public interface PagePriority {
  /// The priority of the page now.
  double of(int slot);

  /// Of two pages that count the same, whether the one is read before the other: usually the one
  /// known earlier.
  default boolean isBefore(int slot, int other) {
    return slot < other;
  }

  /// The discount on pages of a host of which so many were read: a factor on [#of], 1 where hosts
  /// do not take turns.
  default double hostShare(long reads) {
    return 1;
  }

  /// Whether [#of] says already how much of the page's own host was read.
  default boolean countsOwnHost() {
    return false;
  }

  /// Whether [#of] is the page's worth in credits, weighed: only then it compares with what pages
  /// on disk have received.
  default boolean isByWorth() {
    return true;
  }

  /// Whether payments move pages that were read: the ledger is to tell of those too.
  default boolean followsCash() {
    return false;
  }

  /// The priority of a page that was read and is not in memory, but for what is known in memory
  /// alone (its focus, say).
  ///
  /// @param credits what it is worth
  /// @param ageSeconds the time since it was read
  default double ofReadOnDisk(double credits, int reads, int changes, int misses, long ageSeconds) {
    return credits;
  }

  /// The page waits from now on: it has become known, was read, or was taken and not read.
  default void waits(int slot) {}

  /// The page, which waited on disk for its first read, is in memory again.
  default void cameBack(int slot) {
    waits(slot);
  }

  /// The page is taken to be read.
  default void taken(int slot) {}

  /// Called with the page that would be taken: whether there is a better one now, because the order
  /// has looked for one.
  default boolean findsBetterThan(int slot) {
    return false;
  }

  /// Called before a page is chosen: learns when it is time to, and returns whether the priority of
  /// every page may have changed by that.
  default boolean learns() {
    return false;
  }

  /// Called when pages have left the memory; returns whether the priority of every page may have
  /// changed by that.
  default boolean evicted() {
    return false;
  }
}
