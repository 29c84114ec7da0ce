package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import nephila.config.CrawlConfig;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The small form of `bench/hosts`: hosts that answer slowly, ask for patience or forbid all.
@Timeout(60)
class ManyHostsTest {
  private static final int QUICK = 40;
  private static final int SLOW = 10;
  private static final int PAGES = 4;
  private static final int DELAY_MILLIS = 30;

  @TempDir Path dir;

  /// Slow hosts answer only when every page of the quick hosts was read.
  private final CountDownLatch quickHostsAreRead = new CountDownLatch(1);

  private static String host(int number) {
    return "http://127.2.0." + (number + 1) + ":81";
  }

  private static boolean slow(String url) {
    String address = URI.create(url).getHost();
    int number = Integer.parseInt(address.substring(address.lastIndexOf('.') + 1)) - 1;
    return number >= QUICK && number < QUICK + SLOW;
  }

  private static FakeWeb web() {
    FakeWeb web = new FakeWeb();
    for (int i = 0; i < QUICK + SLOW; i++) {
      web.page(host(i) + "/", "/1", "/2", "/3", "/4");
      for (int page = 1; page <= PAGES; page++) {
        web.page(host(i) + "/" + page, "/");
      }
    }
    web.answer(host(QUICK + SLOW) + "/", 503, "Retry-After: 3600\r\n", "busy");
    web.page(host(QUICK + SLOW + 1) + "/");
    web.answer(host(QUICK + SLOW + 1) + "/robots.txt", 200, "", "User-agent: *\nDisallow: /\n");
    return web;
  }

  @Test
  void slowBusyAndForbiddingHostsDoNotSlowTheOthers() throws Exception {
    FakeWeb web = web();
    Fetcher halting =
        new Fetcher() {
          @Override
          public Exchange fetch(FetchRequest request) {
            if (slow(request.url())) {
              awaitTheQuick();
            }
            return web.fetch(request);
          }

          @Override
          public void close() {}
        };
    List<String> seeds = new ArrayList<>();
    for (int i = QUICK + SLOW + 1; i >= 0; i--) {
      seeds.add(host(i) + "/");
    }
    CrawlConfig plan =
        CrawlConfig.of(seeds)
            .with("scope", Scope.Kind.ANY)
            .with("delay", Duration.ofMillis(DELAY_MILLIS))
            .with("workers", 4)
            .checked();
    List<PageEvent> events = new ArrayList<>();
    CrawlStatus end;
    var world = new Crawl.World(Clock.systemUTC(), new Random(1), halting);
    try (Crawl crawl = Crawl.open(dir, plan, world)) {
      end = crawl.run(listener(events));
    }
    assertEquals((QUICK + SLOW) * (PAGES + 1), events.size(), end.toString());
    assertEquals(1, end.answers().get("forbidden by robots.txt"));
    assertEquals("the hosts that are left want to be left alone; resume later", end.reason());
    spaced(events);
  }

  private void awaitTheQuick() {
    try {
      quickHostsAreRead.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private CrawlListener listener(List<PageEvent> events) {
    int[] quick = {0};
    return new CrawlListener() {
      @Override
      public void visited(PageEvent event) {
        events.add(event);
        if (!slow(event.url()) && ++quick[0] == QUICK * (PAGES + 1)) {
          quickHostsAreRead.countDown();
        }
      }
    };
  }

  /// Two requests to a host are a delay apart.
  private static void spaced(List<PageEvent> events) {
    Map<String, Long> last = new HashMap<>();
    for (PageEvent event : events) {
      Long before = last.put(URI.create(event.url()).getHost(), event.atMillis());
      if (before != null) {
        long gap = event.atMillis() - before;
        assertTrue(gap >= DELAY_MILLIS, event.url() + " asked for after " + gap + " ms");
      }
    }
  }
}
