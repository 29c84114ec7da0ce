package nephila.crawl;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/// A clock that shows what it is told.
final class ToldClock extends Clock {
  private final LongSupplier millis;

  ToldClock(LongSupplier millis) {
    this.millis = millis;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis.getAsLong());
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
