package nephila.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import nephila.config.CrawlConfig;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.url.Scope;

/// A crawl of a web in memory in a process of its own, to be killed: `KilledCrawl DIR ASKED
/// IMPORTANCE`. What it asks for is appended to the file ASKED before it is answered.
final class KilledCrawl {
  static final int HOSTS = 4;
  static final int PAGES = 40;

  private KilledCrawl() {}

  static String url(int page) {
    return "http://127.0.0." + (1 + page % HOSTS) + ":81/" + page;
  }

  private static FakeWeb web() {
    FakeWeb web = new FakeWeb();
    Random random = new Random(42);
    for (int page = 0; page < HOSTS * PAGES; page++) {
      String[] links = new String[6];
      for (int i = 0; i < links.length; i++) {
        links[i] = url(i == 0 ? (page + 1) % (HOSTS * PAGES) : random.nextInt(HOSTS * PAGES));
      }
      web.page(url(page), links);
    }
    return web;
  }

  /// @param importance the algorithm, or `preference` for the exact one with a preference in the
  ///   folder and weights of links
  static CrawlConfig plan(String importance, Path folder) throws IOException {
    boolean prefers = importance.equals("preference");
    Path file = folder.resolve("preferred.tsv");
    if (prefers) {
      Files.writeString(file, "host=127.0.0.1\t1\nurl~/[0-9]*7$\t4\n");
    }
    return CrawlConfig.of(url(0))
        .with("importance", prefers ? "exact" : importance)
        .with("preference", prefers ? file.toString() : "")
        .with("internal", prefers ? 0.3 : 1)
        .with("allow-private", true)
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ZERO)
        .with("workers", 4);
  }

  public static void main(String[] args) throws Exception {
    Path asked = Path.of(args[1]);
    FakeWeb web = web();
    // Goes a little further whenever it is asked, so that commits come often.
    AtomicLong ahead = new AtomicLong();
    InstantSource fast = () -> Instant.now().plusMillis(ahead.addAndGet(30));
    Clock clock = fast.withZone(ZoneOffset.UTC);
    web.clock(clock);
    Fetcher fetcher =
        new Fetcher() {
          @Override
          public Exchange fetch(FetchRequest request) {
            try {
              Files.writeString(
                  asked,
                  request.url() + "\n",
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND);
            } catch (java.io.IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
            return web.fetch(request);
          }

          @Override
          public void close() {}
        };
    Crawl.World world = new Crawl.World(clock, new Random(1), fetcher);
    try (Crawl crawl =
        Crawl.open(Path.of(args[0]), plan(args[2], asked.toAbsolutePath().getParent()), world)) {
      crawl.run(CrawlListener.SILENT);
    }
  }
}
