package nephila.frontier;

/// Applies the rules of focus to a page: its worth is multiplied and then raised by a number of
/// credits (a credit is what every known page is given). It is weighed when pages are chosen, not
/// paid: it changes the order of reading, not the importance. Rules about URLs, hosts, content
/// types and anchor words are matched by whoever knows those; here they are numbers by page.
@FunctionalInterface
public interface Focus {
  /// No rules.
  Focus NONE = (page, credits) -> credits;

  /// The worth of a page for ordering, given its worth in credits.
  double weigh(int page, double credits);

  /// The same for every page that `matches`: `factor · worth + bonus`.
  static Focus on(java.util.function.IntPredicate matches, double factor, double bonus) {
    if (!(factor >= 0) || !(bonus >= 0)) {
      throw new IllegalArgumentException(
          "focus factor " + factor + " and bonus " + bonus + " must not be negative");
    }
    return (page, credits) -> matches.test(page) ? factor * credits + bonus : credits;
  }

  /// This rule, then another.
  default Focus then(Focus other) {
    return (page, credits) -> other.weigh(page, weigh(page, credits));
  }
}
