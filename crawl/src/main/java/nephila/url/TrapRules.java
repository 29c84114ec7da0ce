package nephila.url;

import java.time.Clock;
import java.time.Year;
import org.jspecify.annotations.Nullable;

/// Judges by its spelling alone whether a URL leads into a trap. Linear in the length of the URL,
/// nothing remembered; [CalendarWatch] is the rule with a memory. Immutable and thread-safe.
public final class TrapRules {
  /// Dates further ahead than this are made up by a calendar.
  private static final int YEARS_AHEAD = 2;

  private static final int FIRST_YEAR = 1970;

  private final int maxSegments;
  private final int maxLength;
  private final int maxRepeats;
  private final Clock clock;

  private TrapRules(int maxSegments, int maxLength, int maxRepeats, Clock clock) {
    this.maxSegments = maxSegments;
    this.maxLength = maxLength;
    this.maxRepeats = maxRepeats;
    this.clock = clock;
  }

  /// Twenty path segments, 1,024 characters, no segment more than three times.
  public static TrapRules usual(Clock clock) {
    return new TrapRules(20, 1024, 3, clock);
  }

  /// The trap this URL smells of; null when it looks harmless.
  public @Nullable Trap trap(CanonicalUrl url) {
    if (url.text().length() > maxLength) {
      return Trap.LENGTH;
    }
    String path = url.path();
    if (path.length() > 1) {
      String[] segments = path.substring(1).split("/");
      if (segments.length > maxSegments) {
        return Trap.DEPTH;
      }
      if (repeats(segments) > maxRepeats) {
        return Trap.REPEATED_SEGMENTS;
      }
      if (hostInside(segments, url.host())) {
        return Trap.CONCATENATED_HOSTS;
      }
      if (path.contains("/(S(") || path.contains("/(s(")) {
        return Trap.SESSION_ID;
      }
    }
    return madeUpDate(url) ? Trap.CALENDAR : null;
  }

  /// How often the most frequent segment occurs; names of one character do not count.
  private static int repeats(String[] segments) {
    int most = 0;
    for (int i = 0; i < segments.length - most; i++) {
      int count = 0;
      for (int j = i; j < segments.length && segments[i].length() > 1; j++) {
        count += segments[j].equals(segments[i]) ? 1 : 0;
      }
      most = Math.max(most, count);
    }
    return most;
  }

  /// Whether the path holds the URL's own host, or two segments that look like hosts.
  private static boolean hostInside(String[] segments, String host) {
    String bare = host.startsWith("www.") ? host.substring(4) : host;
    int hosts = 0;
    for (int i = 0; i < segments.length - 1; i++) {
      String segment = segments[i];
      if (segment.equals(host) || (segment.startsWith("www.") && segment.endsWith(bare))) {
        return true;
      }
      hosts += segment.startsWith("www.") ? 1 : 0;
    }
    return hosts > 1;
  }

  private boolean madeUpDate(CanonicalUrl url) {
    int year = CalendarWatch.year(url);
    return year >= 0 && (year > Year.now(clock).getValue() + YEARS_AHEAD || year < FIRST_YEAR);
  }
}
