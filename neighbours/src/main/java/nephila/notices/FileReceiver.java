package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A file that lines are appended to. A line that a crash has cut is taken away.
final class FileReceiver implements Receiver {
  private static final int TAIL = 1 << 16;
  private static final Pattern ID = Pattern.compile("\\{\"id\":\"([0-9a-f]{16})\"");

  private final Path file;
  private @Nullable FileChannel channel;

  FileReceiver(Path file) {
    this.file = file;
  }

  private FileChannel opened() throws IOException {
    if (channel == null) {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel.position(channel.size());
    }
    return channel;
  }

  @Override
  public String last() throws IOException {
    FileChannel from = opened();
    long begin = Math.max(0, from.size() - TAIL);
    ByteBuffer bytes = ByteBuffer.allocate((int) (from.size() - begin));
    from.read(bytes, begin);
    String tail = new String(bytes.array(), 0, bytes.position(), UTF_8);
    int end = tail.lastIndexOf('\n');
    if (end + 1 < tail.length() && tail.startsWith("{\"id\":\"", end + 1)) {
      from.truncate(from.size() - tail.substring(end + 1).getBytes(UTF_8).length);
      from.position(from.size());
    }
    int start = end <= 0 ? 0 : tail.lastIndexOf('\n', end - 1) + 1;
    Matcher matcher = ID.matcher(end < 0 ? "" : tail.substring(start, end));
    return matcher.find() ? matcher.group(1) : "";
  }

  @Override
  public void take(String id, String line) throws IOException {
    FileChannel to = opened();
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
    to.force(false);
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
