package nephila.refresh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import nephila.linelog.LineLog;

/// The log of answers as earlier versions wrote it, without seals. It is written anew with seals,
/// beside, and put in the place of the old one.
final class EarlierLog {
  private static final String MAGIC = "nephila-refresh 1\t";

  private EarlierLog() {}

  static boolean is(FileChannel channel) throws IOException {
    ByteBuffer start = ByteBuffer.allocate(MAGIC.length());
    channel.read(start, 0);
    return new String(start.array(), UTF_8).equals(MAGIC);
  }

  /// Seals every whole line of `file`, which `channel` reads; `head` is the heading it must have
  /// but for its version.
  static void seal(Path file, FileChannel channel, String head) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(beside);
    // The channel stays open: it holds the lock.
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(Channels.newInputStream(channel), UTF_8));
    try (LineLog sealed = LineLog.open(beside, line -> true)) {
      String line = lines.readLine();
      if (!head.substring(head.indexOf('\t')).equals(line.substring(line.indexOf('\t')))) {
        throw AnswerLog.foreign(file);
      }
      sealed.append(head);
      for (line = lines.readLine(); line != null; line = lines.readLine()) {
        sealed.append(line);
      }
    }
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
