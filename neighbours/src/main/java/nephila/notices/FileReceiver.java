package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A file that lines are appended to, opened for each so that one that was moved away or deleted is
/// made anew. A line that a crash or a full disk has cut is taken away. A pipe or a terminal is
/// only written to.
final class FileReceiver implements Receiver {
  private static final int TAIL = 1 << 16;
  private static final Pattern ID = Pattern.compile("\\{\"id\":\"([0-9a-f]{16})\"");

  private final Path file;

  FileReceiver(Path file) {
    this.file = file;
  }

  private boolean isStream() {
    return Files.exists(file) && !Files.isRegularFile(file);
  }

  private FileChannel opened() throws IOException {
    return isStream()
        ? FileChannel.open(file, StandardOpenOption.WRITE)
        : FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  @Override
  public String last() throws IOException {
    if (isStream()) {
      return "";
    }
    try (FileChannel from = opened()) {
      long begin = Math.max(0, from.size() - TAIL);
      ByteBuffer bytes = ByteBuffer.allocate((int) (from.size() - begin));
      from.read(bytes, begin);
      String tail = new String(bytes.array(), 0, bytes.position(), UTF_8);
      int end = tail.lastIndexOf('\n');
      if (end + 1 < tail.length() && tail.startsWith("{\"id\":\"", end + 1)) {
        from.truncate(from.size() - tail.substring(end + 1).getBytes(UTF_8).length);
      }
      int start = end <= 0 ? 0 : tail.lastIndexOf('\n', end - 1) + 1;
      Matcher matcher = ID.matcher(end < 0 ? "" : tail.substring(start, end));
      return matcher.find() ? matcher.group(1) : "";
    }
  }

  @Override
  public void take(List<String> lines) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((String.join("\n", lines) + "\n").getBytes(UTF_8));
    if (isStream()) {
      try (FileChannel to = opened()) {
        write(to, bytes);
      }
      return;
    }
    try (FileChannel to = opened()) {
      long before = to.size();
      to.position(before);
      try {
        write(to, bytes);
        to.force(false);
      } catch (IOException e) {
        to.truncate(before);
        throw e;
      }
    }
  }

  private static void write(FileChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  @Override
  public void close() {}
}
