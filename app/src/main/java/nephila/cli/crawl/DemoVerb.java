package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import nephila.cli.Interruption;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.config.CrawlConfig;
import nephila.config.Durations;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.process.Statuses;
import nephila.testweb.LittleWeb;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import nephila.view.PageRanking;
import nephila.view.PageRow;
import nephila.web.LiveCrawl;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `nephila demo`: crawls a little web that lives in this process, and shows what came of it.
@Command(
    name = "demo",
    description =
        "Crawls a little web on this machine (ten hosts, a few hundred pages, with dead links,"
            + " redirects, a trap and a page that changes) and shows its ranking. Needs no"
            + " network.",
    footer = {
      "  nephila demo                              crawl, rank, and what to try next",
      "  nephila demo --keep                       leave the dashboard up when the crawl is over",
    })
public final class DemoVerb extends Verb {
  private static final long SEED = 7;

  @Option(names = "--keep", description = "Leave the dashboard up until Ctrl-C.")
  boolean keep;

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description = "Where to keep the crawl (usually a new temporary folder).")
  Path dir = Path.of("");

  @Option(
      names = "--max-time",
      paramLabel = "D",
      defaultValue = "40s",
      description = "How long the crawl may take (usually 40s).")
  String maxTime = "40s";

  @Mixin final DashboardOptions dashboard = new DashboardOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Duration longest = WrongUse.typed(() -> Durations.parse("max-time", maxTime));
    Path place = dir.toString().isEmpty() ? Files.createTempDirectory("nephila-demo-") : dir;
    AtomicReference<@Nullable Crawl> running = new AtomicReference<>();
    try (Interruption interruption = Interruption.calls(() -> stop(running.get()));
        LittleWeb web = LittleWeb.open(SEED, LittleWeb.Options.usual());
        Crawl crawl = Crawl.open(place, plan(web, longest))) {
      running.set(crawl);
      LiveCrawl live = new LiveCrawl(crawl, listener(place));
      console().err("A little web of %d hosts begins at %s", web.places().size(), web.front());
      try (LiveIndex index = LiveIndex.begin(true, place, live);
          Dashboard shown = dashboard.open(live, place, index.index(), console())) {
        CrawlStatus end = crawl.run(live);
        live.ended();
        index.finish(console());
        report(end, crawl, web, place);
        if (interruption.happened()) {
          console().out("Stopped early. The little web is gone with this run; for all of it:");
          console().out("  nephila demo");
          return INTERRUPTED;
        }
        if (keep) {
          console().err("The dashboard stays until Ctrl-C.");
          interruption.await();
        }
      }
    }
    return DONE;
  }

  private static void stop(@Nullable Crawl crawl) {
    if (crawl != null) {
      crawl.control().stop();
    }
  }

  private static CrawlConfig plan(LittleWeb web, Duration longest) {
    return CrawlConfig.of(web.front())
        .with("allow-network", web.networks())
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ofMillis(20))
        .with("refresh", 0.1)
        .with("min-age", Duration.ofSeconds(5))
        .with("max-time", longest)
        .with("max-pages", 600)
        .with("host-share", 0.3)
        .with("sitemaps", true)
        .checked();
  }

  /// The live screen on a terminal; elsewhere a line now and then.
  private CrawlListener listener(Path place) {
    LiveScreen screen = new LiveScreen(console(), place);
    long[] nextMillis = {2000};
    return new CrawlListener() {
      @Override
      public void progress(CrawlStatus now) {
        screen.progress(now);
        if (!console().terminal() && now.elapsedMillis() >= nextMillis[0]) {
          nextMillis[0] += 2000;
          console()
              .err(
                  "%,5d pages read, %,d known, %.1f %% of the known importance found, certified"
                      + " error %.1g",
                  now.read(), now.known(), 100 * now.importanceFound(), now.errorBound());
        }
      }
    };
  }

  private void report(CrawlStatus end, Crawl crawl, LittleWeb web, Path place) {
    Map<String, String> names = new TreeMap<>();
    web.places().forEach(name -> names.put(web.origin(name), name));
    console().out("");
    console()
        .out(
            "%,d pages read of %,d known on %d hosts in %s.",
            end.read(), end.known(), end.hosts(), CrawlReport.seconds(end.elapsedMillis()));
    console().out("Answers: %s.", CrawlReport.outcomes(end.answers()));
    PageRanking ranking = PageRanking.of(crawl.store());
    console().out("");
    console().out("The most important pages (exact to %.0g):", ranking.errorBound());
    console().out("rank  importance  reads  answer    page");
    List<PageRow> top = ranking.pages(10, PageRanking.Which.READABLE_FIRST);
    for (int i = 0; i < top.size(); i++) {
      PageRow page = top.get(i);
      console()
          .out(
              "%4d  %9.3f%%  %5d  %-8s  %s",
              i + 1,
              100 * page.importance(),
              page.reads(),
              Statuses.words(page.status()),
              shown(page.url(), names));
    }
    console().out("");
    console().out("Its archive, index and state are in %s. Try next:", place);
    console().out("  nephila top %s --sites", SuggestedCommand.word(place));
    console()
        .out(
            "  nephila why %s %s",
            SuggestedCommand.word(place), top.isEmpty() ? web.front() : top.getFirst().url());
    console().out("  nephila search %s spider web", SuggestedCommand.word(place));
    console().out("  nephila check %s", SuggestedCommand.word(place));
    console()
        .out(
            "  nephila crawl https://example.org/ --agent MyBot --contact me@example.org --dir"
                + " my-crawl");
  }

  /// A page by the name of its host in the little web.
  private static String shown(String url, Map<String, String> names) {
    for (Map.Entry<String, String> place : names.entrySet()) {
      if (url.startsWith(place.getKey() + "/")) {
        return place.getValue() + url.substring(place.getKey().length());
      }
    }
    return url;
  }
}
