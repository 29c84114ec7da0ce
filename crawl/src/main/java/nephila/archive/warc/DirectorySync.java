package nephila.archive.warc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Makes names of files last.
public final class DirectorySync {
  private DirectorySync() {}

  /// Forces a folder to the disk, so that files created in it or moved there are found after a
  /// crash. Where a system cannot, it does so by itself.
  public static void sync(Path dir) {
    try (FileChannel channel = FileChannel.open(dir, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every system opens folders.
    }
  }
}
