package nephila.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import nephila.ledger.LedgerChoice;
import nephila.ledger.LinkWeights;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;

/// What makes the importance of a crawl another than that of links and pages that are all alike: in
/// words, empty where nothing does.
public final class ImportanceBias {
  private static final String PREFERENCE = "by preference";

  private ImportanceBias() {}

  /// The same of what is in a store: with what pages had paid along links that nobody knows any
  /// more.
  public static String of(CrawlStore store) {
    double lost = store.abandonedShare();
    String known = of(store.choice());
    String more =
        lost == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "%.2g %% paid along links that the archive does not show any more",
                100 * lost);
    return known.isEmpty() || more.isEmpty() ? known + more : known + ", " + more;
  }

  /// The same of a crawl whose pages are kept in that ledger.
  public static String of(LedgerChoice choice) {
    List<String> parts = new ArrayList<>();
    LinkWeights weights = choice.weights();
    if (weights.bySite()) {
      parts.add("links between sites, not pages");
    }
    if (weights.internal() < 1) {
      parts.add("links inside a site at " + weights.internal());
    }
    if (weights.dynamic() < 1) {
      parts.add("links of dynamic pages at " + weights.dynamic());
    }
    String with = parts.isEmpty() ? "" : "with " + String.join(", ", parts);
    boolean preferred = choice.byPreference();
    return !preferred ? with : with.isEmpty() ? PREFERENCE : PREFERENCE + ", " + with;
  }

  /// The same; null where nothing does.
  public static @Nullable String orNull(CrawlStore store) {
    String bias = of(store);
    return bias.isEmpty() ? null : bias;
  }

  public static @Nullable String orNull(LedgerChoice choice) {
    String bias = of(choice);
    return bias.isEmpty() ? null : bias;
  }

  /// What is said of the precision of importance, behind what makes it another.
  public static String before(String precision, String bias) {
    return bias.isEmpty() ? precision : bias + ": " + precision;
  }
}
