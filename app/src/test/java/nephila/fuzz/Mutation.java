package nephila.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Makes new inputs out of known ones: bits turned, pieces cut, doubled, moved and mixed, and words
/// put in that the formats under test know.
final class Mutation {
  private static final int MOST_BYTES = 64 << 10;

  private final Random random;
  private final List<byte[]> corpus;
  private final List<byte[]> words;

  Mutation(Random random, List<byte[]> corpus, List<byte[]> words) {
    this.random = random;
    this.corpus = corpus;
    this.words = words;
  }

  byte[] next() {
    byte[] bytes = any(corpus).clone();
    int steps = 1 << random.nextInt(5);
    for (int i = 0; i < steps; i++) {
      bytes = step(bytes);
    }
    return bytes.length > MOST_BYTES ? Arrays.copyOf(bytes, MOST_BYTES) : bytes;
  }

  private byte[] any(List<byte[]> of) {
    return of.get(random.nextInt(of.size()));
  }

  private byte[] step(byte[] bytes) {
    int at = random.nextInt(bytes.length + 1);
    int length = Math.min(bytes.length - at, 1 << random.nextInt(10));
    return switch (random.nextInt(8)) {
      case 0 -> changed(bytes, at, (byte) random.nextInt(256));
      case 1 ->
          changed(bytes, at, at < bytes.length ? (byte) (bytes[at] ^ 1 << random.nextInt(8)) : 0);
      case 2 -> spliced(bytes, at, length, new byte[0]);
      case 3 -> spliced(bytes, at, 0, Arrays.copyOfRange(bytes, at, at + length));
      case 4 -> spliced(bytes, at, random.nextBoolean() ? length : 0, any(words));
      case 5 -> spliced(bytes, at, bytes.length - at, tail(any(corpus)));
      case 6 -> spliced(bytes, at, 0, new byte[1 << random.nextInt(12)]);
      default -> spliced(bytes, at, 0, number());
    };
  }

  private byte[] tail(byte[] other) {
    return Arrays.copyOfRange(other, random.nextInt(other.length + 1), other.length);
  }

  /// Numbers at which programs break.
  private byte[] number() {
    long[] edges = {0, -1, 1, 127, 128, 255, 65_535, 65_536, Integer.MAX_VALUE, Long.MAX_VALUE};
    long edge = edges[random.nextInt(edges.length)];
    return (random.nextBoolean() ? Long.toString(edge) : Long.toHexString(edge)).getBytes();
  }

  private static byte[] changed(byte[] bytes, int at, byte to) {
    byte[] copy = bytes.clone();
    if (at < copy.length) {
      copy[at] = to;
    }
    return copy;
  }

  private static byte[] spliced(byte[] bytes, int at, int length, byte[] with) {
    byte[] result = new byte[bytes.length - length + with.length];
    System.arraycopy(bytes, 0, result, 0, at);
    System.arraycopy(with, 0, result, at, with.length);
    System.arraycopy(bytes, at + length, result, at + with.length, bytes.length - at - length);
    return result;
  }
}
