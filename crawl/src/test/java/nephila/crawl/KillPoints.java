package nephila.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import nephila.Progress;
import nephila.archive.ArchiveCheck;
import nephila.archive.FaultPoint;
import nephila.archive.warc.ArchivePosition;
import nephila.config.CrawlConfig;
import nephila.ledger.PageTable;
import nephila.store.ArchivedRows;
import nephila.store.CrawlStore;
import nephila.store.LittleMemory;
import nephila.store.StoreCheck;

/// Kills a crawl at every [FaultPoint] in turn, again and again, each time in a process of its own,
/// and proves after every kill, and at the end of every crawl, that nothing is lost.
///
/// As a program: `KillPoints KILLS [HOW [KIND]]`, KIND a [KilledCrawl.Kind], a line per point;
/// bench/kill-points runs it.
final class KillPoints {
  /// A process that does what it should not.
  private static final int KILLED = 137;

  private static final int SHORTLY = 3;

  private final Path work;
  private final Random random;
  private final String how;
  private final KilledCrawl.Kind kind;
  final List<String> faults = new ArrayList<>();

  KillPoints(Path work, long seed, String how) {
    this(work, seed, how, KilledCrawl.Kind.EXACT);
  }

  KillPoints(Path work, long seed, String how, KilledCrawl.Kind kind) {
    this.kind = kind;
    this.work = work;
    this.random = new Random(seed);
    this.how = how;
  }

  public static void main(String[] args) throws Exception {
    int kills = Integer.parseInt(args[0]);
    String how = args.length > 1 ? args[1] : "halt";
    Path work = Files.createTempDirectory("nephila-kill-points-");
    KilledCrawl.Kind kind = KilledCrawl.Kind.valueOf(args.length > 2 ? args[2] : "EXACT");
    KillPoints test = new KillPoints(work, 7, how, kind);
    int total = 0;
    for (FaultPoint point : FaultPoint.values()) {
      int done = test.kill(point, kills);
      total += done;
      System.out.printf("%-24s %4d %s, %d faults%n", point, done, how, test.faults.size());
    }
    test.faults.forEach(System.out::println);
    System.out.printf(
        "%d faults injected (%s), %d found something lost%n", total, how, test.faults.size());
    delete(work);
    System.exit(test.faults.isEmpty() ? 0 : 1);
  }

  /// Has it happen so many times at that point; returns how often it did.
  int kill(FaultPoint point, int times) throws Exception {
    int kills = 0;
    int fruitless = 0;
    Path dir = fresh();
    Set<String> before = new HashSet<>();
    while (kills < times && fruitless < SHORTLY) {
      int nth = 1 + random.nextInt(most(point));
      prepare(point, dir);
      int exit = run(dir, point + ":" + nth + ":" + how);
      boolean ended = exit == 0;
      boolean happened = how.equals("halt") ? exit == KILLED : exit == 1;
      if (!ended && !happened) {
        faults.add(point + ": exit " + exit + ": " + Files.readString(work.resolve("out")));
        return kills;
      }
      kills += happened ? 1 : 0;
      fruitless = happened ? 0 : fruitless + 1;
      if (happened) {
        check(point, dir, before);
      }
      if (ended) {
        end(point, dir);
        dir = fresh();
        before = new HashSet<>();
      }
    }
    if (run(dir, "") != 0) {
      faults.add(point + ": does not go on: " + Files.readString(work.resolve("out")));
    }
    end(point, dir);
    return kills;
  }

  /// How often the point is passed in a short crawl, at least.
  private static int most(FaultPoint point) {
    return switch (point) {
      case STATE_OPENED, PLAN_WRITTEN, PLAN_MOVED, REPLAY_CUT -> 1;
      case INDEX_MERGED, INDEX_MOVED, INDEX_OLD_DELETED -> 1;
      case COMMIT_POSITION_TAKEN, COMMIT_ARCHIVE_SYNCED, COMMIT_BEFORE_BATCH -> 3;
      case COMMIT_BATCH_WRITTEN, COMMIT_SYNCED, LINES_HALF_WRITTEN, LINES_WRITTEN -> 3;
      case ROLL_OLD_FORCED, ROLL_NEW_BEGUN -> 4;
      default -> 12;
    };
  }

  /// Points of the recovery need something to recover from.
  private void prepare(FaultPoint point, Path dir) throws Exception {
    if (point == FaultPoint.REPLAY_CUT) {
      run(dir, FaultPoint.ARCHIVE_HALF_WRITTEN + ":" + (1 + random.nextInt(9)) + ":halt");
    } else if (point == FaultPoint.REPLAY_ENTERED) {
      run(dir, FaultPoint.ENTERED + ":" + (5 + random.nextInt(9)) + ":halt");
    }
  }

  /// The folder of a crawl to be begun; of one on disk, of a crawl that has outgrown its memory.
  private Path fresh() throws Exception {
    Path dir = work.resolve("crawl");
    delete(dir);
    Files.deleteIfExists(work.resolve("asked"));
    if (kind.onDisk && run(dir, "", kind.readsToOutgrow()) != 0) {
      throw new IllegalStateException(Files.readString(work.resolve("out")));
    }
    return dir;
  }

  private int run(Path dir, String fault) throws Exception {
    return run(dir, fault, 0);
  }

  private int run(Path dir, String fault, int reads) throws Exception {
    ProcessBuilder process =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "--enable-native-access=ALL-UNNAMED",
            "-Dnephila.archive.rollBytes=20000",
            "-Dnephila.fault=" + (fault.isEmpty() ? "::" : fault),
            "-cp",
            System.getProperty("java.class.path"),
            KilledCrawl.class.getName(),
            dir.toString(),
            work.resolve("asked").toString(),
            kind.name(),
            String.valueOf(reads));
    Path library = Files.createDirectories(work.resolve("lib"));
    process.environment().put("ROCKSDB_SHAREDLIB_DIR", library.toString());
    process.redirectErrorStream(true).redirectOutput(work.resolve("out").toFile());
    return process.start().waitFor();
  }

  /// After a kill: the books balance, the archive is whole up to the commit, no read page is gone.
  private void check(FaultPoint point, Path dir, Set<String> before) throws IOException {
    if (!Files.exists(dir.resolve("state").resolve("CURRENT"))) {
      return;
    }
    try (CrawlStore store = CrawlStore.look(dir)) {
      proveFiles(point, dir, store);
      Set<String> read = read(store);
      before.removeAll(read);
      before.forEach(url -> faults.add(point + ": was read before the kill, and is not: " + url));
      before.clear();
      before.addAll(read);
    }
  }

  private void proveFiles(FaultPoint point, Path dir, CrawlStore store) throws IOException {
    ArchivedRows rows =
        ArchivedRowReader.of(dir, CrawlConfig.of(KilledCrawl.url(0)), Clock.systemUTC());
    store.archivedRows(rows);
    StoreCheck.of(store).faults().forEach(fault -> faults.add(point + ": " + fault));
    if (store.abandonedShare() > 0) {
      faults.add(point + ": links were not found again");
    }
    if (kind.onDisk) {
      LittleMemory.faults(dir, rows).forEach(fault -> faults.add(point + ", on disk: " + fault));
    }
    ArchivePosition committed =
        store
            .note("archive")
            .filter(text -> !text.isEmpty())
            .map(ArchivePosition::parse)
            .orElse(ArchivePosition.START);
    ArchiveCheck.of(dir, committed, Progress.SILENT)
        .faults()
        .forEach(fault -> faults.add(point + ": " + fault));
  }

  private static Set<String> read(CrawlStore store) {
    Set<String> read = new TreeSet<>();
    for (int slot = 0; slot < store.pages().size(); slot++) {
      if (store.pages().isRead(slot)) {
        read.add(store.url(slot));
      }
    }
    return read;
  }

  /// At the end of a crawl: every page was read, none archived twice, everything exact. Where pages
  /// are read again: each was read as often as it was archived.
  private void end(FaultPoint point, Path dir) throws IOException {
    Map<String, Integer> archived = new HashMap<>();
    for (String line : Files.readAllLines(dir.resolve("crawl.log"))) {
      archived.merge(line.strip().split(" +")[3], 1, Integer::sum);
    }
    int again = 0;
    try (CrawlStore store = CrawlStore.look(dir)) {
      proveFiles(point, dir, store);
      PageTable pages = store.pages();
      Map<String, Integer> reads = new HashMap<>();
      for (int slot = 0; slot < pages.size(); slot++) {
        reads.put(store.url(slot), pages.reads(slot));
      }
      for (int page = 0; page < kind.pages(); page++) {
        String url = KilledCrawl.url(page);
        int its = reads.getOrDefault(url, 0);
        again += Math.max(0, its - 1);
        if (its != archived.getOrDefault(url, 0) || !kind.onDisk && its != 1) {
          faults.add(point + ": " + its + " reads, archived " + archived.get(url) + ": " + url);
        }
      }
    }
    if (kind.onDisk && again == 0) {
      faults.add(point + ": no page was read again");
    }
  }

  static void delete(Path dir) throws IOException {
    if (Files.exists(dir)) {
      try (Stream<Path> files = Files.walk(dir)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
