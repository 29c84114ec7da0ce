package nephila.torture;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// Time that runs faster, so that a crawler's patience with bad hosts is over sooner.
final class FastClock extends Clock {
  private final long start = System.currentTimeMillis();
  private final long startNanos = System.nanoTime();
  private final int factor;

  FastClock(int factor) {
    this.factor = factor;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public long millis() {
    return start + factor * (System.nanoTime() - startNanos) / 1_000_000;
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
