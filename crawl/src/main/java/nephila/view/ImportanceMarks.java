package nephila.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import nephila.store.CrawlStore;

/// The marks of importance of a crawl, in `importance/` of its dir: one an hour while it runs and
/// one at the end of each run. All of the last hour are kept; of the last two days every hour's
/// last, of the last two months every day's, of the time before every month's.
public final class ImportanceMarks {
  /// Pages of a mark: some 300 kB on disk.
  public static final int MOST = 20_000;

  private static final Duration EACH = Duration.ofHours(1);
  private static final String ENDING = ".tsv.gz";
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss'Z'").withZone(ZoneOffset.UTC);

  private final Path folder;

  public ImportanceMarks(Path crawlDir) {
    this.folder = crawlDir.resolve("importance");
  }

  /// Whether an hour has passed since that moment.
  public static boolean isDue(long sinceMillis, long nowMillis) {
    return nowMillis - sinceMillis >= EACH.toMillis();
  }

  /// Makes a mark of the store, and lets those go that are too many.
  public void add(CrawlStore store, Instant now) throws IOException {
    Files.createDirectories(folder);
    try (var torn = Files.newDirectoryStream(folder, "*" + ENDING + ".part")) {
      for (Path file : torn) {
        Files.delete(file);
      }
    }
    ImportanceMark.of(store, now, MOST).write(folder.resolve(NAME.format(now) + ENDING));
    thin(now);
  }

  private void thin(Instant now) throws IOException {
    TreeMap<Instant, Path> marks = all();
    TreeMap<Instant, Path> periods = new TreeMap<>();
    for (var mark : marks.entrySet()) {
      Path before = periods.put(period(mark.getKey(), now), mark.getValue());
      if (before != null) {
        Files.delete(before);
      }
    }
  }

  /// The moment, or the beginning of the hour, day or month of which one mark is kept.
  private static Instant period(Instant at, Instant now) {
    Duration age = Duration.between(at, now);
    if (age.compareTo(EACH) < 0) {
      return at;
    }
    if (age.compareTo(Duration.ofDays(2)) < 0) {
      return at.truncatedTo(ChronoUnit.HOURS);
    }
    Instant day = at.truncatedTo(ChronoUnit.DAYS);
    return age.compareTo(Duration.ofDays(60)) < 0
        ? day
        : day.atOffset(ZoneOffset.UTC).withDayOfMonth(1).toInstant();
  }

  private TreeMap<Instant, Path> all() throws IOException {
    TreeMap<Instant, Path> marks = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        files.forEach(
            file -> {
              String name = file.getFileName().toString();
              if (name.endsWith(ENDING)) {
                at(name).ifPresent(time -> marks.put(time, file));
              }
            });
      }
    }
    return marks;
  }

  private static Optional<Instant> at(String name) {
    try {
      String time = name.substring(0, name.length() - ENDING.length());
      return Optional.of(NAME.parse(time, Instant::from));
    } catch (DateTimeParseException e) {
      return Optional.empty(); // not one of ours
    }
  }

  /// The youngest mark that is so much older than the youngest of all, else the oldest; empty where
  /// none was made.
  public Optional<ImportanceMark> before(Duration window) throws IOException {
    TreeMap<Instant, Path> marks = all();
    if (marks.isEmpty()) {
      return Optional.empty();
    }
    var found = marks.floorEntry(marks.lastKey().minus(window));
    return Optional.of(
        ImportanceMark.read(found == null ? marks.firstEntry().getValue() : found.getValue()));
  }
}
