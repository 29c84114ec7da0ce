package nephila.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.ExchangeReader;
import nephila.archive.warc.Notes;
import nephila.archive.warc.Text;
import nephila.archive.warc.WarcFile;
import nephila.fetch.Exchange;

/// Reads the archive of a crawl dir behind a place, also while a crawl appends to it: whole
/// exchanges only, what is being written is left for the next time. Touches nothing.
public final class ArchiveFollower {
  private final Path archive;

  public ArchiveFollower(Path crawlDir) {
    this.archive = crawlDir.resolve("archive");
  }

  /// Hands over the pages that were answered behind `from`, in order, and returns the place behind
  /// it.
  public ArchivePosition read(ArchivePosition from, Consumer<ArchivedPage> pages)
      throws IOException {
    return read(from, new ArchivePosition(Integer.MAX_VALUE, 0, 0, 0), pages);
  }

  /// The same up to a place that an earlier call returned.
  public ArchivePosition read(
      ArchivePosition from, ArchivePosition until, Consumer<ArchivedPage> pages)
      throws IOException {
    ArchivePosition reached = from;
    if (!Files.isDirectory(archive)) {
      return reached;
    }
    Map<Integer, Path> files =
        WarcFile.bySerial(archive).subMap(from.serial(), true, until.serial(), true);
    for (Map.Entry<Integer, Path> file : files.entrySet()) {
      int serial = file.getKey();
      long begin = serial == from.serial() ? from.offset() : 0;
      long end = serial == until.serial() ? until.offset() : Long.MAX_VALUE;
      reached = new ArchivePosition(serial, read(file.getValue(), begin, end, pages), 0, 0);
    }
    return reached;
  }

  private static long read(Path file, long from, long until, Consumer<ArchivedPage> pages)
      throws IOException {
    try (ExchangeReader tail = new ExchangeReader(file, from)) {
      String name = file.getFileName().toString();
      while (tail.end() < until) {
        ExchangeReader.Group group = tail.next();
        if (group == null) {
          break;
        }
        if (group.kind() != ArchivedPlace.Kind.FAILURE
            && !group.notes().more().containsKey(Notes.REQUISITE)) {
          pages.accept(page(group, name));
        }
      }
      return tail.end();
    }
  }

  private static ArchivedPage page(ExchangeReader.Group group, String file) {
    Exchange exchange = group.exchange();
    String type = exchange.headers().first("Content-Type");
    return new ArchivedPage(
        exchange.url(),
        exchange.started(),
        exchange.status(),
        Text.mime(type == null ? "" : type),
        exchange,
        group.kind() != ArchivedPlace.Kind.RESPONSE,
        group.notes().more().containsKey(Notes.SOFT_404),
        file,
        group.offset());
  }
}
