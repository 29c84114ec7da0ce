package nephila.ledger;

import java.util.Locale;
import nephila.UserError;

/// How much of a page's past its importance is estimated from (Adaptive OPIC, paper 000 §3.3).
///
/// T is a span of G, the clock of the papers, in units of the total cash: reading every page once
/// by Cycle or Random turns the total cash over about once, by Greedy about one and a half times.
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

  /// Reads `all`, `fixed:T`, `improved:T:min`, `variable:k`, `interpolation:T`, `growing:T`,
  /// `adaptive[:min:max]` or `class:multiple,WINDOW,WINDOW`.
  static Window parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    try {
      if (lower.startsWith("class:")) {
        String[] parts = lower.substring(6).split(",", -1);
        return new ByClass(number(parts[0]), measured(parts[1]), measured(parts[2]));
      }
      String[] parts = lower.split(":", -1);
      return switch (parts[0] + "/" + (parts.length - 1)) {
        case "all/0" -> new All();
        case "fixed/1" -> new Fixed(number(parts[1]));
        case "improved/2" -> new Improved(number(parts[1]), count(parts[2]));
        case "variable/1" -> new Variable(count(parts[1]));
        case "interpolation/1" -> new Interpolation(number(parts[1]), false);
        case "growing/1" -> new Interpolation(number(parts[1]), true);
        case "adaptive/0" -> new Adaptive(1, 16);
        case "adaptive/2" -> adaptive(number(parts[1]), number(parts[2]));
        default -> throw unknown(text);
      };
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw unknown(text);
    }
  }

  /// The text that [#parse] reads back.
  default String text() {
    return switch (this) {
      case All all -> "all";
      case Fixed fixed -> "fixed:" + size(fixed.span());
      case Improved improved -> "improved:" + size(improved.span()) + ":" + improved.least();
      case Variable variable -> "variable:" + variable.count();
      case Interpolation plain ->
          (plain.growing() ? "growing:" : "interpolation:") + size(plain.span());
      case Adaptive adaptive ->
          "adaptive:" + size(adaptive.shortest()) + ":" + size(adaptive.longest());
      case ByClass by ->
          "class:" + size(by.multiple()) + "," + by.important().text() + "," + by.rest().text();
    };
  }

  private static String size(double turns) {
    return turns == Math.rint(turns) ? String.valueOf((long) turns) : String.valueOf(turns);
  }

  private static Window measured(String text) {
    Window window = parse(text);
    if (window instanceof Fixed || window instanceof Improved || window instanceof Variable) {
      return window;
    }
    throw new UserError(
        "window '" + text + "' keeps no measures; use fixed, improved or variable in a class");
  }

  private static Window adaptive(double shortest, double longest) {
    if (shortest > longest) {
      throw new UserError(
          "window adaptive:" + shortest + ":" + longest + ": the shortest span comes first");
    }
    return new Adaptive(shortest, longest);
  }

  private static double number(String text) {
    double value = Double.parseDouble(text);
    if (!(value > 0) || value > 1e6) {
      throw new UserError("window size " + text + " is not between 0 and a million");
    }
    return value;
  }

  private static int count(String text) {
    int value = Integer.parseInt(text);
    if (value < 1 || value > 10_000) {
      throw new UserError("window of " + text + " measures is not between 1 and 10,000");
    }
    return value;
  }

  private static UserError unknown(String text) {
    return new UserError(
        "window '"
            + text
            + "' is none of all, fixed:T, improved:T:min, variable:k, interpolation:T, growing:T,"
            + " adaptive[:min:max], class:multiple,WINDOW,WINDOW");
  }
}
