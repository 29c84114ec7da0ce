package nephila.ledger;

/// Which ledger a store keeps its pages in.
///
/// @param damping the share of its worth that a page passes on along its links
/// @param window how much of a page's past counts; of no meaning with [ImportanceAlgorithm#EXACT]
/// @param links whether links are kept; [ImportanceAlgorithm#EXACT] needs them
public record LedgerChoice(
    ImportanceAlgorithm importance, double damping, Window window, LinkRetention links) {

  /// The window of OPIC unless another is chosen: interpolation that grows up to four turns of G.
  public static final Window USUAL_WINDOW = new Window.Interpolation(4, true);

  public LedgerChoice(ImportanceAlgorithm importance, double damping, Window window) {
    this(importance, damping, window, LinkRetention.KEEP);
  }

  public static LedgerChoice exact(double damping) {
    return new LedgerChoice(ImportanceAlgorithm.EXACT, damping, new Window.All());
  }

  public boolean keepsLinks() {
    return links == LinkRetention.KEEP;
  }

  /// The window as a text, empty where there is none.
  public String windowText() {
    return importance.isOpic() ? window.text() : "";
  }

  /// An empty ledger on the table of a store, which writes the pages that have changed.
  public StoredLedger on(PageTable pages, ChangedPages changed) {
    if (!importance.isOpic()) {
      return new ExactLedger(pages, damping, changed);
    }
    OpicLedger.Settings settings =
        importance == ImportanceAlgorithm.OPIC
            ? OpicLedger.Settings.plain().withWindow(window)
            : OpicLedger.Settings.corrected(window);
    return new OpicLedger(pages, settings.withVirtualShare(1 - damping), changed);
  }
}
