package nephila.process;

import java.time.Clock;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;
import nephila.config.CrawlConfig;
import nephila.config.FocusMeans;
import nephila.store.record.ReadFacts;
import nephila.url.CalendarWatch;
import nephila.url.CanonicalUrl;
import nephila.url.FocusClasses;
import nephila.url.FocusRules;
import nephila.url.Scope;
import nephila.url.TrapRules;
import nephila.url.TypeGuess;
import org.jspecify.annotations.Nullable;

/// Judges a page when it becomes known: is it ours to read, does it smell of a trap, how much does
/// the user care. Owned by the thread of the crawl loop, but for [#focusRules] and what is said of
/// all pages, which any thread may ask for; rules can be exchanged while it runs.
public final class UrlFilter {
  /// Almost three years of days, or a lifetime of months.
  private static final int DATES = 1000;

  private static final String CLASSES = "focus";
  private static final String CONDITIONS = "focus-conditions";

  private final TrapRules traps;
  private final CalendarWatch calendar = new CalendarWatch(DATES);
  private final int maxDepth;
  private final boolean looksForCopies;
  private final boolean sitemaps;
  private final boolean requisites;
  private final String productToken;
  private Scope scope;
  private volatile FocusRules focus;
  private final FocusClasses classes;

  /// Whether focused pages are paid extra, and count in the order as they are.
  private boolean focusByCash;

  public UrlFilter(CrawlConfig plan, Clock clock) {
    this.traps = TrapRules.usual(clock);
    this.maxDepth = plan.depth();
    this.sitemaps = plan.sitemaps();
    this.requisites = plan.requisites();
    this.looksForCopies = plan.nearDuplicates();
    this.productToken = plan.productToken();
    this.scope = plan.scopeRules();
    this.focus = FocusRules.parse(plan.focus());
    this.classes = new FocusClasses(focus);
    this.focusByCash = plan.focusBy() == FocusMeans.CASH;
  }

  /// Exchanges the rules; returns whether pages must be judged again by rules of focus.
  public boolean rules(CrawlConfig plan) {
    FocusRules before = focus;
    scope = plan.scopeRules();
    focus = FocusRules.parse(plan.focus());
    classes.rules(focus);
    focusByCash = plan.focusBy() == FocusMeans.CASH;
    return !before.conditions().containsAll(focus.conditions());
  }

  /// The name by which robots.txt knows us.
  public String productToken() {
    return productToken;
  }

  /// Whether what is named as a sitemap is read as one.
  public boolean sitemaps() {
    return sitemaps;
  }

  /// Whether what pages are shown with is looked for.
  public boolean requisites() {
    return requisites;
  }

  /// Whether what a page of the crawl is shown with may be fetched from there: wherever it lies,
  /// unless an exclude pattern matches.
  public boolean mayEmbed(CanonicalUrl url) {
    return !scope.excludes(url);
  }

  /// Whether pages with nearly the same text are to share what they earn.
  public boolean looksForCopies() {
    return looksForCopies;
  }

  /// The rules of focus as they are now.
  public FocusRules focusRules() {
    return focus;
  }

  public boolean hasFocus() {
    return !focus.isEmpty();
  }

  /// Why the page is not to be read; empty when it is. `isNew` says that it was not judged before.
  public String refusal(CanonicalUrl url, int depth, boolean isNew) {
    Scope.Verdict verdict = scope.verdict(url);
    if (verdict != Scope.Verdict.IN) {
      return switch (verdict) {
        case OUTSIDE -> "outside the scope of the seeds";
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

  /// The number of the class of focus rules of a page that was not read, as far as its URL tells.
  public int focusClass(CanonicalUrl url) {
    return focusClass(url, Collections.emptySortedSet(), 0);
  }

  /// The same, with the conditions about anchors that a link to it meets.
  public int focusClass(CanonicalUrl url, SortedSet<String> anchors, int before) {
    return focusClass(url, null, anchors, before);
  }

  /// The number of the page's class of focus rules.
  ///
  /// @param type what its server said it is, empty if nothing; null where the server was not asked,
  ///   and the ending of the URL stands for it
  /// @param anchors conditions about anchors that a link to it meets
  /// @param before the class that it was in, whose conditions about anchors it has met as well
  public int focusClass(
      CanonicalUrl url, @Nullable String type, SortedSet<String> anchors, int before) {
    boolean plain = focus.isEmpty() && before == 0;
    return plain ? 0 : classes.of(url, type == null ? TypeGuess.of(url) : type, anchors, before);
  }

  /// Whether a rule of focus asks for the type of a page, so that its class may change when it is
  /// read.
  public boolean judgesTypes() {
    return focus.needType();
  }

  /// The type that a page has by its last read; null where that tells nothing of it.
  public static @Nullable String type(@Nullable ReadFacts last) {
    if (last == null) {
      return null;
    }
    boolean told = last.status() / 100 == 2 || last.status() == Statuses.NOT_MODIFIED;
    return told ? last.mime() : null;
  }

  /// The conditions about anchors that pages of that class have met.
  public SortedSet<String> anchors(int focusClass) {
    return classes.anchors(focusClass);
  }

  /// The priority of a page of that worth, in credits, in that class.
  public double apply(int focusClass, double credits) {
    return focusByCash ? credits : classes.apply(focusClass, credits);
  }

  /// What a link to a page in that class pays beyond its share, both in credits.
  public double extra(int focusClass, double share) {
    return focusByCash ? classes.apply(focusClass, share) - share : 0;
  }

  /// The notes to be kept with the state of the classes: a page's number must mean the same
  /// tomorrow.
  public Map<String, String> focusNotes() {
    return Map.of(CLASSES, classes.text(), CONDITIONS, String.join("\n", focus.conditions()));
  }

  /// Takes over what [#focusNotes] noted, if anything; returns whether pages must be judged again
  /// by rules of focus.
  public boolean resume(Function<String, Optional<String>> notes) {
    boolean known = notes.apply(CLASSES).map(classes::resume).orElse(true);
    String judgedBy = notes.apply(CONDITIONS).orElse("");
    return !known || !Set.of(judgedBy.split("\n")).containsAll(focus.conditions());
  }
}
