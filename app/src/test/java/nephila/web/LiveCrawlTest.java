package nephila.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.store.CrawlStore;
import nephila.testweb.LittleWeb;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import nephila.view.OpicTotals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveCrawlTest {
  @TempDir Path dir;

  @Test
  void aFinishedCrawlTellsTheSameAsWhenItRan() throws Exception {
    CrawlStatus then;
    CrawlConfig plan;
    try (LittleWeb web = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()))) {
      plan =
          CrawlConfig.of(web.front())
              .with("allow-network", web.networks())
              .with("scope", Scope.Kind.ANY)
              .with("delay", Duration.ZERO)
              .with("refresh", 0.5)
              .with("continuous", true)
              .with("min-age", Duration.ZERO)
              .with("max-pages", 200);
      try (Crawl crawl = Crawl.open(dir, plan)) {
        LiveCrawl live = new LiveCrawl(crawl, CrawlListener.SILENT);
        crawl.run(live);
        live.ended();
        then = live.status();
      }
    }
    try (CrawlStore store = CrawlStore.look(dir)) {
      CrawlStatus now = new FinishedCrawl(dir, store, plan, Clock.systemUTC()).status();
      assertEquals(then.answers(), now.answers());
      assertEquals(then.bytes(), now.bytes());
      assertEquals(then.discovered(), now.discovered());
      assertEquals(then.refreshed(), now.refreshed());
      assertTrue(now.refreshed() > 0, "pages were read again");
    }
  }

  /// A window certifies nothing: what is drawn over time is 1/G, not a bound of 2.
  @Test
  void aCrawlWithOpicIsDrawnByItsErrorFactor() throws Exception {
    try (LittleWeb web = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()))) {
      CrawlConfig plan =
          CrawlConfig.of(web.front())
              .with("allow-network", web.networks())
              .with("scope", Scope.Kind.ANY)
              .with("delay", Duration.ZERO)
              .with("importance", "opic")
              .with("window", "growing:4")
              .with("max-pages", 60);
      try (Crawl crawl = Crawl.open(dir, plan)) {
        LiveCrawl live = new LiveCrawl(crawl, CrawlListener.SILENT);
        crawl.run(live);
        live.ended();
        CrawlStatus end = live.status();
        OpicTotals opic = Objects.requireNonNull(end.opic());
        assertEquals(2, end.errorBound());
        assertTrue(end.importanceFound() > 0 && end.importanceFound() <= 1, end.toString());
        List<Double> drawn = live.history().bound();
        assertFalse(drawn.isEmpty());
        for (double figure : drawn) {
          assertTrue(figure == 0 || figure >= opic.errorFactor() - 1e-12, drawn.toString());
        }
        String metrics = new Metrics(live).text();
        assertTrue(metrics.contains("nephila_opic_turnover " + opic.turnover()), metrics);
        assertTrue(metrics.contains("{algorithm=\"opic\",window=\"growing:4\"} 1"), metrics);
        assertFalse(metrics.contains("nephila_error_bound_ratio"), metrics);
      }
    }
  }

  @Test
  void whatNobodyCountedIsLeftOut() throws Exception {
    try (CrawlStore store = CrawlStore.open(dir, 0.85)) {
      CrawlConfig plan = CrawlConfig.of("http://a.org/");
      CrawlView view = new FinishedCrawl(dir, store, plan, Clock.systemUTC());
      Map<String, Object> told = JSON.std.mapFrom(JSON.std.asString(view.status()));
      assertEquals(0, told.get("read"));
      for (String unknown : List.of("bytes", "refreshed", "elapsedSeconds")) {
        assertFalse(told.containsKey(unknown), told.toString());
      }
      assertFalse(new Metrics(view).text().contains("received_bytes"));
    }
  }

  @Test
  void whatWasOrderedIsShownWhoeverOrderedIt() throws Exception {
    try (LittleWeb web = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()))) {
      CrawlConfig plan =
          CrawlConfig.of(web.front())
              .with("allow-network", web.networks())
              .with("scope", Scope.Kind.ANY)
              .with("delay", Duration.ZERO);
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
