package nephila.formats;

import java.nio.charset.StandardCharsets;

/// The weight of a link as text.
final class Weights {
  private static final int SAFE_DIGITS = 9;

  private Weights() {}

  /// The number at `from … to − 1` of the window: finite and above 0.
  static double parse(TextLines lines, int from, int to) {
    int whole = 0;
    int i = from;
    while (i < to && i - from < SAFE_DIGITS && isDigit(lines.window[i])) {
      whole = 10 * whole + lines.window[i] - '0';
      i++;
    }
    double weight = i == to ? whole : parseSlowly(lines, from, to);
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      throw wrong(lines, from, to);
    }
    return weight;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static double parseSlowly(TextLines lines, int from, int to) {
    try {
      return Double.parseDouble(text(lines, from, to));
    } catch (NumberFormatException e) {
      throw wrong(lines, from, to);
    }
  }

  private static RuntimeException wrong(TextLines lines, int from, int to) {
    return lines.error(
        "weight '%s' is not a number above 0".formatted(ErrorText.of(text(lines, from, to))));
  }

  private static String text(TextLines lines, int from, int to) {
    return new String(lines.window, from, to - from, StandardCharsets.UTF_8);
  }
}
