package nephila.politeness;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// What we know of an origin's robots.txt, and until when (RFC 9309 §2.3.1, §2.4). A value: keep
/// it, replace it by what [#after] says.
///
/// - 2xx: the rules of the file, for a day.
/// - 4xx and too many redirects: there are no rules, all is allowed, for a day.
/// - 5xx, 429 and no answer: nothing is allowed until it recovers, unless a copy was read before:
///   then that copy holds on. Asked again after a minute, then twice as long each time up to an
///   hour. After thirty days without an answer the file counts as absent.
///
/// Times are whole milliseconds, as those of [HostPace]: a host left alone until `askAgainAt` is
/// due when that has come, not a part of a millisecond before.
///
/// @param body the file as it was last read; null when there was none
/// @param readAt when it was last read or known to be absent; null when it never was
/// @param askAgainAt when what we know grows stale
/// @param unreachableSince since when there is no answer; null when there was one
/// @param failures how often in a row there was no answer
public record RobotsState(
    byte @Nullable [] body,
    @Nullable Instant readAt,
    Instant askAgainAt,
    @Nullable Instant unreachableSince,
    int failures) {
  private static final Duration FRESH = Duration.ofHours(24);
  private static final Duration FIRST_RETRY = Duration.ofMinutes(1);
  private static final Duration LAST_RETRY = Duration.ofHours(1);
  private static final Duration GIVEN_UP = Duration.ofDays(30);

  /// Nothing is known: ask first.
  public static final RobotsState UNKNOWN = new RobotsState(null, null, Instant.MIN, null, 0);

  /// Whether robots.txt must be asked for before the next page.
  public boolean stale(Instant now) {
    return !now.isBefore(askAgainAt);
  }

  /// What we know after asking at `asked`.
  public RobotsState after(RobotsAnswer answer, Instant asked) {
    Instant now = asked.truncatedTo(ChronoUnit.MILLIS);
    return switch (answer) {
      case RobotsAnswer.TooManyRedirects() -> absent(now);
      case RobotsAnswer.Unreachable() -> unreachable(now);
      case RobotsAnswer.Answered(int status, byte[] content) -> {
        if (status >= 200 && status < 300) {
          yield new RobotsState(content, now, now.plus(FRESH), null, 0);
        }
        boolean serverError = status >= 500 || status == 429 || status < 200;
        yield serverError ? unreachable(now) : absent(now);
      }
    };
  }

  private static RobotsState absent(Instant now) {
    return new RobotsState(null, now, now.plus(FRESH), null, 0);
  }

  private RobotsState unreachable(Instant now) {
    Instant since = unreachableSince == null ? now : unreachableSince;
    if (Duration.between(since, now).compareTo(GIVEN_UP) >= 0) {
      return new RobotsState(null, now, now.plus(FRESH), since, failures + 1);
    }
    Duration wait = FIRST_RETRY.multipliedBy(1L << Math.min(failures, 10));
    Duration bounded = wait.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : wait;
    return new RobotsState(body, readAt, now.plus(bounded), since, failures + 1);
  }

  /// The rules to go by. Parses the file: keep the result as long as the state.
  public RobotsRules rules(CanonicalUrl robotsUrl, String productToken) {
    if (readAt == null) {
      return RobotsRules.DISALLOW_ALL;
    }
    return body == null ? RobotsRules.ALLOW_ALL : RobotsRules.parse(robotsUrl, body, productToken);
  }
}
