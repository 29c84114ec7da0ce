package nephila.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A number of bytes as it is typed: `500000`, `500KB`, `20MB`, `5GB`.
public final class ByteSize {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,15})\\s*(|B|KB|MB|GB|TB)");

  private ByteSize() {}

  /// @throws WrongUse when it is none, or 0
  public static long parse(String option, String typed) {
    Matcher written = WRITTEN.matcher(typed.strip().toUpperCase(Locale.ROOT));
    long bytes = 0;
    if (written.matches()) {
      long unit =
          switch (written.group(2)) {
            case "KB" -> 1_000L;
            case "MB" -> 1_000_000L;
            case "GB" -> 1_000_000_000L;
            case "TB" -> 1_000_000_000_000L;
            default -> 1;
          };
      long count = Long.parseLong(written.group(1));
      bytes = count > Long.MAX_VALUE / unit ? 0 : count * unit;
    }
    if (bytes < 1) {
      throw new WrongUse(option + " '" + typed + "': not a size; write it like 500MB or 5GB");
    }
    return bytes;
  }
}
