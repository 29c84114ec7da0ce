package nephila.crawl;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import nephila.UserError;
import nephila.archive.ArchiveMending;
import nephila.config.CrawlConfig;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;
import nephila.store.NewFolder;
import nephila.store.Unfinished;
import nephila.view.OpicTotals;
import org.jspecify.annotations.Nullable;

/// Makes the state of a crawl anew from its archive, as if every exchange in it happened again:
/// pages, reads, links, payments, hosts, index and log. Nobody is asked anything.
///
/// What was there is kept in a folder `before-rebuild-N` of the crawl dir. Damaged places of the
/// archive are taken out first; the old log tells which pages were in them, and these are to be
/// read again. A rebuild that was interrupted is to be done again: its folder has a file
/// `unfinished` until one comes to its end, and its log counts as an old log all the same. Not in
/// the archive, and so not rebuilt: attempts that an earlier run gave up, pushes that only
/// sharpened importance (made again, to the usual bound).
public final class Rebuild {
  private static final String IMPORTED = "imported.txt";
  private static final int SHOWN = 3;

  /// The result of a rebuild.
  ///
  /// @param exchanges entered from the archive
  /// @param opic the totals of the papers' OPIC where importance is its, else null
  /// @param gaps damaged places that were taken out of it
  /// @param lost pages of which the old log has an exchange and the archive has none
  /// @param before where the old state is kept
  public record Result(
      int exchanges,
      int pages,
      int read,
      double errorBound,
      @Nullable OpicTotals opic,
      List<ArchiveMending.Gap> gaps,
      List<String> lost,
      Path before) {}

  private Rebuild() {}

  public static Result of(Path dir, CrawlConfig plan, Crawl.World world) throws IOException {
    refuseImported(dir);
    refuseWithoutArchive(dir);
    refuseInUse(dir.resolve("state").resolve("LOCK"));
    keepOld(dir);
    List<Path> unfinished = Unfinished.rebuilds(dir);
    List<ArchiveMending.Gap> gaps = ArchiveMending.mend(dir);
    Crawl.World offline = new Crawl.World(world.clock(), world.random(), new Nobody(world));
    Result result;
    try (Crawl crawl = Crawl.open(dir, plan, offline)) {
      crawl.settle();
      result =
          new Result(
              crawl.replayed(),
              crawl.store().pages().size(),
              crawl.store().readPages(),
              crawl.store().ledger().errorBound(),
              OpicTotals.of(crawl.store()),
              gaps,
              lost(unfinished, dir.resolve("crawl.log")),
              asItWas(unfinished));
    }
    for (Path folder : unfinished) {
      if (!folder.equals(result.before())) {
        NewFolder.delete(folder); // half a rebuild, made anew
      }
    }
    Files.delete(Unfinished.mark(result.before()));
    return result;
  }

  /// Where that is kept which an interrupted rebuild of a crawl dir found; empty when none was
  /// interrupted, or before it changed anything.
  public static Optional<Path> interrupted(Path dir) {
    List<Path> unfinished = Unfinished.rebuilds(dir);
    return unfinished.isEmpty() ? Optional.empty() : Optional.of(asItWas(unfinished));
  }

  /// The first has what was there before all of them; what the others have is half made anew.
  private static Path asItWas(List<Path> unfinished) {
    return unfinished.stream().filter(Rebuild::hasState).findFirst().orElse(unfinished.getLast());
  }

  private static boolean hasState(Path before) {
    return Files.exists(before.resolve("state"));
  }

  /// Notes in a crawl dir where its state was imported from: that is in no archive of its own.
  public static void noteImported(Path dir, List<Path> sources) throws IOException {
    List<String> lines = new ArrayList<>();
    sources.forEach(source -> lines.add(source.toAbsolutePath().normalize().toString()));
    Files.write(dir.resolve(IMPORTED), lines);
  }

  /// The archive does not have what was imported; but both can be imported together.
  private static void refuseImported(Path dir) throws IOException {
    Path list = dir.resolve(IMPORTED);
    if (!Files.exists(list)) {
      return;
    }
    List<String> sources = Files.readAllLines(list);
    String named =
        sources.size() > SHOWN
            ? "SOURCES (they are listed in " + list + ")"
            : String.join(" ", sources);
    Path archive = dir.resolve("archive");
    throw new UserError(
        dir
            + " was begun by nephila import, and its archive does not have what was imported; make"
            + " a new crawl dir of both: nephila import "
            + named
            + (Files.isDirectory(archive) ? " " + archive : "")
            + " --dir NEW");
  }

  private static void refuseWithoutArchive(Path dir) throws IOException {
    Path archive = dir.resolve("archive");
    boolean any = false;
    if (Files.isDirectory(archive)) {
      try (Stream<Path> files = Files.list(archive)) {
        any = files.anyMatch(file -> file.toString().endsWith(".warc.gz"));
      }
    }
    if (!any) {
      throw new UserError(
          dir + " has no archive to rebuild from; a crawl with --no-archive must be begun anew");
    }
  }

  /// Refuses a state whose file `LOCK` a process holds.
  ///
  /// @throws UserError when one does
  public static void refuseInUse(Path lock) throws IOException {
    if (!Files.exists(lock)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      if (held == null) {
        throw new UserError(
            lock.getParent() + " is in use by another process; stop that one first");
      }
    } catch (OverlappingFileLockException e) {
      throw new UserError(lock.getParent() + " is in use by this process; close it first", e);
    }
  }

  /// Puts aside what will be made anew.
  private static void keepOld(Path dir) throws IOException {
    int number = 1;
    while (Files.exists(Unfinished.rebuild(dir, number))) {
      number++;
    }
    Path before = Files.createDirectory(Unfinished.rebuild(dir, number));
    Files.createFile(Unfinished.mark(before));
    if (Files.exists(dir.resolve("crawl.log"))) {
      Files.copy(dir.resolve("crawl.log"), before.resolve("crawl.log"));
    }
    for (String name : List.of("state", "indexes")) {
      if (Files.exists(dir.resolve(name))) {
        Files.move(dir.resolve(name), before.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  /// Pages with a line in an old log that have none in the new.
  private static List<String> lost(List<Path> folders, Path now) throws IOException {
    Set<String> lost = new LinkedHashSet<>();
    for (Path folder : folders) {
      Path old = folder.resolve("crawl.log");
      if (Files.exists(old)) {
        lost.addAll(urls(old));
      }
    }
    if (!lost.isEmpty()) {
      urls(now).forEach(lost::remove);
    }
    return List.copyOf(lost);
  }

  /// The fourth column, where a line has one.
  private static List<String> urls(Path log) throws IOException {
    List<String> urls = new ArrayList<>();
    try (Stream<String> lines = Files.lines(log, java.nio.charset.StandardCharsets.ISO_8859_1)) {
      lines.forEach(
          line -> {
            String[] columns = line.strip().split(" +", 5);
            if (columns.length == 5) {
              urls.add(columns[3]);
            }
          });
    }
    return urls;
  }

  /// Asks nobody.
  private record Nobody(Crawl.World world) implements Fetcher {
    @Override
    public Exchange fetch(FetchRequest request) {
      Exchange.Circumstances how =
          new Exchange.Circumstances(null, world.clock().instant(), -1, 0, Truncation.NONE, null);
      return Exchange.failed(request, Failure.CANCELLED, "rebuilding", new byte[0], how);
    }

    @Override
    public void close() {}
  }
}
