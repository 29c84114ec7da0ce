package nephila.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ExchangeReader;
import nephila.archive.warc.WarcFile;

/// The archives of a cluster's workers as the archive of one crawl dir: their WARC files are copied
/// in the order of the moments in their names, and numbered anew; index and log are written from
/// what they hold. What a killed worker left torn at its end is left out.
///
/// Reads every byte twice. The workers' dirs are only read.
public final class JoinedArchives {
  private JoinedArchives() {}

  private record Part(String moment, Path file) {}

  /// Copies the archives of these workers into a crawl dir that has none; returns where its archive
  /// ends, all of which counts as entered.
  ///
  /// @param shown is shown every exchange
  /// @throws UserError for a dir that is no worker's
  public static ArchivePosition into(
      Path crawlDir,
      List<Path> workers,
      ArchiveOptions options,
      Progress progress,
      Consumer<Replayed> shown)
      throws IOException {
    List<Part> parts = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    for (Path worker : workers) {
      if (Files.exists(worker) && !seen.add(worker.toRealPath())) {
        throw new UserError(worker + ": is named twice; name each worker's dir once");
      }
      if (!WorkerDir.is(worker)) {
        throw new UserError(
            worker
                + ": holds no archive of a cluster's worker; name the --dir of a cluster worker, or"
                + " a copy of it");
      }
      for (Path file : WarcFile.bySerial(worker.resolve("archive")).values()) {
        parts.add(new Part(WarcFile.moment(file.getFileName().toString()), file));
      }
    }
    parts.sort(Comparator.comparing(Part::moment).thenComparing(part -> part.file.toString()));
    Path archive = Files.createDirectories(crawlDir.resolve("archive"));
    int serial = 0;
    for (Part part : parts) {
      String name = WarcFile.renumbered(part.file.getFileName().toString(), serial + 1);
      Path copy = Files.copy(part.file, archive.resolve(name));
      serial += cut(copy) ? 1 : 0;
      progress.at("copying archives", serial, parts.size());
    }
    try (Archive joined = Archive.openAt(crawlDir, options, ArchivePosition.START, shown)) {
      ArchivePosition end = joined.position();
      joined.sync();
      return end;
    }
  }

  /// Cuts off what is torn; returns false, and deletes the file, where no record of it is whole.
  private static boolean cut(Path file) throws IOException {
    if (Files.size(file) == 0) {
      Files.delete(file);
      return false;
    }
    long end;
    try (ExchangeReader reader = new ExchangeReader(file, 0)) {
      while (reader.next() != null) {
        // only to its end
      }
      end = reader.end();
    }
    if (end == 0) {
      Files.delete(file);
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(end);
    }
    return true;
  }
}
