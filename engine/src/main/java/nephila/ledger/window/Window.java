package nephila.ledger.window;

/// How much of a page's past its importance is estimated from (Adaptive OPIC, paper 000 §3.3).
///
/// T is a span of G, the clock of the papers, in units of the total cash: reading every page once
/// by Cycle or Random turns the total cash over about once, by Greedy about one and a half times.
/// It may be given as a time too ([ByTime]).
public sealed interface Window {
  /// All of the past.
  record All() implements Window {}

  /// The measures of the last T.
  record Fixed(double span) implements Window {}

  /// The measures of the last T, but at least `least` of them.
  record Improved(double span, int least) implements Window {}

  /// The last `count` measures.
  record Variable(int count) implements Window {}

  /// One interpolated value for the last T. `growing`: the window grows from nothing up to T,
  /// instead of counting time before the page was known as time without cash.
  record Interpolation(double span, boolean growing) implements Window {}

  /// Interpolation with a window per page between the two spans: halved when the page's income
  /// changed by more than half or double, lengthened by a quarter while it is steady. (Ours; the
  /// papers leave adaptable windows as future work.)
  record Adaptive(double shortest, double longest) implements Window {}

  /// One policy for pages above `multiple` times the mean importance, another for the rest (003
  /// §4). Both are [Fixed], [Improved] or [Variable].
  record ByClass(double multiple, Window important, Window rest) implements Window {}

  /// A window whose sizes are times: so long is a span of G as what was paid in that time.
  ///
  /// @param shape the window with its sizes in seconds
  record ByTime(Window shape) implements Window {
    double longestSeconds() {
      return longest(shape);
    }

    private static double longest(Window window) {
      return switch (window) {
        case Fixed fixed -> fixed.span();
        case Improved improved -> improved.span();
        case Interpolation plain -> plain.span();
        case ByClass by -> Math.max(longest(by.important()), longest(by.rest()));
        default -> 0;
      };
    }
  }

  /// Reads `all`, `fixed:T`, `improved:T:min`, `variable:k`, `interpolation:T`, `growing:T`,
  /// `adaptive[:min:max]` or `class:multiple,WINDOW,WINDOW`. T is a number of turns or a time, like
  /// `12h`, `21d` or `6w`.
  ///
  /// @throws nephila.UserError when it is none
  static Window parse(String text) {
    return WindowText.parse(text);
  }

  /// The text that [#parse] reads back.
  default String text() {
    return WindowText.of(this);
  }
}
