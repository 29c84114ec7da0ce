package nephila.politeness;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How fast one host may be read: when its next request may start, and what that depends on. A
/// value, kept in the host's record.
///
/// The delay is the longest of the user's, the host's `Crawl-delay`, and a multiple of its smoothed
/// answering time once that is slow. 429 and 503 leave the host alone for as long as `Retry-After`
/// says, or for a time that doubles; a good answer ends that.
///
/// @param responseMillis the smoothed answering time; 0 before the first answer
/// @param crawlDelayMillis what its robots.txt asks for; 0 when nothing
/// @param refusals how many 429, 503 or failures there were in a row
/// @param nextAtMillis when the next request may start, in milliseconds since 1970
public record HostPace(
    double responseMillis, long crawlDelayMillis, int refusals, long nextAtMillis) {
  /// A host never asked.
  public static final HostPace NEW = new HostPace(0, 0, 0, 0);

  /// The weight of the newest answer in the smoothed time.
  private static final double NEWEST = 0.25;

  public boolean ready(Instant now) {
    return now.toEpochMilli() >= nextAtMillis;
  }

  public Instant nextAt() {
    return Instant.ofEpochMilli(nextAtMillis);
  }

  /// The same, with the next request allowed so much earlier: after the clock was set back.
  public HostPace earlier(long millis) {
    return nextAt(Math.max(0, nextAtMillis - millis));
  }

  /// The same, with the next request allowed at this time, in milliseconds since 1970.
  public HostPace nextAt(long millis) {
    return new HostPace(responseMillis, crawlDelayMillis, refusals, millis);
  }

  /// The pace under a robots.txt that asks for this delay; null when it asks for none.
  public HostPace withCrawlDelay(@Nullable Duration crawlDelay) {
    long millis = crawlDelay == null ? 0 : crawlDelay.toMillis();
    return new HostPace(responseMillis, millis, refusals, nextAtMillis);
  }

  /// The pace after an answer that ended at `now` and took `response`. `retryAfter` is that
  /// header's value, or null.
  public HostPace afterAnswer(
      int status, Duration response, @Nullable Duration retryAfter, Instant now, PaceRules rules) {
    double millis = response.toNanos() / 1e6;
    double smoothed =
        responseMillis == 0 ? millis : responseMillis + NEWEST * (millis - responseMillis);
    boolean refused = status == 429 || status == 503;
    if (!refused) {
      long next = now.toEpochMilli() + delayMillis(smoothed, rules);
      return new HostPace(smoothed, crawlDelayMillis, 0, next);
    }
    long wait =
        retryAfter == null
            ? backOffMillis(refusals, rules)
            : shorter(retryAfter, rules.longestBackOff()).toMillis();
    return leftAlone(smoothed, wait, now, rules);
  }

  /// A server may ask for more milliseconds than can be counted.
  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /// The pace after a request that failed without an answer.
  public HostPace afterFailure(Instant now, PaceRules rules) {
    return leftAlone(responseMillis, backOffMillis(refusals, rules), now, rules);
  }

  /// The same, with the next request not before this moment, in milliseconds since 1970.
  HostPace notBefore(long millis) {
    return millis <= nextAtMillis ? this : nextAt(millis);
  }

  private HostPace leftAlone(double smoothed, long waitMillis, Instant now, PaceRules rules) {
    long wait = Math.max(waitMillis, delayMillis(smoothed, rules));
    return new HostPace(smoothed, crawlDelayMillis, refusals + 1, now.toEpochMilli() + wait);
  }

  private long delayMillis(double smoothed, PaceRules rules) {
    long delay = Math.max(rules.delay().toMillis(), crawlDelayMillis);
    if (smoothed <= rules.calm().toMillis()) {
      return delay;
    }
    double gentle = Math.min(rules.factor() * smoothed, rules.longest().toMillis());
    return Math.max(delay, Math.round(gentle));
  }

  private static long backOffMillis(int refusals, PaceRules rules) {
    long doubled = rules.firstBackOff().toMillis() << Math.min(refusals, 20);
    return Math.min(doubled, rules.longestBackOff().toMillis());
  }
}
