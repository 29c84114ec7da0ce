package nephila.crawl;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import nephila.config.CrawlConfig;
import nephila.url.CalendarWatch;
import nephila.url.CanonicalUrl;
import nephila.url.FocusRules;
import nephila.url.Scope;
import nephila.url.TrapRules;
import nephila.url.TypeGuess;

/// Judges a page when it becomes known: is it ours to read, does it smell of a trap, how much does
/// the user care. Owned by the wheel's thread; rules can be exchanged while it turns.
public final class UrlFilter {
  /// Almost three years of days, or a lifetime of months.
  private static final int DATES = 1000;

  private static final int CLASSES = 256;

  private final TrapRules traps;
  private final CalendarWatch calendar = new CalendarWatch(DATES);
  private final int maxDepth;
  private final boolean looksForCopies;
  private final boolean sitemaps;
  private final String productToken;
  private Scope scope;
  private FocusRules focus;

  /// Distinct (factor, bonus) pairs; a page carries the number of its pair.
  private final List<double[]> classes = new ArrayList<>(List.of(new double[] {1, 0}));

  public UrlFilter(CrawlConfig plan, Clock clock) {
    this.traps = TrapRules.usual(clock);
    this.maxDepth = plan.depth();
    this.sitemaps = plan.sitemaps();
    this.looksForCopies = plan.nearDuplicates();
    this.productToken = plan.productToken();
    this.scope = plan.scopeRules();
    this.focus = FocusRules.parse(plan.focus());
  }

  void rules(CrawlConfig plan) {
    scope = plan.scopeRules();
    focus = FocusRules.parse(plan.focus());
  }

  /// The name by which robots.txt knows us.
  public String productToken() {
    return productToken;
  }

  /// Whether what is named as a sitemap is read as one.
  boolean sitemaps() {
    return sitemaps;
  }

  /// Whether pages with nearly the same text are to share what they earn.
  boolean looksForCopies() {
    return looksForCopies;
  }

  boolean needAnchors() {
    return focus.needAnchors();
  }

  public boolean hasFocus() {
    return !focus.isEmpty();
  }

  /// Why the page is not to be read; empty when it is. `isNew` says that it was not judged before.
  public String refusal(CanonicalUrl url, int depth, boolean isNew) {
    Scope.Verdict verdict = scope.verdict(url);
    if (verdict != Scope.Verdict.IN) {
      return switch (verdict) {
        case OUTSIDE -> "out of scope";
        case NOT_INCLUDED -> "matches no --include pattern";
        default -> "matches an --exclude pattern";
      };
    }
    if (maxDepth >= 0 && depth > maxDepth) {
      return "deeper than --depth " + maxDepth;
    }
    var trap = traps.trap(url);
    if (trap != null) {
      return "smells of a trap: "
          + trap.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
    return isNew && calendar.tooMany(url) ? "smells of a trap: calendar" : "";
  }

  /// Whether a document at that address, which is to be read as a sitemap, may list pages.
  public boolean mayList(CanonicalUrl url) {
    return scope.mayList(url);
  }

  /// The number of the page's class of focus rules.
  public int focusClass(CanonicalUrl url, String anchor) {
    if (focus.isEmpty()) {
      return 0;
    }
    String text = anchor.isEmpty() ? null : anchor;
    String type = TypeGuess.of(url);
    return classOf(focus.factor(url, text, type), focus.bonus(url, text, type));
  }

  private int classOf(double factor, double bonus) {
    for (int i = 0; i < classes.size(); i++) {
      if (classes.get(i)[0] == factor && classes.get(i)[1] == bonus) {
        return i;
      }
    }
    if (classes.size() == CLASSES) {
      return 0;
    }
    classes.add(new double[] {factor, bonus});
    return classes.size() - 1;
  }

  /// What a page of that worth, in credits, counts for in that class.
  public double apply(int focusClass, double credits) {
    double[] pair = classes.get(focusClass < classes.size() ? focusClass : 0);
    return credits * pair[0] + pair[1];
  }

  /// The pairs, to be kept with the state: a page's number must mean the same tomorrow.
  public String classesText() {
    StringBuilder text = new StringBuilder();
    for (double[] pair : classes) {
      text.append(pair[0]).append('+').append(pair[1]).append(' ');
    }
    return text.toString().strip();
  }

  public void classes(String text) {
    classes.clear();
    for (String pair : text.split(" ")) {
      int plus = pair.lastIndexOf('+');
      classes.add(
          new double[] {
            Double.parseDouble(pair.substring(0, plus)),
            Double.parseDouble(pair.substring(plus + 1))
          });
    }
  }
}
