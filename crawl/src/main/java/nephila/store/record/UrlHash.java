package nephila.store.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// The 64 bits by which a URL is known: eight bytes at a time, multiplied to 128 bits and folded.
/// Part of the format on disk: never to change within a version.
public final class UrlHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long A = 0x9E3779B97F4A7C15L;
  private static final long B = 0xD6E8FEB86659FD93L;
  private static final long C = 0xA0761D6478BD642FL;

  private UrlHash() {}

  /// The hash of a canonical URL.
  public static long of(String url) {
    return of(url.getBytes(StandardCharsets.UTF_8));
  }

  static long of(byte[] bytes) {
    long h = A ^ bytes.length * B;
    int i = 0;
    for (; i + 8 <= bytes.length; i += 8) {
      h = fold(h ^ (long) LONGS.get(bytes, i), C);
    }
    long rest = 0;
    for (; i < bytes.length; i++) {
      rest = rest << 8 | bytes[i] & 0xFF;
    }
    return fold(fold(h ^ rest, B) ^ A, C);
  }

  private static long fold(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b) ^ a;
  }
}
