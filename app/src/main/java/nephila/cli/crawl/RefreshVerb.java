package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import nephila.UserError;
import nephila.cli.Interruption;
import nephila.cli.OldCrawlSource;
import nephila.cli.OrderFile;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.config.CrawlConfig;
import nephila.config.Durations;
import nephila.crawl.CrawlListener;
import nephila.linelog.LineFaults;
import nephila.liverank.Order;
import nephila.liverank.Sample;
import nephila.process.Statuses;
import nephila.refresh.CarryOver;
import nephila.refresh.ClosedPolicy;
import nephila.refresh.OldWeb;
import nephila.refresh.PageAnswer;
import nephila.refresh.RefreshFindings;
import nephila.refresh.RefreshGoal;
import nephila.refresh.RefreshListener;
import nephila.refresh.RefreshLists;
import nephila.refresh.RefreshOptions;
import nephila.refresh.RefreshRun;
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
      "Asks the servers in a LiveRank order, as politely as the crawler. Ctrl-C keeps everything;"
          + " the same command goes on. What a server keeps from us (401, 402, 403, 429, 451, 5xx,"
          + " robots.txt, a challenge) is closed, neither alive nor dead."
    },
    footer = {
      "  nephila refresh old-crawl --until 0.9 --agent MyBot --contact me@example.org",
      "  nephila refresh archive.wacz index.cdxj --budget 5000 --dir refreshed --agent MyBot"
          + " --contact me@example.org",
      "  nephila refresh old-crawl --order Pa+- --sample random:1%% --agent MyBot --contact"
          + " me@example.org",
      "  nephila refresh old-crawl --find changed --budget 2000 --agent MyBot --contact"
          + " me@example.org",
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
      names = "--order",
      defaultValue = "learned",
      paramLabel = "NAME",
      description = {
        "In which order to ask: learned (usual), R, I, P, Pa, Pa+-, ASF, BFS, AI, recursive;",
        "or a list that nephila liverank --out wrote (.tsv, .csv, .jsonl; .gz, .zst)."
      })
  String order = "learned";

  @Option(
      names = "--sample",
      defaultValue = "random:1%",
      paramLabel = "KIND:SIZE",
      description =
          "Training set of Pa, Pa+-, ASF, BFS, AI, recursive: random, indegree, pagerank, site, or"
              + " random-apart and so on, as 1%% or 5000 (default: ${DEFAULT-VALUE}).")
  String sample = "random:1%";

  @Option(
      names = "--find",
      defaultValue = "alive",
      paramLabel = "WHAT",
      description =
          "alive (usual), or changed: pages whose content differs from the old copy come first.")
  String find = "alive";

  @Option(
      names = "--closed",
      defaultValue = "apart",
      paramLabel = "HOW",
      description =
          "What closed pages count for in shares, stop and order: apart (usual), as-dead,"
              + " as-alive.")
  String closed = "apart";

  @Option(
      names = "--patience",
      defaultValue = "1m",
      paramLabel = "D",
      description =
          "How long to wait at the end for hosts that are out of order or too slow, since one of"
              + " them last answered; 0 does not ask again (default: ${DEFAULT-VALUE}).")
  String patience = "1m";

  @Option(
      names = "--until",
      paramLabel = "SHARE",
      description = "Stop when this share of the living (or the changed) is found, like 0.9.")
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
    OldCrawlSource source = new OldCrawlSource(sources, links, everything);
    OldWeb old = source.read(console().progress());
    describe(old);
    WrongUse.typed(() -> RefreshRun.introduced(old, options));
    AtomicReference<Runnable> stop = new AtomicReference<>(() -> {});
    try (Interruption interruption = Interruption.calls(() -> stop.get().run())) {
      RefreshFindings findings = ask(old, source, options, stop);
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
        .withPlan(plan())
        .withPatience(Durations.parse("--patience", patience))
        .withSettings(settings().with("timeout", Durations.parse("--timeout", timeout)))
        .withHead(!noHead)
        .withSeed(seed);
  }

  private RefreshOptions.Plan plan() {
    Order named = isList() ? Order.R : Order.parse(order);
    return new RefreshOptions.Plan(
        named, Sample.parse(sample), RefreshGoal.parse(find), ClosedPolicy.parse(closed));
  }

  /// Whether --order names a file.
  private boolean isList() {
    return order.matches("(?i).*\\.(tsv|csv|jsonl|ndjson)(\\.gz|\\.zst)?");
  }

  private CrawlConfig settings() {
    return visitor
        .applied()
        .with("workers", workers)
        .with("delay", Durations.parse("--delay", delay));
  }

  private void describe(OldWeb old) {
    old.remarks().forEach(remark -> console().err("%s", remark));
    console().err("Old crawl: %,d pages, %,d links.", old.pages(), old.links().links());
  }

  private RefreshFindings ask(
      OldWeb old, OldCrawlSource source, RefreshOptions options, AtomicReference<Runnable> stop)
      throws IOException {
    int[] list = isList() ? OrderFile.read(Path.of(order), old, console()) : null;
    try (RefreshRun refresh = RefreshRun.open(old, dir, options, list)) {
      source.note(dir);
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
          line.put("closed", answer.verdict().closed());
          line.put("change", answer.change().shown());
          line.put("status", answer.status());
          line.put("place", answer.place());
          line.put("how", answer.how());
          console().json(line);
        }
      }

      @Override
      public void asksAgain(int pages, int hosts, Duration longest) {
        console()
            .err(
                "%,d pages were put off, because %,d hosts are out of order or too slow; asking"
                    + " once more now, for as long as one of them answers within %s (--patience).",
                pages, hosts, Durations.show(longest));
      }

      @Override
      public void progress(RefreshFindings findings) {
        String what =
            String.format(
                Locale.ROOT,
                "%,d %s found with %,d requests; pages answered",
                findings.found(),
                RefreshReport.isChanged(findings) ? "changed" : "living",
                findings.requests());
        progress.at(what, findings.answered(), findings.pages());
      }
    };
  }

  private void report(RefreshFindings findings, boolean interrupted) {
    RefreshReport report = new RefreshReport(console(), findings, dir);
    if (json) {
      console().json(report.summary(order, interrupted));
      return;
    }
    report.print();
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
