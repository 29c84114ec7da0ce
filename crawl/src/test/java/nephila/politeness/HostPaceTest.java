package nephila.politeness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPaceTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  private static final PaceRules RULES = PaceRules.usual(Duration.ofSeconds(1));
  private static final Duration FAST = Duration.ofMillis(20);

  private static Duration wait(HostPace pace) {
    return Duration.between(NOON, pace.nextAt());
  }

  @Test
  void theUsersDelayIsTheLeast() {
    assertTrue(HostPace.NEW.ready(NOON));
    HostPace pace = HostPace.NEW.afterAnswer(200, FAST, null, NOON, RULES);
    assertEquals(Duration.ofSeconds(1), wait(pace));
    assertFalse(pace.ready(NOON.plusMillis(999)));
    assertTrue(pace.ready(NOON.plusMillis(1000)));
  }

  @Test
  void theHostsDelayIsHonouredWhenLonger() {
    HostPace strict = HostPace.NEW.withCrawlDelay(Duration.ofSeconds(10));
    assertEquals(Duration.ofSeconds(10), wait(strict.afterAnswer(200, FAST, null, NOON, RULES)));
    HostPace lax = HostPace.NEW.withCrawlDelay(Duration.ofMillis(10));
    assertEquals(Duration.ofSeconds(1), wait(lax.afterAnswer(200, FAST, null, NOON, RULES)));
    HostPace none = strict.withCrawlDelay(null);
    assertEquals(Duration.ofSeconds(1), wait(none.afterAnswer(200, FAST, null, NOON, RULES)));
  }

  @Test
  void aSlowHostIsLeftTwiceItsOwnTimeAndRecovers() {
    HostPace pace = HostPace.NEW.afterAnswer(200, Duration.ofSeconds(3), null, NOON, RULES);
    assertEquals(Duration.ofSeconds(6), wait(pace));
    HostPace slowest = HostPace.NEW.afterAnswer(200, Duration.ofMinutes(5), null, NOON, RULES);
    assertEquals(Duration.ofSeconds(30), wait(slowest));
    for (int i = 0; i < 20; i++) {
      pace = pace.afterAnswer(200, FAST, null, NOON, RULES);
    }
    assertEquals(Duration.ofSeconds(1), wait(pace));
  }

  @Test
  void withoutADelayAFastHostIsReadAtOnce() {
    PaceRules eager = PaceRules.usual(Duration.ZERO);
    assertEquals(Duration.ZERO, wait(HostPace.NEW.afterAnswer(200, FAST, null, NOON, eager)));
  }

  @Test
  void refusalsDoubleTheWaitUntilAGoodAnswer() {
    HostPace pace = HostPace.NEW;
    long[] seconds = {5, 10, 20, 40};
    for (long expected : seconds) {
      pace = pace.afterAnswer(503, FAST, null, NOON, RULES);
      assertEquals(Duration.ofSeconds(expected), wait(pace));
    }
    for (int i = 0; i < 60; i++) {
      pace = pace.afterFailure(NOON, RULES);
    }
    assertEquals(Duration.ofHours(1), wait(pace));
    assertEquals(Duration.ofSeconds(1), wait(pace.afterAnswer(404, FAST, null, NOON, RULES)));
  }

  @Test
  void retryAfterIsObeyedWithinReason() {
    Duration minute = Duration.ofMinutes(1);
    assertEquals(minute, wait(HostPace.NEW.afterAnswer(429, FAST, minute, NOON, RULES)));
    assertEquals(
        Duration.ofHours(1),
        wait(HostPace.NEW.afterAnswer(503, FAST, Duration.ofDays(365), NOON, RULES)));
    String lastYear = "Sat, 6 Nov +999999999 08:49:37 GMT";
    Duration beyondCounting = RetryAfter.parse(lastYear, NOON).orElseThrow();
    assertEquals(
        Duration.ofHours(1),
        wait(HostPace.NEW.afterAnswer(503, FAST, beyondCounting, NOON, RULES)));
    assertEquals(
        Duration.ofSeconds(1),
        wait(HostPace.NEW.afterAnswer(503, FAST, Duration.ZERO, NOON, RULES)));
    assertEquals(
        Duration.ofSeconds(1), wait(HostPace.NEW.afterAnswer(200, FAST, minute, NOON, RULES)));
  }

  @ParameterizedTest
  @CsvSource({
    "120, 120",
    "' 0 ', 0",
    "'Sun, 15 Nov 2026 12:01:00 GMT', 60",
    "'Sunday, 15-Nov-26 12:01:00 GMT', 60",
    "'Sun Nov 15 12:01:00 2026', 60",
    "'Sun Nov  1 12:01:00 2026', 0",
    "'Sat, 14 Nov 2026 12:00:00 GMT', 0",
  })
  void retryAfterIsSecondsOrADate(String value, long seconds) {
    assertEquals(Optional.of(Duration.ofSeconds(seconds)), RetryAfter.parse(value, NOON));
  }

  @ParameterizedTest
  @CsvSource({"''", "-5", "soon", "1.5", "99999999999999999999"})
  void retryAfterMayMeanNothing(String value) {
    assertEquals(Optional.empty(), RetryAfter.parse(value, NOON));
  }

  @Test
  void afterTheClockWasSetBackTheNextRequestIsThatMuchEarlier() {
    HostPace pace = HostPace.NEW.nextAt(10_000);
    assertEquals(7_000, pace.earlier(3_000).nextAtMillis());
    assertEquals(0, pace.earlier(20_000).nextAtMillis());
    assertEquals(10_000, pace.notBefore(9_999).nextAtMillis());
    assertEquals(10_001, pace.notBefore(10_001).nextAtMillis());
  }
}
