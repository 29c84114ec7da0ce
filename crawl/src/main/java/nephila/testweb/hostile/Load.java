package nephila.testweb.hostile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.crawl.PageEvent;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;

/// How much a crawl of good hosts loses when the worst are beside them: the time until all pages of
/// the good are read, alone and in bad company, with the usual timeouts and the real clock.
///
/// @param pages of the good hosts
/// @param aloneMillis until all were read
/// @param besideMillis the same beside the worst
/// @param aloneCpuMillis of this process, which serves the pages too
public record Load(
    int goodHosts,
    int badHosts,
    int pages,
    long aloneMillis,
    long besideMillis,
    long aloneCpuMillis,
    long besideCpuMillis) {
  private static final int GOOD = 100;
  private static final int PAGES = 40;
  private static final int BAD = 20;

  /// Pages of each bad host that the crawl knows from the start.
  private static final int BAD_PAGES = 50;

  private static final Duration DELAY = Duration.ofMillis(400);

  /// The share of its rate that the crawl loses.
  public double loss() {
    return 1 - (double) aloneMillis / besideMillis;
  }

  /// Crawls alone and in bad company; crawl dirs are made in `dir`.
  public static Load measure(Path dir) throws IOException {
    List<Behaviour> worst;
    try (Lures lures = new Lures()) {
      worst = TortureWeb.all(lures).stream().filter(Behaviour::worst).limit(BAD).toList();
    }
    crawl(dir.resolve("warm"), worst, 10); // makes the bombs, too
    long[] alone = crawl(dir.resolve("alone"), List.of(), PAGES);
    long[] beside = crawl(dir.resolve("beside"), worst, PAGES);
    return new Load(GOOD, BAD, GOOD * PAGES, alone[0], beside[0], alone[1], beside[1]);
  }

  /// Milliseconds until the good pages were read, and milliseconds of CPU.
  private static long[] crawl(Path dir, List<Behaviour> worst, int pages) throws IOException {
    List<String> seeds = new ArrayList<>();
    List<String> networks = new ArrayList<>();
    List<TortureHost> hosts = new ArrayList<>();
    try (Lures lures = new Lures()) {
      for (int i = 0; i < GOOD + worst.size(); i++) {
        boolean good = i < GOOD;
        Behaviour behaviour = good ? good(pages) : worst.get(i - GOOD);
        TortureHost host = new TortureHost(behaviour, i + 1, lures);
        hosts.add(host);
        networks.add(host.network());
        for (int page = 0; page < (good ? 1 : BAD_PAGES); page++) {
          seeds.add(host.origin() + (page == 0 ? "/" : "/page" + page));
        }
      }
      return run(dir, seeds, networks, GOOD * pages, hosts);
    } finally {
      for (TortureHost host : hosts) {
        host.close();
      }
    }
  }

  private static Behaviour good(int pages) {
    StringBuilder front = new StringBuilder("<p>A front page with some text on it.");
    for (int i = 1; i < pages; i++) {
      front.append("<a href=/page").append(i).append(">page ").append(i).append("</a>\n");
    }
    String text = "<p>Some more words, so that a page has a page's size.".repeat(100);
    return Behaviour.of(
        "good",
        "read at its pace",
        talk -> {
          talk.keep();
          talk.html(talk.front() ? front.toString() : talk.path() + text);
        },
        seen -> true);
  }

  private static long[] run(
      Path dir, List<String> seeds, List<String> networks, int pages, List<TortureHost> hosts)
      throws IOException {
    CrawlConfig plan =
        CrawlConfig.of(seeds)
            .with("allow-network", networks)
            .with("scope", Scope.Kind.HOST)
            .with("delay", DELAY)
            .with("agent", "nephila-torture")
            .with("contact", "torture@example.org");
    Crawl.World world =
        new Crawl.World(
            Clock.systemUTC(),
            new Random(1),
            Crawl.fetcherFor(plan).resolver(name -> List.of(hosts.getLast().address())).build());
    Set<String> good =
        hosts.stream().limit(GOOD).map(TortureHost::origin).collect(Collectors.toSet());
    AtomicInteger read = new AtomicInteger();
    AtomicLong millis = new AtomicLong();
    long cpu = cpuMillis();
    long begin = System.nanoTime();
    try (Crawl crawl = Crawl.open(dir, plan, world)) {
      crawl.run(
          new CrawlListener() {
            @Override
            public void visited(PageEvent event) {
              String origin = CanonicalUrl.ofCanonical(event.url()).origin();
              if (good.contains(origin) && read.incrementAndGet() == pages) {
                millis.set((System.nanoTime() - begin) / 1_000_000);
                crawl.control().stop();
              }
            }
          });
      return new long[] {millis.get(), cpuMillis() - cpu};
    }
  }

  private static long cpuMillis() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
  }
}
