package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import nephila.UserError;
import nephila.cli.Interruption;
import nephila.cli.Numbers;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.view.Searched;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.search.SearchIndex;
import nephila.server.FrontierServer;
import nephila.server.Frontiers;
import nephila.server.RestFrontier;
import nephila.store.CrawlStore;
import nephila.web.FinishedCrawl;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila serve`: the dashboard and the API of a crawl that is not running, or a URL frontier for
/// other crawlers.
@Command(
    name = "serve",
    description =
        "Serves the dashboard and the API of a crawl that is not running, or with --frontier the"
            + " URL frontier of other people's crawlers, until Ctrl-C.",
    footer = {
      "  nephila serve my-crawl                    on this machine only, at a free port",
      "  nephila serve my-crawl --port 8080 --listen 0.0.0.0   for others; prints the token they"
          + " need",
      "  nephila serve frontiers --frontier 7071   gRPC for StormCrawler and others; DIR is made",
      "  nephila serve frontiers --frontier-rest 7072 --importance opic",
    })
public final class ServeVerb extends Verb {
  @Parameters(paramLabel = "DIR", description = "A crawl dir; with --frontier, its crawls' folder.")
  Path dir = Path.of(".");

  @Option(
      names = "--frontier",
      converter = Numbers.Port.class,
      paramLabel = "PORT",
      description = "Serve the URLFrontier API 2.5 (gRPC, plain) at this port; usual is 7071.")
  @Nullable Integer frontier;

  @Option(
      names = "--frontier-rest",
      converter = Numbers.Port.class,
      paramLabel = "PORT",
      description = "Serve the same over REST at this port.")
  @Nullable Integer rest;

  @Option(
      names = "--frontier-delay",
      paramLabel = "S",
      description = "Seconds between two hand-outs of a queue (as it was; 1 in a new crawl).")
  @Nullable Long delay;

  @Mixin final SettingOptions begun = SettingOptions.described(newCrawls());

  @Mixin final DashboardOptions dashboard = new DashboardOptions();

  private static Map<String, String> newCrawls() {
    Map<String, String> words = new LinkedHashMap<>();
    words.put(
        "importance",
        "With --frontier, how importance is computed in new crawls: exact (usually), opic or"
            + " opic-corrected; clients may choose another over REST.");
    words.put(
        "window", "With --frontier and opic, which past counts in new crawls (usually growing:4).");
    words.put(
        "links",
        "With --frontier and opic, links of read pages in new crawls: keep (usually) or forget.");
    return words;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (delay != null && delay < 0) {
      throw new WrongUse("--frontier-delay " + delay + ": must be at least 0");
    }
    if (frontier != null || rest != null) {
      return serveFrontier();
    }
    if (!begun.typed().isEmpty()) {
      throw new WrongUse(
          "--"
              + begun.typed().keySet().iterator().next()
              + ": for new crawls of --frontier; a crawl"
              + " keeps what it was begun with");
    }
    CrawlConfig plan = Yaml.planOf(dir);
    try (SearchIndex index = Searched.find(dir).orElse(null);
        CrawlStore store = CrawlStore.look(dir);
        Dashboard shown =
            dashboard.open(
                new FinishedCrawl(dir, store, plan, Clock.systemUTC()), dir, index, console())) {
      console().err("Serving %s until Ctrl-C.", dir);
      Thread.currentThread().join();
    }
    return DONE;
  }

  /// What new crawls are begun with.
  private CrawlConfig newCrawl() {
    CrawlConfig usual = begun.applied();
    Settings.checkValues(usual);
    Settings.checkLedger(usual);
    return usual;
  }

  private int serveFrontier() throws IOException, InterruptedException {
    if (Files.isDirectory(dir.resolve("state"))) {
      throw new UserError(
          dir + ": is a crawl; a frontier keeps its crawls in a folder of its own, name another");
    }
    CrawlConfig usual = WrongUse.typed(this::newCrawl);
    String host = dashboard.listen.getHostAddress();
    try (Interruption interruption = Interruption.awaited();
        Frontiers crawls = new Frontiers(dir, InstantSource.system(), usual);
        FrontierServer grpc =
            frontier == null
                ? null
                : FrontierServer.start(crawls, host, frontier, line -> console().err("%s", line));
        RestFrontier web = rest == null ? null : RestFrontier.start(crawls, host, rest)) {
      if (delay != null) {
        crawls.usualDelay(delay);
      }
      if (grpc != null) {
        console().err("Frontier (gRPC): %s:%d", host, grpc.port());
      }
      if (web != null) {
        console().err("Frontier (REST): http://%s:%d/frontier/v1/", host, web.port());
      }
      console().err("%,d crawls in %s. Serving until Ctrl-C.", crawls.names().size(), dir);
      interruption.await();
      return INTERRUPTED;
    }
  }
}
