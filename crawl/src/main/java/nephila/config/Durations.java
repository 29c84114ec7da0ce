package nephila.config;

import java.time.Duration;
import java.util.Locale;
import nephila.UserError;

/// Lengths of time as people write them: `500ms`, `2s`, `1.5`, `10m`, `6h`, `3d`. A bare number is
/// seconds.
public final class Durations {
  /// A hundred years: longer ones cannot be counted in nanoseconds, and mean "for ever" anyway.
  private static final long LONGEST_MILLIS = Duration.ofDays(36_500).toMillis();

  private Durations() {}

  /// @throws UserError when it is none
  public static Duration parse(String name, String written) {
    String text = written.strip().toLowerCase(Locale.ROOT);
    int end = text.length();
    while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
      end--;
    }
    long unitMillis =
        switch (text.substring(end)) {
          case "ms" -> 1;
          case "", "s" -> 1000;
          case "m", "min" -> 60_000;
          case "h" -> 3_600_000;
          case "d" -> 86_400_000;
          default -> 0;
        };
    try {
      double amount = Double.parseDouble(text.substring(0, end));
      if (unitMillis > 0 && amount >= 0 && amount * unitMillis <= LONGEST_MILLIS) {
        return Duration.ofMillis(Math.round(amount * unitMillis));
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw new UserError(
        name
            + " '"
            + written
            + "': not a length of time up to a hundred years; write it like 500ms, 2s, 10m, 6h or"
            + " 3d");
  }

  /// The shortest way to write it.
  public static String show(Duration length) {
    long millis = length.toMillis();
    long[] units = {86_400_000, 3_600_000, 60_000, 1000};
    String[] names = {"d", "h", "m", "s"};
    for (int i = 0; i < units.length; i++) {
      if (millis != 0 && millis % units[i] == 0) {
        return millis / units[i] + names[i];
      }
    }
    return millis == 0 ? "0s" : millis + "ms";
  }
}
