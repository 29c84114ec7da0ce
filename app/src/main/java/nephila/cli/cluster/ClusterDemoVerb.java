package nephila.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import nephila.UserError;
import nephila.cli.Interruption;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.crawl.CrawlReport;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.LocalBroker;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.query.ClusterTotals;
import nephila.cluster.transfer.ClusterExport;
import nephila.config.CrawlConfig;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.testweb.LittleWeb;
import nephila.url.Scope;
import nephila.view.OpicTotals;
import nephila.view.PageRanking;
import nephila.view.PageRow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `nephila cluster demo`: a cluster on one machine, and a worker that dies.
@Command(
    name = "demo",
    description =
        "Crawls the demo's little web with a broker in this process and three workers in processes"
            + " of their own; one of them is killed on the way. In the end every unit must be"
            + " accounted for. Needs no network.",
    footer = {
      "  nephila cluster demo                      about a minute",
      "  nephila cluster demo --dir my-cluster     keep everything there",
      "  nephila cluster demo --importance opic    with the papers' OPIC",
    })
public final class ClusterDemoVerb extends Verb {
  private static final String CRAWL = "demo";
  private static final int WORKERS = 3;
  private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=1", "-Xmx256m");
  private static final int PARTITIONS = 8;
  private static final long KILL_AT = 120;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description = "Where to keep everything (usually a new temporary folder).")
  Path dir = Path.of("");

  @Option(
      names = "--importance",
      paramLabel = "A",
      defaultValue = "exact",
      description = "How importance is computed: exact (usually), opic or opic-corrected.")
  String importance = "exact";

  @Override
  public Integer call() throws IOException, InterruptedException {
    WrongUse.typed(() -> CrawlConfig.usual().with("importance", importance));
    Path place = dir.toString().isEmpty() ? Files.createTempDirectory("nephila-cluster-") : dir;
    try (LittleWeb web = LittleWeb.open(7, options());
        LocalBroker broker = LocalBroker.start(place.resolve("broker"))) {
      KafkaConnection connection = KafkaConnection.to(broker.address());
      try (LocalWorkers workers =
              new LocalWorkers(place, connection, CRAWL, JVM, List.of("--standbys", "1"));
          Interruption interruption = Interruption.calls(workers::close)) {
        return run(place, web, connection, workers);
      }
    }
  }

  /// The demo's web, but nothing changes while it is crawled.
  private static LittleWeb.Options options() {
    return new LittleWeb.Options(
        Duration.ofMillis(200),
        2,
        Duration.ofSeconds(1),
        "0.3",
        Duration.ofDays(10_000),
        true,
        Clock.systemUTC());
  }

  private CrawlConfig plan(LittleWeb web) {
    return CrawlConfig.of(web.front())
        .with("scope", Scope.Kind.ANY)
        .with("exclude", List.of("^" + web.origin("calendar").replace(".", "\\.") + "/"))
        .with("allow-network", web.networks())
        .with("delay", Duration.ofMillis(20))
        .with("sitemaps", true)
        .with("importance", importance)
        .checked();
  }

  private int run(Path place, LittleWeb web, KafkaConnection connection, LocalWorkers workers)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    ClusterSettings settings = new ClusterSettings(plan(web), PARTITIONS);
    new CrawlRegistry(connection, CRAWL).join(settings, 1);
    console().err("A broker listens on %s; three workers start.", connection.servers());
    workers.start(WORKERS);
    try (ClusterTotals clusterTotals = ClusterTotals.open(connection, CRAWL, settings)) {
      if (!follow(clusterTotals, workers, begun)) {
        throw new UserError(
            "the cluster did not finish within "
                + PATIENCE.toMinutes()
                + " minutes: "
                + ClusterStatusVerb.line(clusterTotals.status())
                + "; what the workers said is in "
                + place);
      }
    }
    Path exported = place.resolve("crawl");
    ClusterStatus end =
        ClusterExport.export(
            connection,
            CRAWL,
            exported,
            List.of(),
            new DrainLines(console()),
            () -> "look at what the workers said in " + place,
            console().progress());
    new CrawlRegistry(connection, CRAWL).want(CrawlRegistry.State.STOPPED);
    int code = report(end, web, exported, (System.nanoTime() - begun) / 1_000_000);
    workers.await();
    return code;
  }

  /// Follows the crawl to its end and kills a worker on the way.
  private boolean follow(ClusterTotals clusterTotals, LocalWorkers workers, long begun)
      throws InterruptedException {
    boolean killed = false;
    int finished = 0;
    long told = begun;
    while (System.nanoTime() - begun < PATIENCE.toNanos()) {
      Thread.sleep(250);
      ClusterStatus now = clusterTotals.status();
      finished = now.finished() ? finished + 1 : 0;
      if (killed && finished >= 6) {
        return true;
      }
      if (!killed && now.read() >= KILL_AT) {
        Process victim = workers.get(1);
        victim.destroyForcibly();
        killed = true;
        console()
            .err(
                "%,6d pages read: worker 2 (process %d) is killed with kill -9; the others take its"
                    + " pages over.",
                now.read(), victim.pid());
      }
      if (System.nanoTime() - told > 2_000_000_000L) {
        told = System.nanoTime();
        console().err("%s", ClusterStatusVerb.line(now));
      }
    }
    return false;
  }

  private int report(ClusterStatus end, LittleWeb web, Path exported, long millis)
      throws IOException {
    try (CrawlStore store = CrawlStore.look(exported)) {
      StoreCheck.Result check = StoreCheck.of(store);
      List<String> readable =
          web.readable().stream().filter(url -> !url.startsWith(web.origin("calendar"))).toList();
      long found = readable.stream().filter(url -> isRead(store, url)).count();
      console().out("");
      console()
          .out(
              "%,d pages read of %,d known on %d hosts in %s, by three workers of which one was"
                  + " killed.",
              end.read(), end.known(), end.hosts(), CrawlReport.seconds(millis));
      console().out("Of the %d pages worth reading %d were read.", readable.size(), found);
      console().out("");
      ClusterStatusVerb.books(console(), end);
      String right =
          end.opic() == null
              ? "what every page received is what the pages that point to it paid"
              : "pages and the virtual page hold the cash that was issued";
      console()
          .out(
              "Page by page, %,d links: %s.",
              check.links(),
              check.faults().isEmpty()
                  ? right
                  : "THE BOOKS ARE WRONG: " + check.faults().getFirst());
      top(PageRanking.of(store));
      console().out("");
      console().out("The crawl is in %s. Try next:", exported);
      console().out("  nephila top %s --sites", SuggestedCommand.word(exported));
      console().out("  nephila check %s --no-archive", SuggestedCommand.word(exported));
      console().out("  nephila cluster worker --help");
      boolean whole = check.faults().isEmpty() && end.balanced();
      return whole && found == readable.size() ? DONE : FAILED;
    }
  }

  private static boolean isRead(CrawlStore store, String url) {
    nephila.url.CanonicalUrl page = nephila.url.CanonicalUrl.ofCanonical(url);
    int host = store.findHost(page.origin());
    int slot = host < 0 ? -1 : store.index().find(host, nephila.store.record.UrlHash.of(url));
    return slot >= 0 && store.pages().isRead(slot);
  }

  private void top(PageRanking ranking) {
    console().out("");
    String precision = OpicTotals.precision(ranking.opic(), ranking.errorBound());
    console().out("The most important pages (%s):", precision);
    int rank = 0;
    for (PageRow page : ranking.pages(5, PageRanking.Which.READABLE_FIRST)) {
      console().out("%4d  %9.3f%%  %s", ++rank, 100 * page.importance(), page.url());
    }
  }
}
