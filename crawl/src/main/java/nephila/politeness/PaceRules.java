package nephila.politeness;

import java.time.Duration;

/// How gently to treat hosts.
///
/// @param delay the least time between the end of one request and the start of the next
/// @param factor how many times its own answering time to leave a host that answers slowly
/// @param calm answering times up to this are not slow
/// @param longest the most that slowness alone can ask for
/// @param firstBackOff how long to leave a host alone after 429 or 503 without Retry-After; doubled
///   at every further one
/// @param longestBackOff the most a host is left alone, Retry-After included
public record PaceRules(
    Duration delay,
    double factor,
    Duration calm,
    Duration longest,
    Duration firstBackOff,
    Duration longestBackOff) {
  /// The usual rules with the given delay.
  public static PaceRules usual(Duration delay) {
    return new PaceRules(
        delay,
        2.0,
        Duration.ofMillis(250),
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        Duration.ofHours(1));
  }
}
