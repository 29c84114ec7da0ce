package nephila.testweb.hostile;

import java.io.ByteArrayOutputStream;

/// A brotli stream of some hundred bytes that unpacks to 208 MiB, written bit by bit (RFC 7932):
/// thirteen meta-blocks of 16 MiB, each four letters and one copy of them up to its end. The JDK
/// has no packer for brotli, and no packer is as wicked.
final class BrotliBomb {
  private static final int BLOCKS = 13;
  private static final int BLOCK = 1 << 24;

  /// Insert code 4 (four literals, no extra bits) with copy code 23 (24 extra bits from 2118).
  private static final int INSERT_AND_COPY = 384 + (4 << 3) + 7;

  private static final int COPY_FROM = 2118;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int bits;
  private int count;

  private BrotliBomb() {}

  static byte[] bytes() {
    BrotliBomb bomb = new BrotliBomb();
    bomb.put(0b1011, 4); // a window of 22 bits
    for (int i = 0; i < BLOCKS; i++) {
      bomb.block();
    }
    bomb.put(0b11, 2); // the last one, empty
    bomb.put(0, 7);
    return bomb.bytes.toByteArray();
  }

  private void block() {
    put(0, 1); // not the last
    put(2, 2); // six nibbles of length
    put(BLOCK - 1, 24);
    put(0, 1); // compressed
    put(0, 3); // one block type of each kind
    put(0, 6); // plain distances
    put(0, 2); // context mode
    put(0, 2); // one tree each for literals and distances
    only('x', 8);
    only(INSERT_AND_COPY, 10);
    only(0, 6); // the last distance, which is four at the start
    put(BLOCK - 4 - COPY_FROM, 24);
  }

  /// A prefix code of one symbol, which then costs no bits.
  private void only(int symbol, int width) {
    put(1, 2);
    put(0, 2);
    put(symbol, width);
  }

  private void put(int value, int width) {
    for (int i = 0; i < width; i++) {
      bits |= (value >> i & 1) << count;
      if (++count == 8) {
        bytes.write(bits);
        bits = 0;
        count = 0;
      }
    }
  }
}
