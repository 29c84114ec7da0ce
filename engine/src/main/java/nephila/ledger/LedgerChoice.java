package nephila.ledger;

import nephila.ledger.window.Window;

/// Which ledger a store keeps its pages in.
///
/// @param damping the share of its worth that a page passes on along its links
/// @param window how much of a page's past counts; of no meaning with [ImportanceAlgorithm#EXACT]
/// @param links whether links are kept; where [ImportanceAlgorithm#EXACT] keeps none, its store
///   must find the old links of a page again when it is read
/// @param smallEdge whether every page has one small edge to the virtual page, as the papers have
///   it, in place of a share `1 − damping`; of no meaning with [ImportanceAlgorithm#EXACT]
/// @param weights what links carry beside each other
/// @param byPreference whether pages bring in a part of their credit, which a file in the crawl dir
///   says; [ImportanceAlgorithm#EXACT] alone
/// @param defaultHistory whether a new page starts with the importance of recently introduced pages
///   ([nephila.ledger.window.DefaultHistory]); of no meaning with [ImportanceAlgorithm#EXACT]
public record LedgerChoice(
    ImportanceAlgorithm importance,
    double damping,
    Window window,
    LinkRetention links,
    boolean smallEdge,
    LinkWeights weights,
    boolean byPreference,
    boolean defaultHistory) {

  /// The window of OPIC unless another is chosen: interpolation that grows up to four turns of G.
  public static final Window USUAL_WINDOW = new Window.Interpolation(4, true);

  public LedgerChoice(
      ImportanceAlgorithm importance,
      double damping,
      Window window,
      LinkRetention links,
      boolean smallEdge) {
    this(importance, damping, window, links, smallEdge, LinkWeights.EQUAL, false, false);
  }

  public LedgerChoice(ImportanceAlgorithm importance, double damping, Window window) {
    this(importance, damping, window, LinkRetention.KEEP);
  }

  public LedgerChoice(
      ImportanceAlgorithm importance, double damping, Window window, LinkRetention links) {
    this(importance, damping, window, links, false);
  }

  public LedgerChoice withWeights(LinkWeights others) {
    return new LedgerChoice(
        importance, damping, window, links, smallEdge, others, byPreference, defaultHistory);
  }

  public LedgerChoice withPreference(boolean by) {
    return new LedgerChoice(
        importance, damping, window, links, smallEdge, weights, by, defaultHistory);
  }

  public LedgerChoice withDefaultHistory(boolean given) {
    return new LedgerChoice(
        importance, damping, window, links, smallEdge, weights, byPreference, given);
  }

  /// Whether a page that becomes known brings in something when it is first looked at
  /// ([StoredLedger#joined]), and has an account from then on.
  public boolean joins() {
    return importance.isOpic() || byPreference;
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
    if (importance.isOpic()) {
      return new OpicLedger(pages, settings(), changed);
    }
    ExactLedger exact = new ExactLedger(pages, damping, changed);
    if (!keepsLinks()) {
      exact.keepNoRows();
    }
    return exact;
  }

  /// Whether the links of a page are in no state and are found again when it is read.
  public boolean findsLinksAgain() {
    return !importance.isOpic() && !keepsLinks();
  }

  /// The same for a store that has a part of the pages of a web; under OPIC the virtual page's
  /// owner is elsewhere.
  public StoredLedger sharing(PageTable pages, ChangedPages changed) {
    return importance.isOpic()
        ? OpicLedger.sharing(pages, settings(), changed)
        : on(pages, changed);
  }

  private OpicLedger.Settings settings() {
    OpicLedger.Settings settings =
        importance == ImportanceAlgorithm.OPIC
            ? OpicLedger.Settings.plain().withWindow(window)
            : OpicLedger.Settings.corrected(window);
    settings = settings.withVirtualShare(1 - damping);
    settings = smallEdge ? settings.withSmallEdge() : settings;
    return defaultHistory ? settings.withDefaultHistory() : settings;
  }
}
