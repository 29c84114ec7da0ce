package nephila.url;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.LinkedHashMap;
import java.util.Map;

/// Notices calendars: pages of one host whose URLs differ only in their date, more than any archive
/// of real pages would have.
///
/// URLs with a date are counted by their shape (the URL with its digits blanked). One counter a
/// shape, for the last [#SHAPES] shapes seen. Not thread-safe.
public final class CalendarWatch {
  private static final int SHAPES = 10_000;

  /// A year and a month, as `2026/11`, `2026-11`, `202611`, `year=2026&month=11`.
  private static final Pattern DATE =
      Pattern.compile(
          "[/=_-](1[0-9]{3}|2[0-9]{3})[/_-]?(0?[1-9]|1[0-2])(?:[^0-9]|[0-3][0-9](?:[^0-9]|$)|$)"
              + "|(?i:[?&;](?:year|y|yr|jahr|annee)=([0-9]{4})(?:&|$))");

  private final int limit;
  private final Map<String, Integer> counts =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > SHAPES;
        }
      };

  /// Allows `limit` dated URLs of one shape.
  public CalendarWatch(int limit) {
    this.limit = limit;
  }

  /// Counts a URL that was not known before; true when it is one too many of its shape.
  public boolean tooMany(CanonicalUrl url) {
    if (year(url) < 0) {
      return false;
    }
    return counts.merge(shape(url), 1, Integer::sum) > limit;
  }

  /// The year of the first date in path or query, or -1 when there is none.
  static int year(CanonicalUrl url) {
    String text = url.pathAndQuery();
    if (!hasFourDigits(text)) {
      return -1;
    }
    Matcher date = DATE.matcher(text);
    if (!date.find()) {
      return -1;
    }
    String year = date.group(1) == null ? date.group(3) : date.group(1);
    return Integer.parseInt(year);
  }

  private static boolean hasFourDigits(String text) {
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = UrlBytes.digit(text.charAt(i)) ? run + 1 : 0;
      if (run == 4) {
        return true;
      }
    }
    return false;
  }

  /// The URL with every run of digits blanked.
  static String shape(CanonicalUrl url) {
    String text = url.text();
    StringBuilder shape = new StringBuilder(text.length());
    shape.append(url.origin());
    boolean blanked = false;
    for (int i = url.pathStart(); i < text.length(); i++) {
      boolean digit = UrlBytes.digit(text.charAt(i));
      if (!digit) {
        shape.append(text.charAt(i));
      } else if (!blanked) {
        shape.append('#');
      }
      blanked = digit;
    }
    return shape.toString();
  }
}
