package nephila.lab.report;

import java.util.Locale;

/// Numbers and text as a reader wants to see them.
public final class Shown {
  private Shown() {}

  /// Three significant digits, without trailing zeros: `12.3`, `0.0045`, `3.2e-7`, `100000`.
  public static String number(double value) {
    double size = Math.abs(value);
    if (Double.isNaN(value)) {
      return "–";
    }
    if (value == 0 || Double.isInfinite(value)) {
      return value == 0 ? "0" : value > 0 ? "∞" : "−∞";
    }
    if (size < 1e-3) {
      return String.format(Locale.ROOT, "%.1e", value).replace("e-0", "e-");
    }
    if (size >= 999.5 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    int digits = (int) Math.max(0, 2 - Math.floor(Math.log10(size)));
    String text = String.format(Locale.ROOT, "%." + digits + "f", value);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }

  /// A cell of a table.
  public static String cell(Object value) {
    return switch (value) {
      case Double real -> number(real);
      case Number whole -> String.format(Locale.ROOT, "%,d", whole.longValue());
      default -> value.toString();
    };
  }

  /// Text made safe for HTML.
  static String html(String raw) {
    return raw.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
