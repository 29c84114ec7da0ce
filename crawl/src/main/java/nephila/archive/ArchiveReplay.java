package nephila.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nephila.archive.cdx.Index;
import nephila.archive.cdx.LineFile;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.ExchangeReader;
import nephila.archive.warc.WarcFile;
import org.jspecify.annotations.Nullable;

/// Brings an archive back to a whole state after the process stopped at any moment: cuts off what
/// is torn, writes index and log lines that are missing, and hands over the exchanges behind the
/// committed position. Done again after stopping in the middle of it, it comes to the same end.
final class ArchiveReplay {
  private static final Pattern PLACE =
      Pattern.compile("\"offset\": \"([0-9]+)\", \"filename\": \"([^\"]+)\"");

  private final Path dir;
  private final ArchivePosition from;
  private final TreeMap<Integer, Path> files;
  private final Index index;
  private final LineFile log;

  /// Index or log fell short of what was committed: all lines are written anew.
  private final boolean rewrite;

  ArchiveReplay(Path crawlDir, Path dir, ArchivePosition from) throws IOException {
    this.dir = dir;
    this.from = from;
    this.files = WarcFile.bySerial(dir);
    checkCommitted();
    Path indexes = crawlDir.resolve("indexes");
    Path logPath = crawlDir.resolve("crawl.log");
    Index opened = Index.open(indexes, from.indexBytes(), this::committed);
    this.rewrite = opened == null || LineFile.size(logPath) < from.logBytes();
    if (rewrite && opened != null) {
      opened.close();
    }
    this.index = opened == null || rewrite ? Index.create(indexes) : opened;
    this.log = new LineFile(logPath, rewrite ? 0 : from.logBytes());
  }

  private void checkCommitted() throws IOException {
    if (from.serial() > 0) {
      Path file = files.get(from.serial());
      if (file == null) {
        throw new ArchiveDamaged(dir, 0, "WARC file number " + from.serial() + " is missing");
      }
      if (Files.size(file) < from.offset()) {
        throw new ArchiveDamaged(
            file, Files.size(file), "ends before byte " + from.offset() + ", the last committed");
      }
    }
  }

  /// Whether an index line belongs to what was committed.
  private boolean committed(String line) {
    Matcher place = PLACE.matcher(line);
    if (!place.find()) {
      return true;
    }
    int serial = WarcFile.serial(place.group(2));
    long offset = Long.parseLong(place.group(1));
    return serial < from.serial() || (serial == from.serial() && offset < from.offset());
  }

  Index index() {
    return index;
  }

  LineFile log() {
    return log;
  }

  void run(Consumer<Replayed> replay) throws IOException {
    int start = rewrite ? 0 : from.serial();
    for (Map.Entry<Integer, Path> entry : files.tailMap(start, true).entrySet()) {
      int serial = entry.getKey();
      long offset = !rewrite && serial == from.serial() ? from.offset() : 0;
      read(serial, entry.getValue(), offset, replay);
    }
    index.lines().flush();
    log.flush();
  }

  private void read(int serial, Path path, long offset, Consumer<Replayed> replay)
      throws IOException {
    long end;
    boolean complete;
    try (ExchangeReader tail = new ExchangeReader(path, offset)) {
      String name = path.getFileName().toString();
      for (ExchangeReader.Group group = tail.next(); group != null; group = tail.next()) {
        ArchivedPlace kept = Archive.keep(group, name, serial, index, log);
        if (kept.end().compareTo(from) > 0) {
          replay.accept(new Replayed(group.exchange(), group.notes(), kept));
          FaultPoint.REPLAY_ENTERED.passed();
        }
        index.lines().flushIfFull();
        log.flushIfFull();
      }
      end = tail.end();
      complete = tail.complete();
    }
    if (!complete) {
      cut(serial, path, end);
    }
  }

  private void cut(int serial, Path path, long end) throws IOException {
    boolean last = files.lastKey() == serial;
    boolean uncommitted = new ArchivePosition(serial, end, 0, 0).compareTo(from) >= 0;
    if (!last || !uncommitted) {
      throw new ArchiveDamaged(path, end, "no whole record here, though more was committed");
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(end);
      FaultPoint.REPLAY_CUT.passed();
      channel.force(true);
    }
  }

  /// The file to go on with, or null when there is none.
  @Nullable WarcFile lastFile() throws IOException {
    while (!files.isEmpty()) {
      int serial = files.lastKey();
      Path path = files.get(serial);
      if (path != null && Files.size(path) > 0) {
        try (ExchangeReader tail = new ExchangeReader(path, 0)) {
          tail.next();
          return WarcFile.open(path, serial, tail.warcinfoId());
        }
      }
      // Begun, and torn before its first record was whole.
      if (path != null) {
        Files.delete(path);
      }
      files.remove(serial);
    }
    return null;
  }
}
