package nephila.testweb.hostile;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import nephila.Progress;
import nephila.archive.ArchiveCheck;
import nephila.archive.warc.ArchivePosition;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.crawl.PageEvent;
import nephila.fetch.Fetcher;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import nephila.view.CrawlStatus;

/// Crawls all misbehaving hosts with the real crawler: first those that come to an end, then, with
/// a limit, those that do not. A well-behaved host is beside them both times and must be read
/// whole.
///
/// Timeouts are short and the crawler's clock runs twenty times as fast, so that all of it takes
/// half a minute. Uses addresses in 127.0.78.0/24 and 127.0.79.0/24; nothing leaves the machine.
public final class Torture {
  private static final int SPEED = 20;
  private static final Duration LONGEST = Duration.ofSeconds(35);
  private static final int TRAP_PAGES = 1200;
  private static final double TRAP_SHARE = 0.06;
  private static final int MAX_BYTES = 4 << 20;

  private final Path dir;
  private final Predicate<Behaviour> wanted;
  private final Progress progress;
  private final List<TortureReport.Row> rows = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private int canary;

  private Torture(Path dir, Predicate<Behaviour> wanted, Progress progress) {
    this.dir = dir;
    this.wanted = wanted;
    this.progress = progress;
  }

  /// Tries those behaviours that are wanted; crawl dirs are made in `dir`.
  public static TortureReport run(Path dir, Predicate<Behaviour> wanted, Progress progress)
      throws IOException {
    Torture torture = new Torture(dir, wanted, progress);
    torture.crawl("finite", behaviour -> !behaviour.trap());
    torture.crawl("endless", Behaviour::trap);
    return new TortureReport(
        List.copyOf(torture.rows), torture.canary, List.copyOf(torture.faults));
  }

  private void crawl(String name, Predicate<Behaviour> part) throws IOException {
    try (Lures lures = new Lures();
        TortureWeb web = TortureWeb.open(lures, wanted.and(part))) {
      if (web.hosts().size() == 1) {
        return;
      }
      CrawlConfig plan = plan(web, name.equals("endless"));
      Map<String, List<PageEvent>> events = new ConcurrentHashMap<>();
      Path crawlDir = dir.resolve(name);
      crawlOnce(name, plan, web, crawlDir, events);
      check(name, crawlDir);
      canary += lures.visits();
      for (TortureHost host : web.hosts()) {
        List<PageEvent> of = events.getOrDefault(host.origin(), List.of());
        HostEvidence seen = new HostEvidence(host.origin(), of, host.requests(), lures.visits());
        rows.add(TortureReport.Row.of(host.behaviour, seen));
      }
    }
  }

  /// Time that runs faster, so that a crawler's patience with bad hosts is over sooner.
  private static Clock fastClock() {
    long start = System.currentTimeMillis();
    long startNanos = System.nanoTime();
    InstantSource fast =
        () -> Instant.ofEpochMilli(start + SPEED * (System.nanoTime() - startNanos) / 1_000_000);
    return fast.withZone(ZoneOffset.UTC);
  }

  private void crawlOnce(
      String name,
      CrawlConfig plan,
      TortureWeb web,
      Path crawlDir,
      Map<String, List<PageEvent>> events)
      throws IOException {
    Crawl.World world = new Crawl.World(fastClock(), new Random(1), fetcher(plan, web));
    try (Crawl crawl = Crawl.open(crawlDir, plan, world)) {
      CrawlStatus end =
          crawl.run(
              new CrawlListener() {
                @Override
                public void visited(PageEvent event) {
                  String origin = CanonicalUrl.ofCanonical(event.url()).origin();
                  events.computeIfAbsent(origin, o -> new ArrayList<>()).add(event);
                }

                @Override
                public void progress(CrawlStatus status) {
                  progress.at(name + " behaviours", status.read(), 0);
                }
              });
      if (end.reason().isEmpty()) {
        faults.add("the crawl of " + name + " behaviours has no reason to end");
      }
    } catch (RuntimeException e) {
      faults.add("the crawl of " + name + " behaviours broke: " + e);
    }
  }

  private static CrawlConfig plan(TortureWeb web, boolean endless) {
    return CrawlConfig.of(web.seeds())
        .with("allow-network", web.networks())
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ofMillis(20))
        .with("agent", "nephila-torture")
        .with("contact", "torture@example.org")
        .with("workers", 16)
        .with("sitemaps", true)
        .with("max-time", LONGEST.multipliedBy(SPEED))
        .with("max-pages", endless ? TRAP_PAGES : 0)
        .with("host-share", TRAP_SHARE)
        .with("max-bytes", MAX_BYTES)
        .checked();
  }

  private static Fetcher fetcher(CrawlConfig plan, TortureWeb web) throws IOException {
    return Crawl.fetcherFor(plan)
        .resolver(web::addresses)
        .trust(trusted())
        .dns(Duration.ZERO, Duration.ofSeconds(2))
        .timeouts(Duration.ofSeconds(3), Duration.ofSeconds(4), Duration.ofSeconds(6))
        .minimumRate(500, Duration.ofSeconds(2))
        .build();
  }

  private static KeyStore trusted() throws IOException {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("ca", TortureHost.keys("good.p12").getCertificate("ca"));
      return trusted;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private void check(String name, Path crawlDir) throws IOException {
    try (CrawlStore store = CrawlStore.lookAtAny(crawlDir)) {
      StoreCheck.of(store).faults().forEach(fault -> faults.add(name + ": " + fault));
      ArchivePosition end =
          store.note("archive").map(ArchivePosition::parse).orElse(ArchivePosition.START);
      ArchiveCheck.of(crawlDir, end, Progress.SILENT)
          .faults()
          .forEach(fault -> faults.add(name + ": " + fault));
    }
  }
}
