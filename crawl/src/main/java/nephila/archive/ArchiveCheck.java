package nephila.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import nephila.Progress;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.ExchangeReader;
import nephila.archive.warc.WarcFile;

/// Proves that the archive of a crawl dir is whole: every record can be read, has the digests it
/// claims, and has its lines in index and log, as they would be written today, and no line is there
/// without its record (A1, A2 of [Archive]).
///
/// Reads every byte of the archive once, or twice where the index is wrong, in memory that does not
/// grow with it. In a crawl that runs, or was killed, the last exchange may be torn and the last
/// lines not yet written: what is behind the committed position is left to the next start, which
/// repairs it.
public final class ArchiveCheck {
  private static final int MANY = 20;

  private final Path crawlDir;
  private final ArchivePosition committed;
  private final Progress progress;
  private final Consumer<ExchangeReader.Group> seen;
  private final List<String> faults = new ArrayList<>();

  private long behind;
  private long exchanges;
  private long bytes;

  private ArchiveCheck(
      Path crawlDir,
      ArchivePosition committed,
      Progress progress,
      Consumer<ExchangeReader.Group> seen) {
    this.seen = seen;
    this.crawlDir = crawlDir;
    this.committed = committed;
    this.progress = progress;
  }

  /// What a check found.
  ///
  /// @param behind exchanges behind the committed position, which the next start will enter
  /// @param faults at most twenty, in words, each with file and offset; empty when all is well
  public record Result(int files, long exchanges, long behind, long bytes, List<String> faults) {}

  /// Checks the archive up to the position that the store has committed.
  public static Result of(Path crawlDir, ArchivePosition committed, Progress progress)
      throws IOException {
    return of(crawlDir, committed, progress, group -> {});
  }

  /// The same; `seen` is shown every exchange up to that position.
  public static Result of(
      Path crawlDir,
      ArchivePosition committed,
      Progress progress,
      Consumer<ExchangeReader.Group> seen)
      throws IOException {
    ArchiveCheck check = new ArchiveCheck(crawlDir, committed, progress, seen);
    List<Path> files = check.files();
    IndexCheck index = IndexCheck.firstPass(check::fault);
    try (LogCheck log = new LogCheck(crawlDir.resolve("crawl.log"), committed.logBytes())) {
      for (int i = 0; i < files.size(); i++) {
        check.records(files.get(i), i == files.size() - 1, log, index);
      }
      log.end().ifPresent(check::fault);
    }
    index.lines(crawlDir);
    IndexCheck closer = index.secondPass();
    if (closer != null) {
      for (Path file : files) {
        check.again(file, closer);
      }
      closer.lines(crawlDir);
    }
    return new Result(
        files.size(), check.exchanges, check.behind, check.bytes, List.copyOf(check.faults));
  }

  /// By number, not by name: a name begins with the time, and a clock may have jumped back.
  private List<Path> files() throws IOException {
    Path folder = crawlDir.resolve("archive");
    return Files.isDirectory(folder) ? List.copyOf(WarcFile.bySerial(folder).values()) : List.of();
  }

  private void records(Path file, boolean last, LogCheck log, IndexCheck index) throws IOException {
    String name = file.getFileName().toString();
    long size = Files.size(file);
    int serial = WarcFile.serial(name);
    try (ExchangeReader tail =
        new ExchangeReader(
            file, (words, offset) -> fault("A1 %s: %s at offset %d", name, words, offset))) {
      for (ExchangeReader.Group group = tail.next(); group != null; group = tail.next()) {
        exchanges++;
        progress.at("checking " + name, group.end(), size);
        digest(name, group);
        boolean isBehind = isBehind(serial, group.end());
        behind += isBehind ? 1 : 0;
        if (!isBehind) {
          seen.accept(group);
        }
        log.expect(group, isBehind).ifPresent(this::fault);
        index.record(name, group, isBehind);
      }
      bytes += tail.end();
      boolean torn =
          last && new ArchivePosition(serial, tail.end(), 0, 0).compareTo(committed) >= 0;
      if (!tail.complete() && !torn) {
        fault("A1 %s: damaged at offset %d", name, tail.end());
      }
    }
  }

  private void again(Path file, IndexCheck index) throws IOException {
    String name = file.getFileName().toString();
    int serial = WarcFile.serial(name);
    try (ExchangeReader tail = new ExchangeReader(file, (words, offset) -> {})) {
      for (ExchangeReader.Group group = tail.next(); group != null; group = tail.next()) {
        progress.at("looking closer at " + name, group.end(), Files.size(file));
        index.record(name, group, isBehind(serial, group.end()));
      }
    }
  }

  private boolean isBehind(int serial, long end) {
    return new ArchivePosition(serial, end, 0, 0).compareTo(committed) > 0;
  }

  private void digest(String name, ExchangeReader.Group group) {
    boolean kept = group.kind() == ArchivedPlace.Kind.RESPONSE;
    if (kept && !Arrays.equals(group.sha1(), group.exchange().payloadSha1())) {
      fault("A1 %s: another digest than claimed at offset %d", name, group.offset());
    }
  }

  private void fault(String format, Object... args) {
    fault(String.format(format, args));
  }

  private void fault(String words) {
    if (faults.size() < MANY) {
      faults.add(words);
    }
  }
}
