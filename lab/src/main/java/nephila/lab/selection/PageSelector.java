package nephila.lab.selection;

/// Says which page to read next. Made for one [nephila.ledger.Ledger] that the caller reads pages
/// into; belongs to the same single writer.
public interface PageSelector {
  /// No page is known.
  int NO_PAGE = -1;

  /// The page to read now. The caller reads it into the ledger before it asks again.
  int next();

  /// The page is known since now, or its cash changed: a page that was read just now, or one it
  /// links to. Only selectors that keep an order ([#ordered]) need to be told.
  default void changed(int page) {}

  /// Whether [#changed] must be called.
  default boolean ordered() {
    return false;
  }
}
