package nephila.politeness;

import java.time.Instant;

/// How much may be read of one host, by what its pages cost a processor: a host whose pages are
/// dear to read has its turn less often, so that it does not take what others would have.
///
/// Pages of up to two MiB cost nothing. Of dearer ones a host has sixteen MiB free: many sites have
/// an index or two of some MiB, and those are among their best pages. Beyond that it rests a
/// millisecond for every KiB, and every millisecond that passes gives one back: in the long run a
/// host takes a hundredth of a processor. No clock is measured but the one given, so that a crawl
/// replays.
///
/// A value. Not kept on disk: a crawl that goes on is generous once more.
///
/// @param spentUntilMillis when all that was read will have been given back, in milliseconds since
///   1970
public record Allowance(long spentUntilMillis) {
  /// A host never read.
  public static final Allowance WHOLE = new Allowance(0);

  /// Most pages have a twentieth of it.
  private static final long CHEAP_BYTES = 2 << 20;

  /// A processor reads and packs some hundred in a microsecond.
  private static final long BYTES_PER_MILLI = 1 << 10;

  private static final long FREE_MILLIS = (16 << 20) / BYTES_PER_MILLI;
  private static final long LONGEST_REST_MILLIS = 60_000;

  /// What is left after reading so many bytes, packed and unpacked.
  public Allowance afterReading(long bytes, Instant now) {
    if (bytes <= CHEAP_BYTES) {
      return this;
    }
    long nowMillis = now.toEpochMilli();
    long spent = Math.max(spentUntilMillis, nowMillis) + bytes / BYTES_PER_MILLI;
    return new Allowance(Math.min(spent, nowMillis + FREE_MILLIS + LONGEST_REST_MILLIS));
  }

  /// The pace of a host with this allowance.
  public HostPace slows(HostPace pace) {
    return pace.notBefore(spentUntilMillis - FREE_MILLIS);
  }
}
