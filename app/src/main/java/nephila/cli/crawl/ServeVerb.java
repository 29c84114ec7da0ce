package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.UserError;
import nephila.cli.Interruption;
import nephila.cli.Numbers;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.view.Searched;
import nephila.config.CrawlConfig;
import nephila.search.SearchIndex;
import nephila.server.FrontierAccess;
import nephila.server.FrontierChanges;
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
      "  nephila serve frontiers --frontier 7071 --listen 0.0.0.0 --frontier-token token.txt"
          + " --frontier-tls cert.pem,key.pem",
    })
public final class ServeVerb extends Verb {
  @Parameters(paramLabel = "DIR", description = "A crawl dir; with --frontier, its crawls' folder.")
  Path dir = Path.of(".");

  @Option(
      names = "--frontier",
      converter = Numbers.Port.class,
      paramLabel = "PORT",
      description = "Serve the URLFrontier API 2.5 (gRPC) at this port; usual is 7071.")
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

  @Option(
      names = "--frontier-token",
      paramLabel = "FILE",
      description =
          "Take calls only with the token in this file, as Authorization: Bearer TOKEN. Needed"
              + " beyond this machine.")
  @Nullable Path token;

  @Option(
      names = "--frontier-tls",
      paramLabel = "CERT,KEY",
      split = ",",
      description =
          "Speak TLS with this certificate and key (PEM, PKCS #8). Needed beyond this machine.")
  List<Path> tls = List.of();

  @Option(
      names = "--frontier-rate",
      paramLabel = "N",
      description = "Calls a second that one client address may make (usually any number).")
  int rate;

  @Option(
      names = "--frontier-open",
      description =
          "Beyond this machine too, take calls in plain text and from anybody who reaches the"
              + " port: only in a network of your own.")
  boolean open;

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
    words.put("default-history", "With --frontier and opic, new pages of new crawls have a past.");
    words.put("small-edge", "With --frontier and opic, small edges in new crawls, not --damping.");
    words.put("damping", "With --frontier, share of its worth that a page passes on (0.85).");
    words.put(
        "select",
        "With --frontier, which URL next in new crawls: exact (by importance, usually; with opic"
            + " by cash), cash, greedy, xyleme, cycle (due longest), bfs, random.");
    words.put("internal", "With --frontier, what links inside a site carry in new crawls (1).");
    words.put("dynamic", "With --frontier, what pages with a query pass on in new crawls (1).");
    words.put("by", "With --frontier, whether pages vote for pages or sites in new crawls (page).");
    words.put(
        "preference",
        "With --frontier and exact, how the virtual page pays in new crawls: a file as crawl"
            + " --preference takes it.");
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
    Frontiers.check(usual);
    return usual;
  }

  /// Who may call, as typed. Beyond this machine nobody without a token, and not in plain text.
  private FrontierAccess access() throws IOException {
    if (!tls.isEmpty() && tls.size() != 2) {
      throw new WrongUse("--frontier-tls: two files are wanted, CERT,KEY");
    }
    if (rate < 0) {
      throw new WrongUse("--frontier-rate " + rate + ": must be at least 0");
    }
    boolean closed = token != null && !tls.isEmpty();
    if (!dashboard.listen.isLoopbackAddress() && !closed && !open) {
      throw new WrongUse(
          "--listen "
              + dashboard.listen.getHostAddress()
              + ": beyond this machine a frontier needs --frontier-token FILE and --frontier-tls"
              + " CERT,KEY; in a network of your own --frontier-open goes without");
    }
    return new FrontierAccess(
        token == null ? null : FrontierAccess.token(token),
        tls.isEmpty() ? null : tls.getFirst(),
        tls.isEmpty() ? null : tls.getLast(),
        rate);
  }

  private int serveFrontier() throws IOException, InterruptedException {
    if (Files.isDirectory(dir.resolve("state"))) {
      throw new UserError(
          dir + ": is a crawl; a frontier keeps its crawls in a folder of its own, name another");
    }
    CrawlConfig usual = WrongUse.typed(this::newCrawl);
    String host = dashboard.listen.getHostAddress();
    FrontierAccess access = access();
    try (Interruption interruption = Interruption.awaited();
        Frontiers crawls = new Frontiers(dir, InstantSource.system(), usual);
        FrontierChanges changes = new FrontierChanges(dir, InstantSource.system());
        FrontierServer grpc =
            frontier == null
                ? null
                : FrontierServer.start(
                    crawls, host, frontier, access, changes, line -> console().err("%s", line));
        RestFrontier web =
            rest == null ? null : RestFrontier.start(crawls, host, rest, access, changes)) {
      if (delay != null) {
        crawls.usualDelay(delay);
      }
      if (grpc != null) {
        console().err("Frontier (gRPC): %s:%d", host, grpc.port());
      }
      if (web != null) {
        String scheme = tls.isEmpty() ? "http" : "https";
        console().err("Frontier (REST): %s://%s:%d/frontier/v1/", scheme, host, web.port());
      }
      console().err("%,d crawls in %s. Serving until Ctrl-C.", crawls.names().size(), dir);
      interruption.await();
      return INTERRUPTED;
    }
  }
}
