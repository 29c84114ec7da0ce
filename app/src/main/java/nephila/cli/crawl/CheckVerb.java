package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import nephila.UserError;
import nephila.archive.ArchiveCheck;
import nephila.archive.WorkerDir;
import nephila.archive.warc.ArchivePosition;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.crawl.ArchivedRowReader;
import nephila.crawl.ChangeLog;
import nephila.crawl.Rebuild;
import nephila.crawl.RequisiteCheck;
import nephila.indexing.Indexer;
import nephila.linelog.LineFaults;
import nephila.linelog.LineLog;
import nephila.search.IndexDamage;
import nephila.store.BrokenState;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.store.rocks.KeyValueStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila check`: proves every invariant of a crawl dir.
@Command(
    name = "check",
    description = "Verifies the books and files of a crawl; says what is wrong and what is safe.",
    footer = {
      "  nephila check my-crawl                    is every unit of worth accounted for?",
      "  nephila check my-crawl --no-archive       the books alone, without reading the archive",
    })
public final class CheckVerb extends Verb {
  @Parameters(
      paramLabel = "DIR",
      description =
          "A crawl dir, or the dir of a cluster's worker, which has an archive and no books.")
  Path dir = Path.of(".");

  @Option(names = "--json", description = "The result as one line of JSON.")
  boolean json;

  @Option(
      names = "--no-archive",
      description = "Leave the archive out; reading it takes as long as copying it.")
  boolean noArchive;

  /// A line of `progress.tsv` as earlier versions wrote it: seven numbers.
  private static final Predicate<String> EARLIER_SAMPLE =
      line -> line.matches("([-+.\\dENa]+\t){6}[-+.\\dENa]+");

  @Override
  public Integer call() throws IOException {
    if (WorkerDir.is(dir)) {
      return checkWorker();
    }
    StoreCheck.Result books;
    ArchiveCheck.@Nullable Result archive = null;
    RequisiteCheck.@Nullable Result requisites = null;
    try (CrawlStore store = CrawlStore.lookAtAny(dir)) {
      StoreCheck.files(dir);
      if (!noArchive && store.choice().findsLinksAgain()) {
        store.archivedRows(ArchivedRowReader.of(dir, Yaml.planSeen(dir), Clock.systemUTC()));
      }
      books = StoreCheck.of(store).with(damage(store));
      RequisiteCheck check = new RequisiteCheck(store);
      if (!noArchive) {
        archive = ArchiveCheck.of(dir, committed(store), console().progress(), check::archived);
      }
      requisites = check.result(archive != null);
    } catch (BrokenState | IOException | java.io.UncheckedIOException e) {
      books = StoreCheck.unreadable(String.valueOf(e.getMessage()));
      if (!noArchive) {
        archive = ArchiveCheck.of(dir, ArchivePosition.START, console().progress());
      }
    }
    List<String> besides = besides();
    List<String> unsealed = unsealed();
    boolean whole =
        books.faults().isEmpty()
            && besides.isEmpty()
            && (archive == null || archive.faults().isEmpty())
            && (requisites == null || requisites.faults().isEmpty());
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("whole", whole);
      line.put("books", books);
      if (requisites != null && requisites.known() > 0) {
        line.put("requisites", requisites);
      }
      if (archive != null) {
        line.put("archive", archive);
      }
      if (!besides.isEmpty()) {
        line.put("besides", besides);
      }
      if (!unsealed.isEmpty()) {
        line.put("unsealed", unsealed);
      }
      console().json(line);
    } else {
      print(books, requisites, archive);
      unsealed.forEach(log -> console().out("%s", log));
      besides.forEach(fault -> console().out("%s", fault));
    }
    return whole ? DONE : FAILED;
  }

  /// What the books do not show: commits that can no longer be read, and the store of a client's
  /// frontier.
  private List<String> damage(CrawlStore store) throws IOException {
    List<String> faults = new ArrayList<>();
    store.missing().ifPresent(missing -> faults.add("S0 " + missing));
    KeyValueStore.fault(dir.resolve("frontier"), true)
        .ifPresent(wrong -> faults.add("S0 " + wrong));
    return faults;
  }

  /// What is wrong beside books and archive: the search index, and logs of lines.
  private List<String> besides() throws IOException {
    List<String> faults = new ArrayList<>();
    IndexDamage.of(Indexer.folder(dir))
        .ifPresent(
            wrong ->
                faults.add("I1 " + wrong + "; remove its folder and make it anew: nephila index"));
    for (LineFaults log : logs()) {
      log.told().forEach(fault -> faults.add("T1 " + fault));
    }
    return faults;
  }

  private List<LineFaults> logs() throws IOException {
    return List.of(
        LineLog.read(dir.resolve("progress.tsv"), line -> true, EARLIER_SAMPLE),
        LineLog.read(dir.resolve("control.log"), line -> true, ChangeLog.EARLIER));
  }

  /// What cannot be proved, and is no damage.
  private List<String> unsealed() throws IOException {
    List<String> told = new ArrayList<>();
    for (LineFaults log : logs()) {
      if (log.unsealed() > 0) {
        told.add(
            String.format(
                "%s: its first %,d lines are of an earlier version and unsealed: damage to them"
                    + " cannot be seen",
                log.file(), log.unsealed()));
      }
    }
    return told;
  }

  private int checkWorker() throws IOException {
    if (noArchive) {
      throw new UserError(
          dir
              + " is the dir of a cluster's worker: it has no books, which nephila cluster check"
              + " looks at; leave --no-archive out");
    }
    ArchiveCheck.Result archive =
        ArchiveCheck.of(dir, WorkerDir.committed(dir), console().progress());
    boolean whole = archive.faults().isEmpty();
    if (json) {
      console().json(Map.of("whole", whole, "archive", archive));
    } else {
      console().out("a worker's archive; nephila cluster check looks at the books of its crawl");
      print(archive);
    }
    return whole ? DONE : FAILED;
  }

  private static ArchivePosition committed(CrawlStore store) {
    return store
        .note("archive")
        .filter(text -> !text.isEmpty())
        .map(ArchivePosition::parse)
        .orElse(ArchivePosition.START);
  }

  private void print(
      StoreCheck.Result books,
      RequisiteCheck.@Nullable Result requisites,
      ArchiveCheck.@Nullable Result archive) {
    books.faults().forEach(fault -> console().out("%s", fault));
    Rebuild.interrupted(dir)
        .ifPresent(
            before ->
                console()
                    .out(
                        "a rebuild was cut off (%s has what was before); end it: nephila rebuild"
                            + " %s",
                        before, SuggestedCommand.word(dir)));
    console()
        .out(
            "%,d pages, %,d read, %,d links: %s",
            books.pages(),
            books.read(),
            books.links(),
            books.faults().isEmpty()
                ? "every unit is accounted for"
                : "the state is damaged; the archive can make a new one: nephila rebuild "
                    + SuggestedCommand.word(dir));
    if (noArchive && books.abandoned() != null) {
      console().out("the sums alone: the rows are in the archive; leave --no-archive out");
    }
    if (books.abandoned() != null && books.abandoned() > 0) {
      console()
          .out(
              "%.2g %% of all importance was paid along links that the archive does not show any"
                  + " more; the error bound counts it, and this takes it away: nephila rebuild %s",
              100 * books.abandoned(), SuggestedCommand.word(dir));
    }
    if (requisites != null && requisites.known() > 0) {
      requisites.faults().forEach(fault -> console().out("%s", fault));
      console()
          .out(
              "%,d requisites known, %,d awaited: %s",
              requisites.known(),
              requisites.awaited(),
              requisites.faults().isEmpty()
                  ? archive == null ? "not compared with the archive" : "each archived once"
                  : "state and archive differ; nephila rebuild " + SuggestedCommand.word(dir));
    }
    if (archive != null) {
      print(archive);
    }
  }

  private void print(ArchiveCheck.Result archive) {
    archive.faults().forEach(fault -> console().out("%s", fault));
    console()
        .out(
            "%,d exchanges in %,d archive files, %,d bytes: %s",
            archive.exchanges(),
            archive.files(),
            archive.bytes(),
            archive.faults().isEmpty()
                ? "every record is whole and in the index, every line in the log"
                : "the archive is damaged where shown, and safe elsewhere");
    if (archive.behind() > 0) {
      console()
          .out(
              "%,d exchanges are behind the last commit; the next start enters them",
              archive.behind());
    }
  }
}
