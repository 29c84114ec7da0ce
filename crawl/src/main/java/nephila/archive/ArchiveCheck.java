package nephila.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.Progress;

/// Proves that the archive of a crawl dir is whole: every record can be read, has the digests it
/// claims, and has its lines in index and log, as they would be written today, and no line is there
/// without its record (A1, A2 of [Archive]).
///
/// Reads every byte of the archive once. In a crawl that runs, or was killed, the last exchange may
/// be torn and the last lines not yet written: what is behind the committed position is left to the
/// next start, which repairs it.
public final class ArchiveCheck {
  private static final int MANY = 20;

  private final Path crawlDir;
  private final ArchivePosition committed;
  private final Progress progress;
  private final List<String> faults = new ArrayList<>();

  /// Where every response and revisit record starts, as `file offset`, and the hash of its line.
  private final Map<String, Long> places = new HashMap<>();

  /// The same of those behind the commit, whose lines may be missing yet.
  private final Map<String, Long> placesBehind = new HashMap<>();

  private long behind;

  private long exchanges;
  private long bytes;

  private ArchiveCheck(Path crawlDir, ArchivePosition committed, Progress progress) {
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
    ArchiveCheck check = new ArchiveCheck(crawlDir, committed, progress);
    List<Path> files = check.files();
    try (LogCheck log = new LogCheck(crawlDir.resolve("crawl.log"), committed.logBytes())) {
      for (int i = 0; i < files.size(); i++) {
        check.records(files.get(i), i == files.size() - 1, log);
      }
      log.end().ifPresent(check.faults::add);
    }
    check.index();
    return new Result(
        files.size(), check.exchanges, check.behind, check.bytes, List.copyOf(check.faults));
  }

  /// By number, not by name: a name begins with the time, and a clock may have jumped back.
  private List<Path> files() throws IOException {
    Path folder = crawlDir.resolve("archive");
    return Files.isDirectory(folder) ? List.copyOf(WarcFile.bySerial(folder).values()) : List.of();
  }

  private void records(Path file, boolean last, LogCheck log) throws IOException {
    String name = file.getFileName().toString();
    long size = Files.size(file);
    int serial = WarcFile.serial(name);
    try (Tail tail = new Tail(file, offset -> wrongBlock(name, offset))) {
      for (Tail.Group group = tail.next(); group != null; group = tail.next()) {
        exchanges++;
        progress.at("checking " + name, group.end(), size);
        digest(name, group);
        boolean isBehind = new ArchivePosition(serial, group.end(), 0, 0).compareTo(committed) > 0;
        behind += isBehind ? 1 : 0;
        log.expect(group, isBehind).ifPresent(this::fault);
        if (group.kind() != Kept.Kind.FAILURE) {
          Map<String, Long> lines = isBehind ? placesBehind : places;
          lines.put(name + ' ' + group.offset(), hash(indexLine(name, group)));
        }
      }
      bytes += tail.end();
      boolean torn =
          last && new ArchivePosition(serial, tail.end(), 0, 0).compareTo(committed) >= 0;
      if (!tail.complete() && !torn) {
        fault("A1 %s: damaged at offset %d", name, tail.end());
      }
    }
  }

  private static String indexLine(String name, Tail.Group group) {
    return LogCheck.asRead(
        Lines.cdxj(
            group.exchange(),
            group.kind(),
            group.sha1(),
            name,
            group.offset(),
            group.firstLength()));
  }

  private static long hash(String line) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < line.length(); i++) {
      hash = (hash ^ line.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }

  private void wrongBlock(String name, long offset) {
    fault("A1 %s: another block digest than claimed at offset %d", name, offset);
  }

  private void digest(String name, Tail.Group group) {
    boolean kept = group.kind() == Kept.Kind.RESPONSE;
    if (kept && !Arrays.equals(group.sha1(), group.exchange().payloadSha1())) {
      fault("A1 %s: another digest than claimed at offset %d", name, group.offset());
    }
  }

  /// Every line to its record, and every record to one line.
  private void index() throws IOException {
    Path sorted = crawlDir.resolve("indexes").resolve("index.cdxj");
    long base = LineFile.size(sorted);
    for (Path file : List.of(sorted, sorted.resolveSibling("recent-" + base + ".cdxj"))) {
      if (Files.exists(file)) {
        // Damaged bytes are no reason to stop: ISO 8859-1 reads any, and what is ASCII is the same.
        try (BufferedReader lines = Files.newBufferedReader(file, ISO_8859_1)) {
          long number = 1;
          String before = "";
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (file.equals(sorted) && line.compareTo(before) < 0) {
              fault("A2 %s:%d: out of order", file.getFileName(), number);
            }
            before = line;
            line(file.getFileName().toString(), number++, line);
          }
        }
      }
    }
    places.keySet().forEach(this::missing);
  }

  private void line(String index, long number, String line) {
    if (!line.endsWith("}") && !index.equals("index.cdxj")) {
      return; // torn by a kill; its record is missed below, if it was committed
    }
    String offset = value(line, "offset");
    String place = value(line, "filename") + ' ' + offset;
    Long known = places.remove(place);
    Long hash = known == null ? placesBehind.remove(place) : known;
    if (hash == null) {
      fault("A2 %s:%d: points to no record at %s", index, number, place);
    } else if (hash(line) != hash) {
      fault("A2 %s:%d: says other things than the record at %s", index, number, place);
    }
  }

  private void missing(String place) {
    fault("A2 the record at %s is not in the index", place);
  }

  private static String value(String line, String name) {
    String start = "\"" + name + "\": \"";
    int from = line.indexOf(start);
    int end = from < 0 ? -1 : line.indexOf('"', from + start.length());
    return end < 0 ? "" : line.substring(from + start.length(), end);
  }

  private void fault(String format, Object... args) {
    if (faults.size() < MANY) {
      faults.add(String.format(format, args));
    }
  }
}
