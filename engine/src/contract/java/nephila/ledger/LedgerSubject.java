package nephila.ledger;

/// A ledger as the contract sees it, with pages numbered densely in the order of their discovery.
/// What a ledger cannot do it refuses with [UnsupportedOperationException].
public abstract class LedgerSubject implements AutoCloseable {
  /// The page is known, named without a link; a page that was gone is back, unread.
  public abstract void discovered(int page);

  /// The page was read and points to `row`: known pages and pages that become known by this, none
  /// twice.
  public abstract void read(int page, int[] row);

  /// The page was read again and points to the same pages as before.
  public abstract void unchanged(int page, int[] row);

  /// The page has vanished.
  public abstract void gone(int page);

  /// The page is paid from elsewhere.
  public abstract void receive(int page, long units);

  /// The page's share of the importance of all living pages.
  public abstract double importance(int page);

  /// What the page is worth (exact forms) or holds (OPIC), in units.
  public abstract long units(int page);

  public abstract double errorBound();

  /// Counts everything again.
  ///
  /// @throws IllegalStateException when a unit is missing, with the invariant's name
  public abstract void audit();

  /// Pays along stored rows for a while, where there are any.
  public void push() {}

  /// Pays along stored rows until nothing is owed, where there are any.
  public void settle() {}

  /// What [#saved] makes of it goes on in its place; this one is not used again.
  public abstract LedgerSubject saved();

  @Override
  public void close() {}
}
