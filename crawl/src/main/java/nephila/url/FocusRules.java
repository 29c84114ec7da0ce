package nephila.url;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// All the focus rules of a crawl: every rule that matches is applied, factors first, then
/// additions. Immutable and thread-safe.
public final class FocusRules {
  public static final FocusRules NONE = new FocusRules(List.of());

  private final List<FocusRule> rules;

  private FocusRules(List<FocusRule> rules) {
    this.rules = rules;
  }

  public static FocusRules parse(List<String> written) {
    return written.isEmpty()
        ? NONE
        : new FocusRules(written.stream().map(FocusRule::parse).toList());
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /// Whether any rule asks for anchor texts, so that they must be read at all.
  public boolean needAnchors() {
    return rules.stream().anyMatch(FocusRule::needsAnchor);
  }

  /// Whether any rule asks for the words around links.
  public boolean needNear() {
    return rules.stream().anyMatch(FocusRule::needsNear);
  }

  /// Whether any rule asks for the type of a page.
  public boolean needType() {
    return rules.stream().anyMatch(FocusRule::needsType);
  }

  /// The rules that speak of this page, for an explanation.
  public List<FocusRule> matching(
      CanonicalUrl url, @Nullable String anchor, @Nullable String type) {
    return rules.stream().filter(rule -> rule.matches(url, anchor, type)).toList();
  }

  /// The conditions about links that a link with that text, among these words, meets; empty for
  /// none.
  public SortedSet<String> anchors(String text, String near) {
    SortedSet<String> met = Collections.emptySortedSet();
    for (FocusRule rule : rules) {
      if (rule.needsAnchor() && rule.matchesAnchor(text)
          || rule.needsNear() && rule.matchesAnchor(near)) {
        met = met.isEmpty() ? new TreeSet<>() : met;
        met.add(rule.condition());
      }
    }
    return met;
  }

  /// The conditions of all rules.
  public SortedSet<String> conditions() {
    return rules.stream().map(FocusRule::condition).collect(Collectors.toCollection(TreeSet::new));
  }

  /// What multiplies the worth of a page that has met these conditions.
  double factor(Set<String> met) {
    double factor = 1;
    for (FocusRule rule : rules) {
      factor *= rule.multiplies() && met.contains(rule.condition()) ? rule.amount() : 1;
    }
    return factor;
  }

  /// What is added to the worth of a page that has met these conditions.
  double bonus(Set<String> met) {
    double bonus = 0;
    for (FocusRule rule : rules) {
      bonus += !rule.multiplies() && met.contains(rule.condition()) ? rule.amount() : 0;
    }
    return bonus;
  }
}
