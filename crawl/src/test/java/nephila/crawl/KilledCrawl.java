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
import nephila.ledger.ImportanceAlgorithm;
import nephila.ledger.LinkRetention;
import nephila.url.Scope;

/// A crawl of a web in memory in a process of its own, to be killed: `KilledCrawl DIR ASKED KIND
/// READS`, READS 0 for as many as the kind of crawl takes. What it asks for is appended to the file
/// ASKED before it is answered.
final class KilledCrawl {
  static final int HOSTS = 4;

  /// What is killed. A crawl on disk has memory for a thousand pages, the fewest there can be, and
  /// reads pages again.
  enum Kind {
    EXACT(ImportanceAlgorithm.EXACT, LinkRetention.KEEP, false),
    OPIC(ImportanceAlgorithm.OPIC, LinkRetention.KEEP, false),
    /// The exact ledger with a preference for pages, and weights of links.
    PREFERENCE(ImportanceAlgorithm.EXACT, LinkRetention.KEEP, false),
    EXACT_ON_DISK(ImportanceAlgorithm.EXACT, LinkRetention.KEEP, true),
    OPIC_ON_DISK(ImportanceAlgorithm.OPIC, LinkRetention.KEEP, true),
    FORGET_ON_DISK(ImportanceAlgorithm.OPIC, LinkRetention.FORGET, true),
    /// Links are found again in the archive; half of the pages of this web change whenever they are
    /// asked for.
    EXACT_FORGET_ON_DISK(ImportanceAlgorithm.EXACT, LinkRetention.FORGET, true);

    boolean changes() {
      return importance == ImportanceAlgorithm.EXACT && links == LinkRetention.FORGET;
    }

    private final ImportanceAlgorithm importance;
    private final LinkRetention links;

    /// Whether it knows more pages than it has memory for.
    final boolean onDisk;

    Kind(ImportanceAlgorithm importance, LinkRetention links, boolean onDisk) {
      this.importance = importance;
      this.links = links;
      this.onDisk = onDisk;
    }

    int pages() {
      return HOSTS * (onDisk ? 400 : 40);
    }

    /// Reads after which more pages are known than fit into memory.
    int readsToOutgrow() {
      return changes() ? 800 : 500; // half of them are of pages read before
    }

    /// Reads of a whole crawl; 0 for one of each page.
    int reads() {
      return onDisk ? 1600 : 0;
    }
  }

  private KilledCrawl() {}

  static String url(int page) {
    return "http://127.0.0." + (1 + page % HOSTS) + ":81/" + page;
  }

  private static FakeWeb web(Kind kind) {
    int pages = kind.pages();
    FakeWeb web = new FakeWeb();
    Random random = new Random(42);
    for (int page = 0; page < pages; page++) {
      String[] links = new String[kind.onDisk ? 12 : 6];
      for (int i = 0; i < links.length; i++) {
        links[i] = url(i == 0 ? (page + 1) % pages : random.nextInt(pages));
      }
      web.page(url(page), links);
    }
    return web;
  }

  /// Every other page has other links by now.
  private static void change(FakeWeb web, Kind kind, int page, Random random) {
    if (kind.changes() && page % 2 == 1) {
      String[] links = new String[2 + random.nextInt(11)];
      for (int i = 0; i < links.length; i++) {
        links[i] = url(i == 0 ? (page + 1) % kind.pages() : random.nextInt(kind.pages()));
      }
      web.page(url(page), links);
    }
  }

  private static CrawlConfig plan(Kind kind, int reads, Path folder) throws IOException {
    CrawlConfig plan =
        CrawlConfig.of(url(0))
            .with("importance", kind.importance)
            .with("links", kind.links)
            .with("allow-private", true)
            .with("scope", Scope.Kind.ANY)
            .with("delay", Duration.ZERO)
            .with("workers", 4)
            .with("max-pages", reads);
    if (kind == Kind.PREFERENCE) {
      Path file = folder.resolve("preferred.tsv");
      Files.writeString(file, "host=127.0.0.1\t1\nurl~/[0-9]*7$\t4\n");
      return plan.with("preference", file.toString()).with("internal", 0.3);
    }
    return kind.onDisk ? plan.with("min-age", Duration.ZERO).with("refresh", 0.5) : plan;
  }

  public static void main(String[] args) throws Exception {
    Path asked = Path.of(args[1]);
    Kind kind = Kind.valueOf(args[2]);
    int reads = Integer.parseInt(args[3]);
    FakeWeb web = web(kind);
    // Goes a little further whenever it is asked, so that commits come often.
    AtomicLong ahead = new AtomicLong();
    InstantSource fast = () -> Instant.now().plusMillis(ahead.addAndGet(30));
    Clock clock = fast.withZone(ZoneOffset.UTC);
    web.clock(clock);
    Random changes = new Random(7);
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
            String page = request.url().replaceFirst(".*/", "");
            synchronized (changes) {
              if (page.matches("[0-9]+")) {
                change(web, kind, Integer.parseInt(page), changes);
              }
              return web.fetch(request);
            }
          }

          @Override
          public void close() {}
        };
    Crawl.World world = new Crawl.World(clock, new Random(1), fetcher);
    CrawlConfig plan =
        plan(kind, reads == 0 ? kind.reads() : reads, asked.toAbsolutePath().getParent());
    long memory = kind.onDisk ? 1 : Long.MAX_VALUE;
    try (Crawl crawl = Crawl.open(Path.of(args[0]), plan, world, memory)) {
      crawl.run(CrawlListener.SILENT);
    }
  }
}
