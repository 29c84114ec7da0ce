package nephila.cluster.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import nephila.cluster.ClusterSettings;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.MovedPage;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.StoredRead;
import nephila.config.CrawlConfig;
import nephila.ledger.ExactArithmetic;
import nephila.ledger.ExactLedger;
import nephila.rank.PageRank;
import nephila.store.record.StoredPage;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionOwnerTest {
  private static final int PAGES = 120;

  @TempDir Path dir;

  private final long seed = Long.getLong("nephila.seed", 1);
  private final Random random = new Random(seed);
  private final FakeWeb web = new FakeWeb(random, 9, PAGES);

  private boolean restarts;

  private static CrawlConfig plan() {
    return CrawlConfig.of("http://s0.test/p0")
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ZERO)
        .with("agent", "test")
        .with("contact", "me@example.org")
        .checked();
  }

  @Test
  void aWholeCrawlKeepsExactBooksWhateverIsRepeatedOrGarbled() {
    try (Partitions crawl = new Partitions(plan(), 4, dir)) {
      crawl.seed(web.pages.getFirst());
      int garbled = crawlAll(crawl);
      crawl.settle();
      PartitionTotals all = crawl.all();
      assertEquals(PAGES, all.get(Sum.READ), told());
      assertEquals(PAGES, all.get(Sum.KNOWN), told());
      assertEquals(0, all.get(Sum.WAITING), told());
      assertEquals(0, all.get(Sum.OUT), told());
      assertEquals(garbled, all.get(Sum.ASIDE), told());
      assertEquals(garbled, crawl.asides.size(), told());
      assertTrue(all.get(Sum.REPEATS) > 0, told());
      proveBooks(crawl);
      compareWithRank(crawl);
    }
  }

  /// What a page brought in by a preference in a crawl dir did not come from another partition.
  @Test
  void pagesOfAPreferenceAreMovedWithNothingOnItsWay() throws IOException {
    Path file = Files.writeString(dir.resolve("p.tsv"), "url~p1$\t4\nurl~.\t1\n");
    CrawlConfig plan = plan().with("preference", file.toString()).checked();
    try (Partitions crawl = new Partitions(plan, 2, dir)) {
      long joined = 0;
      for (int i = 0; i < 6; i++) {
        CanonicalUrl url = web.pages.get(i);
        PageKey key = PageKey.of(url);
        long credit = ExactLedger.crawlCredit(plan.damping());
        long units = url.text().endsWith("p1") ? 0 : Math.round((0.25 - 1) * credit);
        StoredPage page = new StoredPage();
        page.page(key.site(), key.hash(), units);
        joined += units;
        MovedPage moved = new MovedPage(ClusterDiscovery.seed(url.text()), page, null, new byte[0]);
        crawl.pay(crawl.ownership.of(key), moved.message());
      }
      crawl.directive = CrawlDirective.WAIT;
      crawl.settle();
      PartitionTotals all = crawl.all();
      assertEquals(6, all.get(Sum.KNOWN));
      assertEquals(joined, all.get(Sum.JOINED));
      assertEquals(joined, all.get(Sum.RECEIVED));
      assertEquals(0, all.inTransit());
      assertEquals(0, all.imbalance());
    }
  }

  /// Pages that wait leave the memory, and come back; an owner that comes later needs no more.
  @Test
  void memoryIsBoundedHoweverManyPagesWait() {
    int many = 1500;
    int room = 150;
    FakeWeb large = new FakeWeb(random, 20, many);
    System.setProperty("nephila.cluster.accounts", String.valueOf(room));
    try (Partitions crawl = new Partitions(plan(), 2, dir)) {
      crawl.seed(large.pages.getFirst());
      long most = 0;
      for (int quiet = 0; quiet < 30; quiet++) {
        crawl.tick();
        crawl.carry();
        for (FetchOrder order : crawl.orders()) {
          quiet = 0;
          crawl.result(order.partition(), large.answer(order).message());
        }
        if (random.nextInt(20) == 0) {
          crawl.restart(random.nextInt(crawl.count()));
        }
        for (int i = 0; i < crawl.count(); i++) {
          most = Math.max(most, crawl.books(i).get(Sum.RESIDENT));
        }
      }
      crawl.settle();
      assertEquals(many, crawl.all().get(Sum.READ), told());
      // Beside the room those of orders that are out: half of 20 hosts with 32 pages each.
      assertTrue(most < 2 * room + 2 * 320, most + " pages in memory; " + told());
      assertEquals(0, crawl.all().imbalance(), told());
    } finally {
      System.clearProperty("nephila.cluster.accounts");
    }
  }

  /// The pages of two sites are spread over all partitions; each host is asked by one, one order at
  /// a time; owners lose their memory now and then.
  @Test
  void aSplitSiteIsReadOnceByOneAskerWhateverDies() {
    ClusterSettings settings = new ClusterSettings(plan(), 4, List.of("s0.test", "s4.test"));
    try (Partitions crawl = new Partitions(plan(), settings, dir)) {
      restarts = true;
      crawl.seed(web.pages.getFirst());
      crawlAll(crawl);
      crawl.settle();
      PartitionTotals all = crawl.all();
      assertEquals(PAGES, all.get(Sum.READ), told());
      assertEquals(PAGES, all.get(Sum.FETCHED), told());
      assertEquals(0, all.get(Sum.WAITING), told());
      assertEquals(0, all.get(Sum.OUT), told());
      assertTrue(all.get(Sum.HANDED) > 0, told());
      assertEquals(all.get(Sum.HANDED), all.get(Sum.TAKEN), told());
      for (int i = 0; i < crawl.count(); i++) {
        int number = i;
        assertTrue(
            web.pages.stream()
                .filter(url -> url.host().equals("s0.test"))
                .map(PageKey::of)
                .anyMatch(key -> crawl.ownership.of(key) == number),
            told());
      }
      proveBooks(crawl);
      compareWithRank(crawl);
    }
  }

  @Test
  void pagesOfASplitSiteThatARobotsTxtForbidsOrThatFailGoHome() {
    ClusterSettings settings =
        new ClusterSettings(plan(), 4, List.of("s0.test", "s1.test", "s2.test"));
    try (Partitions crawl = new Partitions(plan(), settings, dir)) {
      restarts = true;
      web.robots = "User-agent: *\nDisallow: /p1\n"; // p1, p10 to p19, p100 and more
      web.failures = 2; // every page fails twice before it is read
      crawl.seed(web.pages.getFirst());
      crawlAll(crawl);
      crawl.settle();
      PartitionTotals all = crawl.all();
      assertEquals(0, all.get(Sum.WAITING), told());
      assertEquals(0, all.get(Sum.OUT), told());
      assertEquals(all.get(Sum.KNOWN), all.get(Sum.READ), told());
      assertTrue(all.outcomes().get("forbidden by robots.txt") > 0, told());
      assertEquals(2 * all.outcomes().get("2xx"), all.outcomes().get("tried again"), told());
      assertEquals(all.get(Sum.HANDED), all.get(Sum.TAKEN), told());
      proveBooks(crawl);
    }
  }

  @Test
  void focusDecidesWhatIsReadFirstAndNotWhatPagesAreWorth() {
    CrawlConfig focused = plan().with("focus", List.of("url~/p[0-9]*5$ x1000000"));
    try (Partitions crawl = new Partitions(focused, 1, dir)) {
      crawl.seed(web.pages.getFirst());
      List<String> order = new ArrayList<>();
      for (int quiet = 0; quiet < 3; ) {
        crawl.tick();
        List<FetchOrder> orders = crawl.orders();
        quiet = orders.isEmpty() ? quiet + 1 : 0;
        for (FetchOrder one : orders) {
          boolean better = true;
          for (FetchOrder.Page page : one.pages()) { // those the user cares for come first
            boolean wanted = page.url().endsWith("5");
            assertTrue(better || !wanted, told());
            better = wanted;
            order.add(page.url());
          }
          crawl.result(one.partition(), web.answer(one).message());
        }
      }
      assertEquals(PAGES, order.size(), told());
      crawl.settle();
      compareWithRank(crawl);
    }
  }

  /// A page is known already when a page of another partition points to it with a text that the
  /// user cares for, and once more after its owner has lost its memory.
  @Test
  void aTextThatPointsToAPageMakesItComeFirstInWhateverPartitionItIs() {
    CrawlConfig focused = plan().with("focus", List.of("anchor~climate x1000"));
    for (int partitions : new int[] {1, 5}) {
      for (int i = 0; i < 8; i++) {
        Path own = dir.resolve(partitions + "-" + i);
        try (Partitions crawl = new Partitions(focused, partitions, own)) {
          List<CanonicalUrl> links = new ArrayList<>();
          List<SortedSet<String>> texts = new ArrayList<>();
          for (int page = 0; page < 10; page++) {
            links.add(CanonicalUrl.ofCanonical("http://t" + i + ".test/" + page));
            texts.add(new TreeSet<>());
          }
          CanonicalUrl seed = web.pages.getFirst();
          CanonicalUrl other = CanonicalUrl.ofCanonical("http://other.test/");
          crawl.seed(seed);
          crawl.seed(other);
          crawl.directive = new CrawlDirective(true, false, 2, 0);
          read(crawl, seed, links, List.of());
          crawl.directive = CrawlDirective.WAIT;
          texts.set(7, new TreeSet<>(List.of("anchor~climate")));
          read(crawl, other, links, texts);
          crawl.carry();
          crawl.restart(crawl.ownership.of(PageKey.of(links.get(7))));
          crawl.directive = CrawlDirective.RUN;
          assertEquals(links.get(7).text(), firstOf(crawl, links.get(7).origin()), told());
        }
      }
    }
  }

  private final Map<String, FetchOrder> waiting = new HashMap<>();

  /// The page is read, and points there.
  private void read(
      Partitions crawl,
      CanonicalUrl page,
      List<CanonicalUrl> links,
      List<SortedSet<String>> texts) {
    firstOf(crawl, page.origin());
    FetchOrder order = waiting.remove(page.origin());
    PageKey key = PageKey.of(page);
    OrderResult.Visit found = web.read(key, web.pages.getFirst(), 1);
    OrderResult.Visit visit =
        new OrderResult.Visit(key, OrderResult.Outcome.READ, found.facts(), 100, links, texts);
    crawl.result(order.partition(), FakeWeb.result(order, List.of(visit)).message());
    crawl.carry();
  }

  /// The first page that is ordered of a host.
  private String firstOf(Partitions crawl, String origin) {
    for (int i = 0; i < 50; i++) {
      crawl.tick();
      crawl.carry();
      for (FetchOrder order : crawl.orders()) {
        if (order.kind() == FetchOrder.Kind.PAGES) {
          waiting.put(order.origin(), order);
        } else {
          crawl.result(order.partition(), web.answer(order).message());
        }
      }
      FetchOrder found = waiting.get(origin);
      if (found != null) {
        return found.pages().getFirst().url();
      }
    }
    throw new AssertionError("no order for " + origin);
  }

  private String told() {
    return "replay with -Dnephila.seed=" + seed;
  }

  /// Answers orders until there are none; some twice, and garbage in between.
  private int crawlAll(Partitions crawl) {
    int garbled = 0;
    Map<String, Long> numbers = new HashMap<>();
    // A page of a split site needs ticks of two partitions, and one that restarts misses a tick.
    for (int quiet = 0; quiet < (restarts ? 40 : 3); ) {
      crawl.tick();
      crawl.carry();
      List<FetchOrder> orders = crawl.orders();
      quiet = orders.isEmpty() ? quiet + 1 : 0;
      for (FetchOrder order : orders) {
        // One order of a host at a time, all from one partition, each page once.
        assertEquals(numbers.merge(order.origin(), 1L, Long::sum), order.number(), told());
        PageKey front = PageKey.of(CanonicalUrl.ofCanonical(order.origin() + "/"));
        assertEquals(crawl.ownership.home(front.site()), order.partition(), told());
        byte[] message = web.answer(order).message();
        if (random.nextInt(4) == 0) {
          byte[] torn = java.util.Arrays.copyOf(message, random.nextInt(message.length));
          crawl.result(order.partition(), torn);
          garbled++;
        }
        crawl.result(order.partition(), message);
        if (random.nextInt(4) == 0) {
          crawl.result(order.partition(), message);
        }
      }
      if (restarts) {
        crawl.restart(random.nextInt(crawl.count()));
      }
      for (int i = 0; i < crawl.count(); i++) {
        assertEquals(0, crawl.books(i).imbalance(), told());
      }
    }
    return garbled;
  }

  /// L1: what every page received is what the pages that point to it paid; and the totals agree.
  private void proveBooks(Partitions crawl) {
    ExactArithmetic arithmetic = ExactArithmetic.of(0.85, ExactLedger.crawlCredit(0.85));
    Map<PageKey, StoredPage> accounts = crawl.accounts();
    Map<PageKey, Long> paid = new HashMap<>();
    long paidSum = 0;
    long residual = 0;
    for (Map.Entry<PageKey, StoredPage> entry : accounts.entrySet()) {
      StoredRead reading = crawl.reading(entry.getKey());
      StoredPage its = entry.getValue();
      residual += its.pays() ? Math.abs(arithmetic.unit() + its.received() - its.paid()) : 0;
      if (reading != null && reading.row().length > 0) {
        paidSum += its.paid();
        long share = arithmetic.share(its.paid(), reading.row().length);
        for (PageKey child : reading.row()) {
          paid.merge(child, share, Long::sum);
        }
      }
    }
    accounts.forEach(
        (key, account) -> assertEquals(paid.getOrDefault(key, 0L), account.received(), told()));
    PartitionTotals all = crawl.all();
    assertEquals(0, all.inTransit(), told());
    assertEquals(0, all.imbalance(), told());
    assertEquals(paidSum, all.get(Sum.PAID), told());
    assertEquals(residual, all.get(Sum.RESIDUAL), told());
  }

  private void compareWithRank(Partitions crawl) {
    double[] truth = PageRank.solve(web.graph()).values();
    Map<PageKey, StoredPage> accounts = crawl.accounts();
    double credit = ExactLedger.crawlCredit(0.85);
    double sum = accounts.values().stream().mapToDouble(a -> credit + a.received()).sum();
    double distance = 0;
    for (int i = 0; i < truth.length; i++) {
      StoredPage account = accounts.get(PageKey.of(web.pages.get(i)));
      distance += Math.abs((credit + account.received()) / sum - truth[i]);
    }
    assertTrue(distance < 2 * PartitionLedger.FINAL_BOUND, distance + "; " + told());
  }
}
