package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import nephila.UserError;
import nephila.cli.Interruption;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.config.CrawlConfig;
import nephila.config.Durations;
import nephila.crawl.CrawlListener;
import nephila.formats.OldCrawl;
import nephila.linelog.LineFaults;
import nephila.process.Statuses;
import nephila.refresh.CarryOver;
import nephila.refresh.OldWeb;
import nephila.refresh.OldWebs;
import nephila.refresh.PageAnswer;
import nephila.refresh.RefreshFindings;
import nephila.refresh.RefreshListener;
import nephila.refresh.RefreshLists;
import nephila.refresh.RefreshOptions;
import nephila.refresh.RefreshRun;
import nephila.refresh.StatusTable;
import nephila.view.CrawlStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila refresh`: which pages of an old crawl still live, with few requests.
@Command(
    name = "refresh",
    description = {
      "Finds out which pages of an old crawl still live, with as few requests as possible.",
      "Asks the servers in the learned LiveRank order, as politely as the crawler. Ctrl-C keeps"
          + " everything; the same command goes on."
    },
    footer = {
      "  nephila refresh old-crawl --until 0.9 --agent MyBot --contact me@example.org",
      "  nephila refresh archive.wacz index.cdxj --budget 5000 --dir refreshed --agent MyBot"
          + " --contact me@example.org",
      "  nephila refresh pages.tsv.gz --links links.tsv.gz --into new-crawl --agent MyBot --contact"
          + " me@example.org",
    })
public final class RefreshVerb extends Verb {
  @Parameters(
      arity = "1..*",
      paramLabel = "OLD",
      description =
          "The old crawl: a crawl dir, a folder of WARC files, .warc .warc.gz .arc .wacz .cdx"
              + " .cdxj files, or a file of pages (id TAB url; .tsv .txt, .gz .zst).")
  List<Path> sources = List.of();

  @Option(
      names = "--links",
      paramLabel = "FILE",
      description = "Links of a file of pages: source id, target id.")
  @Nullable Path links;

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description = "Where answers and lists are kept (usually nephila-refresh).")
  Path dir = Path.of("nephila-refresh");

  @Option(
      names = "--until",
      paramLabel = "SHARE",
      description = "Stop when this share of the living is found, like 0.9.")
  @Nullable Double until;

  @Option(
      names = "--confidence",
      defaultValue = "0.9",
      paramLabel = "C",
      description = "How sure --until must be (default: ${DEFAULT-VALUE}).")
  double confidence = 0.9;

  @Option(names = "--budget", paramLabel = "N", description = "Requests to send in all.")
  @Nullable Long budget;

  @Option(
      names = "--delay",
      defaultValue = "1s",
      paramLabel = "D",
      description = "Between two requests to a host (default: ${DEFAULT-VALUE}).")
  String delay = "1s";

  @Option(
      names = {"-w", "--workers"},
      defaultValue = "64",
      paramLabel = "N",
      description = "Hosts asked at a time (default: ${DEFAULT-VALUE}).")
  int workers = 64;

  @Option(
      names = "--timeout",
      defaultValue = "30s",
      paramLabel = "D",
      description = "For one answer (default: ${DEFAULT-VALUE}).")
  String timeout = "30s";

  @Mixin final SettingOptions visitor = SettingOptions.of("agent", "contact", "allow-private");

  @Option(names = "--no-head", description = "Ask with GET only.")
  boolean noHead;

  @Option(
      names = "--everything",
      description = "Images, scripts and style sheets of archives too, not only pages.")
  boolean everything;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Seed of everything random (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--into",
      paramLabel = "DIR",
      description = "Then read the living fully into this fresh crawl dir.")
  @Nullable Path into;

  @Option(names = "--json", description = "A line of JSON per page answered, and one at the end.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    if ((until != null && until == 0) || (budget != null && budget == 0)) {
      throw new WrongUse("--until 0 or --budget 0 asks for nothing; leave it out to ask for all");
    }
    RefreshOptions options = WrongUse.typed(this::options);
    if (into != null && Files.exists(into.resolve("state"))) {
      throw new UserError(into + ": holds a crawl already; name a folder that is new");
    }
    OldWeb old = read();
    describe(old);
    WrongUse.typed(() -> RefreshRun.introduced(old, options));
    AtomicReference<Runnable> stop = new AtomicReference<>(() -> {});
    try (Interruption interruption = Interruption.calls(() -> stop.get().run())) {
      RefreshFindings findings = ask(old, options, stop);
      RefreshLists.write(old, findings, dir);
      report(findings, interruption.happened());
      tellPrivate(findings);
      if (interruption.happened()) {
        return INTERRUPTED;
      }
      if (into == null) {
        return DONE;
      }
      readInto(old, findings, into, stop);
      if (interruption.happened()) {
        console().err("Interrupted; %s holds what was read. For all that live name another.", into);
        return INTERRUPTED;
      }
      return DONE;
    }
  }

  private RefreshOptions options() {
    return RefreshOptions.usual()
        .withUntil(until == null ? 0 : until, confidence)
        .withBudget(budget == null ? 0 : budget)
        .withSettings(settings().with("timeout", Durations.parse("--timeout", timeout)))
        .withHead(!noHead)
        .withSeed(seed);
  }

  private CrawlConfig settings() {
    return visitor
        .applied()
        .with("workers", workers)
        .with("delay", Durations.parse("--delay", delay));
  }

  private OldWeb read() throws IOException {
    Path first = sources.getFirst();
    String name = first.toString().toLowerCase(Locale.ROOT);
    if (name.matches(".*\\.(tsv|txt|csv)(\\.gz|\\.zst)?")) {
      if (sources.size() > 1) {
        throw new WrongUse(first + ": one file of pages at a time; links go to --links");
      }
      OldCrawl crawl =
          links == null
              ? OldCrawl.read(first, console().progress())
              : OldCrawl.read(first, links, console().progress());
      List<String> remarks = new ArrayList<>();
      if (crawl.unknownLinks() > 0) {
        remarks.add(
            String.format(
                Locale.ROOT,
                "%,d links from or to pages that %s does not list: left out",
                crawl.unknownLinks(),
                first));
      }
      return OldWebs.of(crawl.snapshot().urls(), crawl.snapshot().links(), remarks);
    }
    if (links != null) {
      throw new WrongUse("--links " + links + ": goes with a file of pages (.tsv), not " + first);
    }
    return OldWebs.read(sources, everything, console().progress());
  }

  private void describe(OldWeb old) {
    old.remarks().forEach(remark -> console().err("%s", remark));
    console().err("Old crawl: %,d pages, %,d links.", old.pages(), old.links().links());
  }

  private RefreshFindings ask(OldWeb old, RefreshOptions options, AtomicReference<Runnable> stop)
      throws IOException {
    try (RefreshRun refresh = RefreshRun.open(old, dir, options)) {
      stop.set(refresh::stop);
      tellDamage(refresh.faults());
      if (refresh.resumed() > 0) {
        console().err("Going on: %,d pages were answered before.", refresh.resumed());
      }
      return refresh.run(listener());
    }
  }

  private void tellDamage(LineFaults faults) {
    faults.told().forEach(fault -> console().err("%s", fault));
    if (faults.count() > 0) {
      console()
          .err(
              "%,d lines of %s were damaged: what they said is asked for again.",
              faults.count(), dir.resolve("answers.tsv"));
    }
  }

  private RefreshListener listener() {
    var progress = console().progress();
    return new RefreshListener() {
      @Override
      public void answered(String url, PageAnswer answer) {
        if (json) {
          Map<String, Object> line = new LinkedHashMap<>();
          line.put("event", "page");
          line.put("url", url);
          line.put("verdict", answer.verdict().shown());
          line.put("alive", answer.verdict().alive());
          line.put("status", answer.status());
          line.put("place", answer.place());
          line.put("how", answer.how());
          console().json(line);
        }
      }

      @Override
      public void progress(RefreshFindings findings) {
        String what =
            String.format(
                Locale.ROOT,
                "%,d living found with %,d requests; pages answered",
                findings.living(),
                findings.requests());
        progress.at(what, findings.answered(), findings.pages());
      }
    };
  }

  private void report(RefreshFindings findings, boolean interrupted) {
    if (json) {
      console().json(summary(findings, interrupted));
      return;
    }
    console().out("%-20s%-34s%12s%9s", "Status", "Description", "Pages", "");
    for (StatusTable.Line line : StatusTable.of(findings)) {
      console()
          .out(
              "%-20s%-34s%,12d%8.2f%%",
              line.status(),
              line.description(),
              line.pages(),
              100.0 * line.pages() / findings.pages());
    }
    console()
        .out("%,d living pages found with %,d requests.", findings.living(), findings.requests());
    var estimate = findings.estimate();
    if (estimate != null && findings.answered() < findings.pages()) {
      console()
          .out(
              "By random audits %,.0f live in all (%,.0f to %,.0f): %.0f %% of them are found.",
              estimate.estimate(),
              estimate.low(),
              estimate.high(),
              100 * findings.living() / Math.max(1, estimate.estimate()));
    }
    console().out("Lists: %s/living.tsv, moved.tsv, dead.tsv, table.tsv.", dir);
    if (interrupted) {
      console().out("Interrupted; the same command goes on.");
    }
  }

  private void tellPrivate(RefreshFindings findings) {
    int pages = findings.statuses().getOrDefault(Statuses.PRIVATE_ADDRESS, 0);
    if (pages > 0) {
      console()
          .err(
              "%,d pages are at private addresses and were not asked for; the same command with"
                  + " --allow-private asks.",
              pages);
    }
  }

  private static Map<String, Object> summary(RefreshFindings findings, boolean interrupted) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", "end");
    line.put("interrupted", interrupted);
    line.put("pages", findings.pages());
    line.put("answered", findings.answered());
    line.put("living", findings.living());
    line.put("requests", findings.requests());
    Map<String, Object> verdicts = new LinkedHashMap<>();
    findings.verdicts().forEach((verdict, count) -> verdicts.put(verdict.shown(), count));
    line.put("verdicts", verdicts);
    Map<String, Object> statuses = new LinkedHashMap<>();
    findings.statuses().forEach((status, count) -> statuses.put(String.valueOf(status), count));
    line.put("statuses", statuses);
    var estimate = findings.estimate();
    if (estimate != null) {
      line.put("livingEstimate", estimate.estimate());
      line.put("livingLow", estimate.low());
      line.put("livingHigh", estimate.high());
    }
    return line;
  }

  private void readInto(
      OldWeb old, RefreshFindings findings, Path fresh, AtomicReference<Runnable> stop)
      throws IOException {
    if (findings.living() == 0) {
      console().err("No page lives: nothing to read into %s.", fresh);
      return;
    }
    CrawlListener shown = json ? CrawlListener.SILENT : new LiveScreen(console(), fresh);
    CarryOver carrying = new CarryOver(old, findings);
    stop.set(carrying::stop);
    CrawlStatus end = carrying.into(fresh, settings(), shown);
    if (!json) {
      new CrawlReport(console(), fresh).print(end);
    }
  }
}
