package nephila.communitycrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nephila.community.Distances;
import nephila.community.FindGlobalRank;
import nephila.community.LocalDomain;
import nephila.community.Selection;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.store.CrawlStore;
import nephila.testweb.LittleWeb;
import nephila.url.Scope;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveWebTest {
  private static LittleWeb web;
  private static final Map<String, Double> IMPORTANCE = new HashMap<>();

  @TempDir static Path whole;
  @TempDir Path dir;

  @BeforeAll
  static void crawlTheWholeWeb() throws Exception {
    web = LittleWeb.open(1, LittleWeb.Options.quick(Clock.systemUTC()));
    try (Crawl crawl = Crawl.open(whole, plan(Scope.Kind.ANY, web.front()))) {
      crawl.run(CrawlListener.SILENT);
      CrawlStore store = crawl.store();
      for (int slot = 0; slot < store.pages().size(); slot++) {
        IMPORTANCE.put(store.url(slot), store.ledger().importance(slot));
      }
    }
  }

  @AfterAll
  static void close() throws Exception {
    web.close();
  }

  private static CrawlConfig plan(Scope.Kind scope, String seed) {
    return CrawlConfig.of(seed)
        .with("allow-network", web.networks())
        .with("scope", scope)
        .with("delay", Duration.ZERO);
  }

  private static CrawlConfig site() {
    return plan(Scope.Kind.HOST, web.front());
  }

  private void readSite() throws Exception {
    try (Crawl crawl = Crawl.open(dir, site())) {
      crawl.run(CrawlListener.SILENT);
    }
  }

  @Test
  void outsidePagesBringTheEstimateNearerToTheTruth() throws Exception {
    readSite();
    try (Crawl crawl = Crawl.open(dir, site());
        LiveWeb live = new LiveWeb(crawl, CrawlListener.SILENT, Duration.ofSeconds(20))) {
      CommunityPages community = live.pagesInScope(Optional.empty());
      LocalDomain domain = live.domain(community);
      double[] truth = truth(domain, live);
      double before = Distances.between(FindGlobalRank.localRank(domain, live), truth).l1();
      FindGlobalRank finder = new FindGlobalRank(domain, live, Selection.WORTH, 1);
      finder.include(live.readBeside(community));
      finder.run(5, 2 * domain.size(), step -> {});
      double after = Distances.between(finder.estimate(), truth).l1();
      assertTrue(after < 0.5 * before, "L1 " + before + " -> " + after);
    }
  }

  private static double[] truth(LocalDomain domain, LiveWeb live) {
    double[] truth = new double[domain.size()];
    Arrays.setAll(truth, i -> IMPORTANCE.get(live.url(domain.page(i))));
    return Distances.normalised(truth);
  }

  @Test
  void onlyWhatIsAskedForIsReadAndNothingTwice() throws Exception {
    readSite();
    int before = web.visits().size();
    int read;
    try (Crawl crawl = Crawl.open(dir, site());
        LiveWeb live = new LiveWeb(crawl, CrawlListener.SILENT, Duration.ofSeconds(20))) {
      CommunityPages community = live.pagesInScope(Optional.empty());
      LocalDomain domain = live.domain(community);
      FindGlobalRank finder = new FindGlobalRank(domain, live, Selection.OUTLINK, 1);
      finder.include(live.readBeside(community));
      read = finder.fetch(7);
    }
    assertEquals(7, read);
    List<String> pages =
        web.visits().subList(before, web.visits().size()).stream()
            .map(visit -> visit.place() + visit.path())
            .filter(url -> !url.contains("robots.txt") && !url.contains("nephila-probe"))
            .toList();
    assertEquals(7, pages.size(), pages.toString());
    assertEquals(7, new HashSet<>(pages).size());
  }
}
