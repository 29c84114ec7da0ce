package nephila.ledger;

/// The cash of the virtual page: one for all ledgers that share a web. What the ledgers hand over
/// ([VirtualPage#take]) goes into a pool; whenever there is a unit for every page in it, the level
/// rises.
///
/// - V1 `pool + level · pages` is the sum of what was handed over, to the unit.
///
/// The pool is below zero while pages joined at a level that was told late; the level waits then.
public final class VirtualPageOwner {
  private long pool;
  private long pages;
  private long level;

  /// The virtual page with nothing in its pool that no ledger has told of yet.
  public VirtualPageOwner() {}

  /// The virtual page as it was.
  public VirtualPageOwner(long pool, long pages, long level) {
    restore(pool, pages, level);
  }

  public void enter(VirtualPage.Transfer transfer) {
    pool += transfer.income() - transfer.joined() * level + transfer.joinedAt();
    pages += transfer.joined();
    if (pool >= pages && pages > 0) {
      long each = pool / pages;
      level += each;
      pool -= each * pages;
    }
  }

  /// The units that every page was paid since the beginning.
  public long level() {
    return level;
  }

  public long pool() {
    return pool;
  }

  public long pages() {
    return pages;
  }

  final void restore(long savedPool, long savedPages, long savedLevel) {
    pool = savedPool;
    pages = savedPages;
    level = savedLevel;
  }
}
