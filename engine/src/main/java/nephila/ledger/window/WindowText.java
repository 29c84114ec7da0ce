package nephila.ledger.window;

import java.util.Locale;
import java.util.function.DoubleFunction;
import nephila.UserError;

/// Reads and writes windows as texts ([Window#parse]).
final class WindowText {
  private static final double MOST_SECONDS = 36_500 * 86_400.0;

  private final String written;
  private int times;
  private int turns;

  private WindowText(String written) {
    this.written = written;
  }

  static Window parse(String text) {
    WindowText sizes = new WindowText(text);
    Window window = parse(text.toLowerCase(Locale.ROOT), sizes);
    if (sizes.times > 0 && sizes.turns > 0) {
      throw new UserError(
          "window '" + text + "' has a size in time and one in turns of G; give both in one");
    }
    return sizes.times > 0 ? new Window.ByTime(window) : window;
  }

  private static Window parse(String lower, WindowText sizes) {
    try {
      if (lower.startsWith("class:")) {
        String[] parts = lower.substring(6).split(",", -1);
        return new Window.ByClass(
            number(parts[0]), measured(parts[1], sizes), measured(parts[2], sizes));
      }
      String[] parts = lower.split(":", -1);
      return switch (parts[0] + "/" + (parts.length - 1)) {
        case "all/0" -> new Window.All();
        case "fixed/1" -> new Window.Fixed(sizes.span(parts[1]));
        case "improved/2" -> new Window.Improved(sizes.span(parts[1]), count(parts[2]));
        case "variable/1" -> new Window.Variable(count(parts[1]));
        case "interpolation/1" -> new Window.Interpolation(sizes.span(parts[1]), false);
        case "growing/1" -> new Window.Interpolation(sizes.span(parts[1]), true);
        case "adaptive/0" -> new Window.Adaptive(1, 16);
        case "adaptive/2" -> adaptive(number(parts[1]), number(parts[2]));
        default -> throw unknown(sizes.written);
      };
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw unknown(sizes.written);
    }
  }

  private double span(String text) {
    double seconds =
        switch (text.isEmpty() ? ' ' : text.charAt(text.length() - 1)) {
          case 's' -> 1;
          case 'm' -> 60;
          case 'h' -> 3600;
          case 'd' -> 86_400;
          case 'w' -> 7 * 86_400;
          default -> 0;
        };
    if (seconds == 0) {
      turns++;
      return number(text);
    }
    times++;
    double size = seconds * decimal(text.substring(0, text.length() - 1));
    if (!(size >= 1) || size > MOST_SECONDS) {
      throw new UserError("window size " + text + " is not between a second and a hundred years");
    }
    return size;
  }

  static String of(Window window) {
    return window instanceof Window.ByTime timed
        ? text(timed.shape(), WindowText::time)
        : text(window, WindowText::size);
  }

  private static String text(Window window, DoubleFunction<String> size) {
    return switch (window) {
      case Window.All all -> "all";
      case Window.Fixed fixed -> "fixed:" + size.apply(fixed.span());
      case Window.Improved improved ->
          "improved:" + size.apply(improved.span()) + ":" + improved.least();
      case Window.Variable variable -> "variable:" + variable.count();
      case Window.Interpolation plain ->
          (plain.growing() ? "growing:" : "interpolation:") + size.apply(plain.span());
      case Window.Adaptive adaptive ->
          "adaptive:" + size(adaptive.shortest()) + ":" + size(adaptive.longest());
      case Window.ByClass by ->
          "class:"
              + size(by.multiple())
              + ","
              + text(by.important(), size)
              + ","
              + text(by.rest(), size);
      case Window.ByTime timed -> timed.text();
    };
  }

  private static String size(double turns) {
    return turns == Math.rint(turns) ? String.valueOf((long) turns) : String.valueOf(turns);
  }

  private static String time(double seconds) {
    return seconds % 86_400 == 0
        ? size(seconds / 86_400) + "d"
        : seconds % 3600 == 0 ? size(seconds / 3600) + "h" : size(seconds) + "s";
  }

  private static Window measured(String text, WindowText sizes) {
    Window window = parse(text, sizes);
    if (window instanceof Window.Fixed
        || window instanceof Window.Improved
        || window instanceof Window.Variable) {
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
    return new Window.Adaptive(shortest, longest);
  }

  private static double number(String text) {
    double value = decimal(text);
    if (!(value > 0) || value > 1e6) {
      throw new UserError("window size " + text + " is not between 0 and a million");
    }
    return value;
  }

  private static double decimal(String text) {
    if (!text.matches("[-+.0-9e]+")) { // Java takes 21f for a number
      throw new NumberFormatException(text);
    }
    return Double.parseDouble(text);
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
            + " adaptive[:min:max], class:multiple,WINDOW,WINDOW; T is a number of turns of G, or a"
            + " time like 21d");
  }
}
