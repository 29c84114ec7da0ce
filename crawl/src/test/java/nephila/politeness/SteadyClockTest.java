package nephila.politeness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
  private Instant wall = Instant.parse("2026-11-19T12:00:00Z");
  private long nanos = Long.MAX_VALUE - 5; // a count may go round

  private final Clock jumping =
      new Clock() {
        @Override
        public Instant instant() {
          return wall;
        }

        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }
      };

  @Test
  void aSystemClockThatIsSetDoesNotMoveIt() {
    Clock steady = new SteadyClock(jumping, () -> nanos);
    assertEquals(wall, steady.instant());
    Instant begin = wall;
    for (long days : new long[] {-10, 10, -3650, 3650, 0}) {
      wall = begin.plusSeconds(days * 86_400);
      nanos += 2_500_000_000L;
    }
    assertEquals(begin.plusMillis(12_500), steady.instant());
    assertEquals(begin.plusMillis(12_500), steady.withZone(ZoneId.of("Asia/Tokyo")).instant());
  }
}
