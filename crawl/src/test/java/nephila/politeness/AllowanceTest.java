package nephila.politeness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AllowanceTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  private static final long MIB = 1 << 20;

  private static Duration rest(Allowance allowance, Instant now) {
    Instant next = allowance.slows(HostPace.NEW).nextAt();
    return next.isAfter(now) ? Duration.between(now, next) : Duration.ZERO;
  }

  @Test
  void pagesOfUsualSizeCostNothing() {
    Allowance allowance = Allowance.WHOLE;
    for (int k = 0; k < 1000; k++) {
      allowance = allowance.afterReading(2 * MIB, NOON);
    }
    assertEquals(Allowance.WHOLE, allowance);
    assertSame(HostPace.NEW, allowance.slows(HostPace.NEW));
  }

  @Test
  void aFewLargePagesAreFreeAndMoreHaveToBeRestedFor() {
    Allowance allowance = Allowance.WHOLE.afterReading(5 * MIB, NOON).afterReading(11 * MIB, NOON);
    assertEquals(Duration.ZERO, rest(allowance, NOON));
    allowance = allowance.afterReading(8 * MIB, NOON);
    assertEquals(Duration.ofMillis(8192), rest(allowance, NOON));
  }

  @Test
  void timeGivesBackWhatWasRead() {
    Allowance allowance = Allowance.WHOLE.afterReading(24 * MIB, NOON);
    Instant later = NOON.plusMillis(8192);
    assertEquals(Duration.ZERO, rest(allowance, later));
    assertEquals(Duration.ofMillis(4096), rest(allowance.afterReading(4 * MIB, later), later));
    Instant tomorrow = NOON.plus(Duration.ofDays(1));
    assertEquals(Duration.ZERO, rest(allowance.afterReading(16 * MIB, tomorrow), tomorrow));
  }

  @Test
  void noRestIsLongerThanAMinuteAndNoneShortensAnother() {
    Allowance allowance = Allowance.WHOLE.afterReading(1L << 40, NOON);
    assertEquals(Duration.ofMinutes(1), rest(allowance, NOON));
    HostPace later = new HostPace(0, 0, 0, NOON.plusSeconds(99).toEpochMilli());
    assertSame(later, allowance.slows(later));
  }
}
