package nephila.url;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Notices calendars: pages of one host whose URLs differ only in their date, of more days than an
/// archive of real pages would have.
///
/// The dates (years, months, days) in URLs of one shape (the URL with its digits blanked) are
/// collected; many pages of one month, as in the archive of a mailing list, count once. For the
/// last [#SHAPES] shapes seen. Not thread-safe.
public final class CalendarWatch {
  private static final int SHAPES = 1_000;

  /// A year and a month, as `2026/11`, `2026-11`, `202611`, `year=2026&month=11`; `/10001` is a
  /// number and no date.
  private static final Pattern DATE =
      Pattern.compile(
          "[/=_-](?:(1[0-9]{3}|2[0-9]{3})[/_-](?:0?[1-9]|1[0-2])|((?:19|20|21)[0-9]{2})(?:0[1-9]|1[0-2]))"
              + "(?:[^0-9]|[0-3][0-9](?:[^0-9]|$)|$)"
              + "|(?i:[?&;](?:year|y|yr|jahr|annee)=([0-9]{4})(?:&|$))");

  private final int limit;
  private final Map<String, Set<String>> dates =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Set<String>> eldest) {
          return size() > SHAPES;
        }
      };

  /// Allows `limit` dates in URLs of one shape.
  public CalendarWatch(int limit) {
    this.limit = limit;
  }

  /// Takes note of a URL that was not known before; true when its date is one too many.
  public boolean tooMany(CanonicalUrl url) {
    Matcher date = date(url);
    if (date == null) {
      return false;
    }
    Set<String> seen = dates.computeIfAbsent(shape(url), shape -> new HashSet<>());
    String day = day(url.pathAndQuery(), date);
    if (seen.size() < limit) {
      seen.add(day);
      return false;
    }
    return !seen.contains(day);
  }

  /// The date with the day behind it, if there is one; of a query, all its digits.
  private static String day(String text, Matcher date) {
    if (date.group(3) != null) {
      return text.substring(text.indexOf('?')).replaceAll("[^0-9]+", "-");
    }
    int end = date.end();
    int run = end;
    while (run < text.length() && UrlBytes.digit(text.charAt(run))) {
      run++;
    }
    return text.substring(date.start(), run - end <= 2 ? run : end);
  }

  /// The year of the first date in path or query, or -1 when there is none.
  static int year(CanonicalUrl url) {
    Matcher date = date(url);
    if (date == null) {
      return -1;
    }
    for (int group = 1; group <= 3; group++) {
      if (date.group(group) != null) {
        return Integer.parseInt(date.group(group));
      }
    }
    return -1;
  }

  private static @Nullable Matcher date(CanonicalUrl url) {
    String text = url.pathAndQuery();
    if (!hasFourDigits(text)) {
      return null;
    }
    Matcher date = DATE.matcher(text);
    return date.find() ? date : null;
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
