package nephila.archive.warc;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// Record ids: random UUIDs (version 4) from one seed and a counter, mixed as SplitMix64 does.
/// Thread-safe without a lock.
public final class RecordIds {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long high;
  private final long low;
  private final AtomicLong count = new AtomicLong();

  public RecordIds(RandomGenerator random) {
    this.high = random.nextLong();
    this.low = random.nextLong();
  }

  /// As in `WARC-Record-ID`.
  public String next() {
    long n = count.incrementAndGet() * GOLDEN;
    long most = (mix(high + n) & 0xFFFFFFFFFFFF0FFFL) | 0x4000L;
    long least = (mix(low - n) & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return "<urn:uuid:" + new UUID(most, least) + ">";
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
