package nephila.refresh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nephila.graph.CsrGraph;
import nephila.ledger.PageTable;
import nephila.process.Statuses;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawledFindingsTest {
  private static final String SITE = "http://a.test";

  @TempDir Path dir;
  private CrawlStore store;
  private final List<String> urls = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    store = CrawlStore.open(dir, 0.85);
  }

  @AfterEach
  void close() throws Exception {
    store.close();
  }

  private int slot(String url) {
    CanonicalUrl its = CanonicalUrl.ofCanonical(url);
    return store.know(
        store.host(its.origin()), UrlHash.of(url), its.pathAndQuery(), 0, PageTable.NO_PAGE);
  }

  /// The crawl asked for a page, which answered and led to others.
  private void answered(String path, int status, String... targets) {
    int[] row = new int[targets.length];
    for (int k = 0; k < row.length; k++) {
      row[k] = slot(targets[k]);
    }
    ReadFacts.Reason reason = ReadFacts.Reason.SEED;
    store.read(
        slot(SITE + path),
        new ReadFacts(1, status, "text/html", 9, "", 0, "", "", reason, 0, 0, 1),
        row,
        true);
  }

  /// The same of an old page.
  private void old(String path, int status, String... targets) {
    urls.add(SITE + path);
    answered(path, status, targets);
  }

  private CrawledFindings found() {
    store.commit(Map.of());
    CsrGraph links = CsrGraph.of(urls.size(), new int[0], new int[0]);
    return CrawledFindings.of(OldWeb.ranked(urls, links, List.of()), store);
  }

  private LivenessVerdict verdict(CrawledFindings found, String path) {
    return found.findings().answer(urls.indexOf(SITE + path)).verdict();
  }

  @Test
  void statusesAreJudgedAsARefreshJudgesThem() {
    old("/lives", 200, SITE + "/x");
    old("/gone", 404);
    old("/soft", Statuses.SOFT_NOT_FOUND);
    old("/riddle", Statuses.CHALLENGE);
    old("/robots", Statuses.FORBIDDEN_BY_ROBOTS);
    old("/denied", 403);
    old("/broken", 503);
    urls.add(SITE + "/not-asked");
    CrawledFindings found = found();
    assertEquals(LivenessVerdict.LIVES, verdict(found, "/lives"));
    assertEquals(LivenessVerdict.NOT_FOUND, verdict(found, "/gone"));
    assertEquals(LivenessVerdict.SOFT_NOT_FOUND, verdict(found, "/soft"));
    assertEquals(LivenessVerdict.CHALLENGE, verdict(found, "/riddle"));
    assertEquals(LivenessVerdict.FORBIDDEN, verdict(found, "/robots"));
    assertEquals(LivenessVerdict.DENIED, verdict(found, "/denied"));
    assertEquals(LivenessVerdict.SERVER_ERROR, verdict(found, "/broken"));
    assertNull(found.findings().answer(urls.size() - 1));
    assertEquals(4, found.findings().closed());
  }

  @Test
  void aRedirectCountsByItsTargetWhichIsToBeAsked() {
    old("/moved", 301, SITE + "/new");
    old("/on", 301, SITE + "/moved");
    CrawledFindings before = found();
    assertEquals(List.of(SITE + "/new"), before.redirectsToAsk());
    assertEquals(LivenessVerdict.REDIRECTED, verdict(before, "/moved"));
    answered("/new", 200);
    CrawledFindings after = found();
    assertEquals(List.of(), after.redirectsToAsk());
    assertEquals(LivenessVerdict.MOVED, verdict(after, "/moved"));
    assertEquals(LivenessVerdict.MOVED, verdict(after, "/on"));
  }

  @Test
  void whereManyAreLedIsNoPlaceOfTheirOwn() {
    old("/a", 302, SITE + "/sorry");
    old("/b", 302, SITE + "/sorry");
    old("/c", 302, SITE + "/sorry");
    old("/d", 302, SITE + "/");
    old("/e", 302, SITE + "/login?next=/e");
    old("/f", 302, SITE + "/g");
    old("/g", 302, SITE + "/f");
    answered("/sorry", 200);
    CrawledFindings found = found();
    assertEquals(LivenessVerdict.REDIRECTED, verdict(found, "/a"));
    assertEquals(LivenessVerdict.REDIRECTED, verdict(found, "/d"));
    assertEquals(LivenessVerdict.LOGIN, verdict(found, "/e"));
    assertEquals(LivenessVerdict.REDIRECTED, verdict(found, "/f"));
    assertEquals(List.of(), found.redirectsToAsk());
  }
}
