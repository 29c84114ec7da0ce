package nephila.politeness;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The header `Retry-After` (RFC 9110 §10.2.3): seconds, or a date in any of the three forms that
/// HTTP knows.
public final class RetryAfter {
  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
              .withZone(ZoneOffset.UTC),
          new DateTimeFormatterBuilder()
              .appendPattern("EEEE, dd-MMM-")
              .appendValueReduced(ChronoField.YEAR, 2, 2, 1990)
              .appendPattern(" HH:mm:ss 'GMT'")
              .toFormatter(Locale.ENGLISH)
              .withZone(ZoneOffset.UTC),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
              .withZone(ZoneOffset.UTC));

  private RetryAfter() {}

  /// How long to wait from `now` on; empty when the value means nothing. Never negative.
  public static Optional<Duration> parse(String value, Instant now) {
    String text = value.strip();
    if (!text.isEmpty() && text.length() <= 9 && text.chars().allMatch(Character::isDigit)) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    for (DateTimeFormatter format : DATES) {
      try {
        Duration wait = Duration.between(now, format.parse(text, Instant::from));
        return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
      } catch (DateTimeException e) {
        continue;
      }
    }
    return Optional.empty();
  }
}
