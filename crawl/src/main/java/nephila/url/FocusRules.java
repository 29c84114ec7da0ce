package nephila.url;

import java.util.List;
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

  /// The rules that speak of this page, for an explanation.
  public List<FocusRule> matching(
      CanonicalUrl url, @Nullable String anchor, @Nullable String type) {
    return rules.stream().filter(rule -> rule.matches(url, anchor, type)).toList();
  }

  /// What multiplies the worth of this page.
  public double factor(CanonicalUrl url, @Nullable String anchor, @Nullable String type) {
    double factor = 1;
    for (FocusRule rule : rules) {
      if (rule.multiplies() && rule.matches(url, anchor, type)) {
        factor *= rule.amount();
      }
    }
    return factor;
  }

  /// What is added to the worth of this page.
  public double bonus(CanonicalUrl url, @Nullable String anchor, @Nullable String type) {
    double bonus = 0;
    for (FocusRule rule : rules) {
      if (!rule.multiplies() && rule.matches(url, anchor, type)) {
        bonus += rule.amount();
      }
    }
    return bonus;
  }
}
