package nephila.formats.links;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import nephila.graph.NewFile;

/// A temporary file of packed links, each with its weight where there are weights: one after the
/// other in the order they were put.
final class RunFile {
  private static final int BUFFER = 1 << 18;

  private final Path file;
  private final boolean weighted;

  RunFile(Path file, boolean weighted) {
    this.file = file;
    this.weighted = weighted;
  }

  Path file() {
    return file;
  }

  Writer write() {
    return new Writer();
  }

  Reader read() {
    return new Reader();
  }

  private static ByteBuffer buffer() {
    return ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
  }

  final class Writer implements AutoCloseable {
    private final FileChannel channel;
    private final ByteBuffer buffer = buffer();

    Writer() {
      try {
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      } catch (IOException e) {
        throw NewFile.cannotWrite(file, e);
      }
    }

    void put(long link, double weight) {
      if (buffer.remaining() < 16) {
        flush();
      }
      buffer.putLong(link);
      if (weighted) {
        buffer.putDouble(weight);
      }
    }

    private void flush() {
      try {
        buffer.flip();
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        buffer.clear();
      } catch (IOException e) {
        throw NewFile.cannotWrite(file, e);
      }
    }

    /// Writes what is left; without it the file is not complete.
    void finish() {
      flush();
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw NewFile.cannotWrite(file, e);
      }
    }
  }

  /// Walks over the links of the file.
  final class Reader implements AutoCloseable {
    /// The key after the last: larger than any link.
    static final long END = Long.MAX_VALUE;

    private final FileChannel channel;
    private final ByteBuffer buffer = buffer().flip();

    /// The link the reader is at, or [#END].
    long link;

    double weight = 1;

    Reader() {
      try {
        channel = FileChannel.open(file);
      } catch (IOException e) {
        throw NewFile.cannotWrite(file, e);
      }
      next();
    }

    void next() {
      if (buffer.remaining() < 16 && !fill()) {
        link = END;
        return;
      }
      link = buffer.getLong();
      if (weighted) {
        weight = buffer.getDouble();
      }
    }

    private boolean fill() {
      try {
        buffer.compact();
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
          // until the buffer is full or the file ends
        }
        buffer.flip();
        return buffer.hasRemaining();
      } catch (IOException e) {
        throw NewFile.cannotWrite(file, e);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw NewFile.cannotWrite(file, e);
      }
    }
  }
}
