package nephila.politeness;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/// A clock that begins at the date of another and goes on by a count of nanoseconds that no setting
/// of the clock changes. What a run measures (paces, rests, how long it takes) goes by it, so a
/// system clock that is set ahead or back meanwhile delays nothing and ends nothing.
///
/// While a machine sleeps the count stands still: what was due is due that much later. Thread-safe.
public final class SteadyClock extends Clock {
  private final Instant start;
  private final long startNanos;
  private final LongSupplier nanos;
  private final ZoneId zone;

  /// @param nanos only ever grows, as [System#nanoTime]
  public SteadyClock(Clock from, LongSupplier nanos) {
    this(from.instant(), nanos.getAsLong(), nanos, from.getZone());
  }

  private SteadyClock(Instant start, long startNanos, LongSupplier nanos, ZoneId zone) {
    this.start = start;
    this.startNanos = startNanos;
    this.nanos = nanos;
    this.zone = zone;
  }

  /// From the date of the system.
  public static SteadyClock ofSystem() {
    return new SteadyClock(Clock.systemUTC(), System::nanoTime);
  }

  @Override
  public Instant instant() {
    return start.plusNanos(nanos.getAsLong() - startNanos);
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId other) {
    return new SteadyClock(start, startNanos, nanos, other);
  }
}
