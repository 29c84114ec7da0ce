package nephila.formats.bvgraph;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Reads unary, γ and ζ codes from a stream of bits, highest bit of each byte first.
///
/// Each code is taken from one 64-bit word that starts at the code's first byte, so that at least
/// 57 bits are in sight; codes longer than that, which no graph of 2³¹ pages needs, are an error.
final class BitInput {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int BUFFER = 1 << 18;
  private static final int WORD = 8;
  private static final int IN_SIGHT = 57;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER + WORD];

  /// The next bit, counted from the start of the buffer.
  private long bit;

  /// A word can be read at any bit below this one.
  private long safe;

  private int filled;
  private long dropped;
  private boolean ended;

  BitInput(InputStream in) {
    this.in = in;
  }

  /// How many bytes of the stream were used up.
  long position() {
    return dropped + (bit >>> 3);
  }

  /// The next bits, from the highest on.
  private long word() {
    if (bit >= safe) {
      refill();
    }
    return (long) WORDS.get(buffer, (int) (bit >>> 3)) << (bit & 7);
  }

  private void refill() {
    int at = (int) (bit >>> 3);
    if (ended) {
      if (at >= filled) {
        throw new UncheckedIOException(new EOFException("the bits end too early"));
      }
      return;
    }
    System.arraycopy(buffer, at, buffer, 0, filled - at);
    filled -= at;
    dropped += at;
    bit &= 7;
    try {
      int count = in.readNBytes(buffer, filled, BUFFER - filled);
      ended = filled + count < BUFFER;
      filled += count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    java.util.Arrays.fill(buffer, filled, filled + WORD, (byte) 0);
    safe = 8L * (ended ? filled : filled - WORD);
    if (bit >= safe) {
      throw new UncheckedIOException(new EOFException("the bits end too early"));
    }
  }

  /// Zeros before the next one.
  int unary() {
    long word = word();
    int zeros = Long.numberOfLeadingZeros(word);
    if (zeros >= IN_SIGHT) {
      throw tooLong();
    }
    bit += zeros + 1;
    return zeros;
  }

  int gamma() {
    long word = word();
    int zeros = Long.numberOfLeadingZeros(word);
    if (2 * zeros + 1 > IN_SIGHT) {
      return longGamma(zeros);
    }
    bit += 2 * zeros + 1;
    return (int) ((word << zeros) >>> (63 - zeros)) - 1;
  }

  private int longGamma(int zeros) {
    if (zeros > 31) {
      throw tooLong();
    }
    bit += zeros;
    long value = word() >>> (63 - zeros);
    bit += zeros + 1;
    return (int) (value - 1);
  }

  /// A ζ code of parameter `k`: h zeros and a one, then a number of h·k + k − 1 bits or one more.
  int zeta(int k) {
    long word = word();
    int h = Long.numberOfLeadingZeros(word);
    int bits = h * k + k - 1;
    if (h + 2 + bits > IN_SIGHT) {
      throw tooLong();
    }
    word <<= h + 1;
    long left = 1L << h * k;
    long value = bits == 0 ? 0 : word >>> (64 - bits);
    if (value < left) {
      bit += h + 1 + bits;
      return (int) (value + left - 1);
    }
    bit += h + 2 + bits;
    return (int) ((word >>> (63 - bits)) - 1);
  }

  private static UncheckedIOException tooLong() {
    return new UncheckedIOException(new IOException("a code of more than 57 bits"));
  }
}
