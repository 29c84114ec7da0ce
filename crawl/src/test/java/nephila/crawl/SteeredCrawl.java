package nephila.crawl;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import nephila.config.CrawlConfig;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.url.Scope;
import nephila.view.CrawlStatus;

/// Crawls one page at a time, a second each, on a web that a seed grows: five hosts, every page
/// points to the next and to some of the first. Whether pages change is for the test to say.
final class SteeredCrawl {
  final int[][] links;
  private final boolean changing;
  private final List<Integer> order = new ArrayList<>();
  private long nowMillis = Instant.parse("2030-01-01T00:00:00Z").toEpochMilli();

  SteeredCrawl(int pages, boolean changing) {
    this.changing = changing;
    Random random = new Random(5);
    links = new int[pages][];
    for (int page = 0; page < pages; page++) {
      int next = (page + 1) % pages;
      int some = random.nextInt(8);
      links[page] = new int[1 + some];
      links[page][0] = next;
      for (int i = 1; i <= some; i++) {
        links[page][i] = (int) (pages * Math.pow(random.nextDouble(), 3));
      }
      links[page] = java.util.Arrays.stream(links[page]).distinct().toArray();
    }
  }

  static String url(int page) {
    return "http://127.0.0." + (1 + page % 5) + ":81/" + page;
  }

  static int page(String url) {
    return Integer.parseInt(url.substring(url.lastIndexOf('/') + 1));
  }

  /// A plan for these crawls.
  static CrawlConfig plan(String importance, String select) {
    return CrawlConfig.of(url(0))
        .with("importance", importance)
        .with("select", select)
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ZERO)
        .with("min-age", Duration.ZERO)
        .with("robots", false)
        .with("workers", 1)
        .checked();
  }

  /// The pages in the order in which they were asked for, in all runs.
  List<Integer> order() {
    return order;
  }

  /// How often each page was asked for among the requests from `from` on.
  int[] reads(int from) {
    int[] reads = new int[links.length];
    order.subList(from, order.size()).forEach(page -> reads[page]++);
    return reads;
  }

  CrawlStatus run(Path dir, CrawlConfig plan) throws Exception {
    return run(dir, plan, crawl -> {});
  }

  /// Opens the crawl, runs it, and shows it before it is closed.
  CrawlStatus run(Path dir, CrawlConfig plan, Consumer<Crawl> look) throws Exception {
    return run(dir, plan, look, (crawl, reads) -> {});
  }

  /// Is told of every page as it is entered, on the crawl's own thread.
  interface Watch {
    void read(Crawl crawl, int reads);
  }

  CrawlStatus run(Path dir, CrawlConfig plan, Consumer<Crawl> look, Watch watch) throws Exception {
    try (Crawl crawl = Crawl.open(dir, plan, new Crawl.World(clock(), new Random(1), web()))) {
      CrawlStatus end =
          crawl.run(
              new CrawlListener() {
                @Override
                public void visited(PageEvent event) {
                  watch.read(crawl, order.size());
                }
              });
      look.accept(crawl);
      return end;
    }
  }

  private Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return Instant.ofEpochMilli(nowMillis);
      }
    };
  }

  private Fetcher web() {
    FakeWeb web = new FakeWeb();
    web.clock(clock());
    return new Fetcher() {
      @Override
      public Exchange fetch(FetchRequest request) {
        if (request.url().contains("nephila-probe")) {
          return web.fetch(request);
        }
        int page = page(request.url());
        nowMillis += 1000;
        order.add(page);
        StringBuilder body = new StringBuilder("<html>");
        body.append(changing ? order.size() : 0);
        for (int to : links[page]) {
          body.append("<a href=\"").append(url(to)).append("\">to</a>\n");
        }
        web.answer(request.url(), 200, "Content-Type: text/html\r\n", body.toString());
        return web.fetch(request);
      }

      @Override
      public void close() {}
    };
  }
}
