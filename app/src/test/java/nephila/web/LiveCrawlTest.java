package nephila.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.crawl.Plan;
import nephila.littleweb.LittleWeb;
import nephila.url.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveCrawlTest {
  @TempDir Path dir;

  @Test
  void whatWasOrderedIsShownWhoeverOrderedIt() throws Exception {
    try (LittleWeb web = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()))) {
      Plan plan =
          Plan.builder()
              .seeds(web.front())
              .allowNetworks(web.networks())
              .scope(Scope.Kind.ANY)
              .delay(Duration.ZERO)
              .build();
      try (Crawl crawl = Crawl.open(dir, plan)) {
        LiveCrawl live = new LiveCrawl(crawl, CrawlListener.SILENT);
        crawl.control().command("pause");
        Thread runs = Thread.ofPlatform().start(() -> crawl.run(live));
        live.ask(store -> true);
        assertEquals("paused", live.status().state());
        crawl.control().command("resume");
        live.ask(store -> true);
        assertNotEquals("paused", live.status().state());
        live.pause();
        assertEquals("paused", live.status().state());
        live.rules(List.of("url~/a/ x2"), "any", List.of(), List.of());
        assertEquals(List.of("url~/a/ x2"), live.rules().focus());
        assertTrue(live.undo());
        assertEquals(List.of(), live.rules().focus());
        live.stop();
        runs.join();
      }
    }
  }
}
