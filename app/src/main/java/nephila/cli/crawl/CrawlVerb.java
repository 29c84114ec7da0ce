package nephila.cli.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import nephila.UserError;
import nephila.archive.ArchiveDamaged;
import nephila.cli.Interruption;
import nephila.cli.Main;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.config.CrawlConfig;
import nephila.crawl.ControlFile;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.crawl.PageEvent;
import nephila.indexing.Indexer;
import nephila.view.CrawlStatus;
import nephila.view.Freshness;
import nephila.view.OpicTotals;
import nephila.web.LiveCrawl;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila crawl`: reads the web from some seeds on, the most important pages first.
@Command(
    name = "crawl",
    description =
        "Crawls from the seeds on, the most important pages first, and archives what it reads.",
    footer = {
      "  nephila crawl https://example.org/ --agent MyBot --contact me@example.org --max-pages"
          + " 1000",
      "  nephila crawl --dir my-crawl              go on with a crawl that was stopped",
      "  nephila crawl --dir my-crawl --profile archive    from now on with all that pages show",
    })
public final class CrawlVerb extends Verb {
  @Parameters(arity = "0..*", paramLabel = "SEED", description = "Pages to start from.")
  List<String> seeds = List.of();

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description =
          "Where to keep the crawl; one that exists is gone on with (usually nephila-crawl).")
  Path dir = Path.of("nephila-crawl");

  @Mixin final PlanOptions options = new PlanOptions();

  @Option(names = "--json", description = "A line of JSON per page read, and one at the end.")
  boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress.")
  boolean quiet;

  @Option(
      names = "--index",
      description = "Index the pages for nephila search and the search page while they are read.")
  boolean index;

  @Mixin final FollowOptions follow = new FollowOptions();

  @Mixin final DashboardOptions dashboard = new DashboardOptions();

  @Override
  public Integer call() throws IOException {
    if (index && options.settings.typed().containsKey("archive")) {
      throw new WrongUse("--index reads the archive; leave --no-archive out");
    }
    follow.check();
    if (follow.isAny() && options.settings.typed().containsKey("archive")) {
      throw new WrongUse("--text, --track and --notify read the archive; leave --no-archive out");
    }
    CrawlConfig plan = options.resolve(dir, seeds);
    if (follow.isAny() && !plan.archive()) {
      throw new UserError(
          "--text, --track and --notify read the archive, and this crawl writes none; say archive:"
              + " true in "
              + dir.resolve("plan.yaml"));
    }
    if (index && !plan.archive()) {
      throw new UserError(
          "--index reads the archive, and this crawl writes none; say archive: true in "
              + dir.resolve("plan.yaml"));
    }
    WrongUse.typed(() -> Crawl.memoryBytes(plan, Runtime.getRuntime().maxMemory()));
    prepare(dir);
    if (options.profile != null) {
      console().err("Profile %s: %s.", options.profile, options.profile.words());
    }
    if (plan.order() != plan.select()) {
      console()
          .err(
              "With --importance %s pages are read by cash: what they are worth in the end is"
                  + " learned from the exact ledger alone.",
              plan.importance().text());
    }
    AtomicReference<@Nullable Crawl> running = new AtomicReference<>();
    try (Interruption interruption = Interruption.calls(() -> stop(running.get()))) {
      CrawlStatus end = run(plan, running);
      if (nothingAnswered(end)) {
        throw new UserError(nobody(plan, end));
      }
      if (json) {
        console().json(summary(end));
      } else {
        new CrawlReport(console(), dir).print(end);
      }
      if (interruption.happened()) {
        return INTERRUPTED;
      }
      return DONE;
    } catch (ArchiveDamaged e) {
      throw new UserError(
          e.getMessage()
              + "; make the state anew from what is there: nephila rebuild "
              + SuggestedCommand.word(dir),
          e);
    } catch (IOException | UncheckedIOException e) {
      if (Main.isFullDisk(e)) {
        throw fullDisk(e);
      }
      throw e;
    }
  }

  private CrawlStatus run(CrawlConfig plan, AtomicReference<@Nullable Crawl> running)
      throws IOException {
    try (Crawl crawl = Crawl.open(dir, plan);
        ControlFile control = ControlFile.watch(crawl)) {
      running.set(crawl);
      crawl
          .store()
          .missing()
          .ifPresent(missing -> console().err("%s; the archive is asked for the rest.", missing));
      if (crawl.replayed() > 0) {
        console()
            .err(
                "%,d pages that a crash had cut off were taken from the archive.",
                crawl.replayed());
      }
      LiveCrawl live = new LiveCrawl(crawl, listener());
      try (LiveIndex following = LiveIndex.begin(wantsIndex(), dir, live);
          LiveFollowers followers = LiveFollowers.begin(follow, dir, crawl, live, console());
          Dashboard shown = dashboard.open(live, dir, following.index(), console())) {
        CrawlStatus end = crawl.run(live);
        live.ended();
        if (!plan.dedup().isEmpty()) {
          console()
              .err(
                  "%,d answers were archived already and are kept as revisits: %,.1f MB not"
                      + " archived again.",
                  crawl.revisits(), crawl.bytesNotArchivedAgain() / 1e6);
        }
        following.finish(console());
        followers.finish(!end.reason().equals("stopped"));
        return end;
      }
    }
  }

  /// An index that was begun is kept up to date.
  private boolean wantsIndex() {
    return index || Files.isDirectory(Indexer.folder(dir));
  }

  private static void stop(@Nullable Crawl crawl) {
    if (crawl != null) {
      crawl.control().stop();
    }
  }

  /// A full disk is no reason to lose anything.
  private UserError fullDisk(Exception e) {
    return new UserError(
        "the disk is full; everything up to the last seconds is kept: make room and go on with"
            + " nephila crawl --dir "
            + SuggestedCommand.word(dir),
        e);
  }

  private CrawlListener listener() {
    return json ? events() : quiet ? CrawlListener.SILENT : new LiveScreen(console(), dir);
  }

  private static void prepare(Path dir) throws IOException {
    if (Files.exists(dir) && !Files.isDirectory(dir)) {
      throw new UserError(dir + ": is a file; --dir must name a folder");
    }
    try {
      Files.createDirectories(dir);
    } catch (IOException e) {
      throw new UserError(dir + ": cannot be made; choose another with --dir", e);
    }
    if (!Files.isWritable(dir)) {
      throw new UserError(dir + ": cannot be written to; choose another with --dir");
    }
  }

  /// Whether nothing at all was answered, as for a seed on an unknown host.
  private static boolean nothingAnswered(CrawlStatus end) {
    boolean answered =
        end.answers().keySet().stream().anyMatch(kind -> Character.isDigit(kind.charAt(0)));
    return end.read() == 0 && !answered && !end.answers().isEmpty();
  }

  private static String nobody(CrawlConfig plan, CrawlStatus end) {
    String seeds =
        plan.seeds().size() == 1
            ? plan.seeds().getFirst()
            : "none of the " + plan.seeds().size() + " seeds answers";
    String why =
        end.answers().size() == 1
            ? end.answers().keySet().iterator().next()
            : CrawlReport.outcomes(end.answers());
    String help =
        why.equals("private address")
            ? "; give --allow-network ADDRESS, or --allow-private for all, to go there"
            : plan.proxy().isEmpty()
                ? "; check the address and that the server is up"
                : "; check the address, and that the server and the proxy are up";
    return seeds + ": " + why + help;
  }

  private CrawlListener events() {
    return new CrawlListener() {
      @Override
      public void visited(PageEvent event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("event", "page");
        line.put("time", java.time.Instant.ofEpochMilli(event.atMillis()).toString());
        line.put("url", event.url());
        line.put("status", event.status());
        line.put("mime", event.mime());
        line.put("bytes", event.bytes());
        line.put("millis", event.millis());
        line.put("depth", event.depth());
        line.put("links", event.links());
        line.put("newPages", event.newPages());
        line.put("change", event.change().name().toLowerCase(java.util.Locale.ROOT));
        line.put("reason", event.reason().name().toLowerCase(java.util.Locale.ROOT));
        line.put("importance", event.importance());
        console().json(line);
      }
    };
  }

  private static Map<String, Object> summary(CrawlStatus end) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", "end");
    line.put("reason", end.reason());
    line.put("fetched", end.fetched());
    line.put("read", end.read());
    line.put("known", end.known());
    line.put("queued", end.waiting());
    line.put("hosts", end.hosts());
    line.put("bytes", end.bytes());
    line.put("captured", end.importanceFound());
    line.put("errorBound", end.errorBound());
    line.put("seconds", end.elapsedSeconds());
    line.put("outcomes", end.answers());
    line.put("freshness", freshness(end.freshness()));
    line.putAll(OpicTotals.fields(end.opic()));
    if (end.bias() != null) {
      line.put("bias", end.bias());
    }
    if (end.requisites() != null) {
      line.put("requisites", end.requisites());
    }
    return line;
  }

  private static Map<String, Object> freshness(Freshness fresh) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("rereads", fresh.rereads());
    line.put("changed", fresh.changed());
    line.put("meanAgeSeconds", fresh.meanAgeSeconds());
    if (fresh.isKnown()) {
      line.put("upToDate", fresh.upToDate());
      line.put("bands", fresh.bands());
    }
    return line;
  }
}
