package nephila.testweb.contract;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// A clock that stands still until it is told that time passes. Not thread-safe.
public final class SteppedClock extends Clock {
  private long millis;

  public SteppedClock(Instant begin) {
    millis = begin.toEpochMilli();
  }

  public void pass(Duration time) {
    millis += time.toMillis();
  }

  /// Time passes until then; nothing where that has been.
  public void passUntil(long untilMillis) {
    millis = Math.max(millis, untilMillis);
  }

  @Override
  public long millis() {
    return millis;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
