package nephila.view;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import nephila.ledger.OpicLedger;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;

/// The totals of a crawl whose importance is OPIC's, in the papers' terms: all cash together is 1.
/// Its components are the fields of the API's JSON, by name; what is null is left out there.
///
/// @param algorithm `opic` or `opic-corrected`
/// @param window how much of a page's past counts
/// @param windowTurns what the longest window is in turns of G now where it is given as a time
/// @param smallEdge whether every page has a small edge to the virtual page in place of damping;
///   null where not
/// @param defaultHistory whether new pages start with the importance of recent ones; null where not
/// @param turnover G, the cash paid out so far
/// @param errorFactor 1/G, null before any cash was paid
/// @param errorBound how far importance may be off, summed over the known pages; null where nothing
///   is certified, as with windows
/// @param linksKept whether the links of read pages are kept
/// @param favoured the part of the cash paid out that rules of focus or steering gave away, by
///   which importance is biased; null for none
/// @param discoveryWanted the share of first reads towards which cash steers, null where it does
///   not
/// @param discoveryReached the share reached of late
public record OpicTotals(
    String algorithm,
    String window,
    @Nullable Double windowTurns,
    @Nullable Boolean smallEdge,
    @Nullable Boolean defaultHistory,
    double turnover,
    @Nullable Double errorFactor,
    @Nullable Double errorBound,
    boolean linksKept,
    @Nullable Double favoured,
    @Nullable Double discoveryWanted,
    @Nullable Double discoveryReached) {
  /// The name of the note with the share of first reads wanted and reached by cash.
  public static final String STEERING = "steering";

  /// A bound that says nothing.
  private static final double NOTHING = 2;

  /// Null where the crawl's importance is the exact ledger's.
  public static @Nullable OpicTotals of(CrawlStore store) {
    if (!(store.ledger() instanceof OpicLedger opic)) {
      return null;
    }
    double bound = opic.errorBound();
    double turnover = opic.turnover();
    String[] steering = store.note(STEERING).orElse("").split(" ");
    boolean steers = steering.length > 1;
    double favoured = opic.favouredShare();
    return new OpicTotals(
        store.choice().importance().text(),
        store.choice().windowText(),
        opic.windowTurns(),
        store.choice().smallEdge() ? true : null,
        store.choice().defaultHistory() ? true : null,
        turnover,
        turnover > 0 ? 1 / turnover : null,
        bound < NOTHING ? bound : null,
        store.choice().keepsLinks(),
        favoured > 0 ? favoured : null,
        steers ? Double.valueOf(steering[0]) : null,
        steers ? Double.valueOf(steering[1]) : null);
  }

  /// What is said of the precision of importance: that of OPIC, or of the exact ledger.
  public static String precision(@Nullable OpicTotals opic, double errorBound) {
    return opic == null
        ? String.format(Locale.ROOT, "exact to %.2g", errorBound)
        : "by " + opic.words();
  }

  /// The share that pages have which are worth `part`, of pages that were found to be worth `all`
  /// together: the estimates of a window need not add up to the sum of all worth.
  public static double share(double part, double all, double worthSum) {
    return part / Math.max(1, Math.max(all, worthSum));
  }

  /// The precision of importance as it is drawn over time: the error bound of the exact ledger, of
  /// OPIC the error factor 1/G; 0 where there is none yet.
  public static double drawn(@Nullable OpicTotals opic, double errorBound) {
    if (opic == null) {
      return errorBound;
    }
    return opic.errorFactor == null ? 0 : opic.errorFactor;
  }

  /// Algorithm, window and precision in words.
  public String words() {
    String turns =
        windowTurns == null
            ? ""
            : String.format(Locale.ROOT, " (now %.3g turns of G)", windowTurns);
    String factor =
        errorFactor == null
            ? ""
            : String.format(Locale.ROOT, ", error factor 1/G %.2g (G %.4g)", errorFactor, turnover);
    String bound =
        errorBound == null ? "" : String.format(Locale.ROOT, ", certified to %.2g", errorBound);
    String edge = smallEdge == null ? "" : ", small edges";
    String given = defaultHistory == null ? "" : ", default history";
    String how = algorithm + ", window " + window + turns + edge + given;
    return how + factor + bound + bias() + steered();
  }

  /// That importance is biased, and by how much, in words; empty where it is not.
  public String bias() {
    return favoured == null
        ? ""
        : String.format(
            Locale.ROOT, ", biased: %.2g %% of the cash was given by rules", 100 * favoured);
  }

  /// The share of first reads that cash reached, in words; empty where it does not steer.
  public String steered() {
    return discoveryWanted == null || discoveryReached == null
        ? ""
        : String.format(
            Locale.ROOT,
            ", steered by cash: %.0f %% of the reads were of new pages, %.0f %% wanted",
            100 * discoveryReached,
            100 * discoveryWanted);
  }

  /// The same as fields of a line of JSON.
  public static Map<String, Object> fields(@Nullable OpicTotals opic) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (opic != null) {
      fields.put("algorithm", opic.algorithm);
      fields.put("window", opic.window);
      if (opic.windowTurns != null) {
        fields.put("windowTurns", opic.windowTurns);
      }
      fields.put("turnover", opic.turnover);
      if (opic.errorFactor != null) {
        fields.put("errorFactor", opic.errorFactor);
      }
      if (opic.favoured != null) {
        fields.put("favoured", opic.favoured);
      }
      if (opic.discoveryWanted != null && opic.discoveryReached != null) {
        fields.put("discoveryWanted", opic.discoveryWanted);
        fields.put("discoveryReached", opic.discoveryReached);
      }
    }
    return fields;
  }
}
