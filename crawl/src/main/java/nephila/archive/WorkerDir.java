package nephila.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import nephila.archive.warc.ArchivePosition;

/// The dir of a cluster's worker: an archive as that of a crawl dir, and how far it is committed;
/// the books of the crawl are the cluster's.
public final class WorkerDir {
  private static final String NOTE = "archive.position";

  private WorkerDir() {}

  /// Whether it is one, and no crawl dir.
  public static boolean is(Path dir) {
    return Files.exists(dir.resolve(NOTE)) && !Files.exists(dir.resolve("plan.yaml"));
  }

  /// How far its archive is committed.
  public static ArchivePosition committed(Path dir) throws IOException {
    Path note = dir.resolve(NOTE);
    return Files.exists(note)
        ? ArchivePosition.parse(Files.readString(note).strip())
        : ArchivePosition.START;
  }

  /// Its archive is committed so far.
  public static void commit(Path dir, ArchivePosition position) throws IOException {
    Path part = dir.resolve(NOTE + ".part");
    Files.writeString(part, position.toString());
    Files.move(
        part,
        dir.resolve(NOTE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
