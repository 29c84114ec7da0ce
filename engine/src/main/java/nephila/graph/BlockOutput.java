package nephila.graph;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// Writes little-endian numbers and bytes to a file in blocks of 1 MiB and keeps the checksum of
/// each.
final class BlockOutput {
  private final FileChannel channel;
  private final ByteBuffer block =
      ByteBuffer.allocateDirect(CsrLayout.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C crc = new CRC32C();
  private int[] checksums = new int[16];
  private int blocks;
  private long written;

  BlockOutput(FileChannel channel) {
    this.channel = channel;
  }

  /// How many bytes were put.
  long position() {
    return written + block.position();
  }

  void putInt(int value) throws IOException {
    if (block.remaining() < 4) {
      putSlowly(value, 4);
    } else {
      block.putInt(value);
    }
  }

  void putLong(long value) throws IOException {
    if (block.remaining() < 8) {
      putSlowly(value, 8);
    } else {
      block.putLong(value);
    }
  }

  private void putSlowly(long value, int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      room();
      block.put((byte) (value >>> 8 * i));
    }
  }

  void put(byte[] source, int from, int count) throws IOException {
    int done = 0;
    while (done < count) {
      room();
      int some = Math.min(count - done, block.remaining());
      block.put(source, from + done, some);
      done += some;
    }
  }

  /// Copies all that `from` wrote.
  void append(BlockOutput from) throws IOException {
    from.flush();
    from.channel.position(0);
    room();
    while (from.channel.read(block) >= 0) {
      room();
    }
  }

  /// Zeros up to the next multiple of the alignment.
  void align() throws IOException {
    while (position() % CsrLayout.ALIGNMENT != 0) {
      room();
      block.put((byte) 0);
    }
  }

  private void room() throws IOException {
    if (!block.hasRemaining()) {
      flush();
    }
  }

  /// Writes the block that is being filled; only the last block may be a part of one.
  void flush() throws IOException {
    if (block.position() == 0) {
      return;
    }
    block.flip();
    crc.reset();
    crc.update(block.duplicate());
    if (blocks == checksums.length) {
      checksums = Arrays.copyOf(checksums, 2 * blocks);
    }
    checksums[blocks++] = (int) crc.getValue();
    written += block.limit();
    while (block.hasRemaining()) {
      channel.write(block);
    }
    block.clear();
  }

  /// Ends the file with the checksums of its blocks and the checksum of those.
  void finish() throws IOException {
    flush();
    ByteBuffer table = ByteBuffer.allocate(4 * blocks + 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < blocks; i++) {
      table.putInt(checksums[i]);
    }
    crc.reset();
    crc.update(table.array(), 0, 4 * blocks);
    table.putInt((int) crc.getValue());
    table.flip();
    while (table.hasRemaining()) {
      channel.write(table);
    }
  }
}
