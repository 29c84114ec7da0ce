package nephila.cluster.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.fetch.KnownRequisites;
import nephila.cluster.fetch.OrderRunner;
import nephila.cluster.fetch.PageRequisites;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.query.ClusterImportance;
import nephila.cluster.query.ClusterTotals;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.config.ConfigKey;
import nephila.config.CrawlConfig;
import nephila.config.FocusMeans;
import nephila.config.Settings;
import nephila.config.SteeringMeans;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.crawl.PageReader;
import nephila.ledger.PageTable;
import nephila.politeness.PaceRules;
import nephila.process.HostProcessor;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.store.record.StoredPage;
import nephila.testweb.contract.SteppedClock;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each option of a crawl on one machine and on a cluster of three partitions, which lose their
/// memory now and then: the same small web, and what was read, what was refused, the books, the
/// importance and, as far as three that know little of each other can keep one, the order.
class ClusterOptionsTest {
  private static final int PARTITIONS = 3;

  /// What an option is tried with.
  ///
  /// @param order the least share of pairs of pages of one partition that are read in the order in
  ///   which one machine read them; 0 where nothing is asked for
  record Option(String name, double order, Map<String, Object> values, boolean always) {
    @Override
    public String toString() {
      return name + " " + values;
    }

    CrawlConfig on(CrawlConfig plan) {
      return Settings.apply(plan, values, "test");
    }
  }

  /// What was seen of a page.
  private record Seen(String state, int status, double importance, boolean readOnce) {}

  @TempDir Path dir;

  static List<Option> options() {
    return List.of(
        always("usual", 0.5, Map.of()),
        option("select", 0.6, Map.of("select", "cash")),
        option("select", 0.6, Map.of("select", "bfs")),
        always("select", 0.5, Map.of("select", "greedy")),
        option("select", 0.5, Map.of("select", "cycle")),
        option("select", 0, Map.of("select", "random")),
        option("select", 0.5, Map.of("select", "clock")),
        option("select", 0.5, Map.of("select", "xyleme")),
        option("scope", 0, Map.of("scope", "domain")),
        option("include", 0, Map.of("include", List.of("/p"), "exclude", List.of("news"))),
        option("depth", 0, Map.of("depth", 2)),
        option("focus", 0.5, Map.of("focus", List.of("anchor~climate x9", "url~/news/ x4"))),
        always("internal", 0, Map.of("internal", 0.2, "dynamic", 0.5)),
        always("by", 0, Map.of("by", "site", "internal", 0.5)),
        option("by with opic", 0, Map.of("importance", "opic", "by", "site")),
        always("preference", 0, Map.of("preference", "file")),
        option("preference with opic", 0, Map.of("preference", "file", "importance", "opic")),
        option("damping", 0, Map.of("damping", 0.7)),
        always("near-duplicates", 0, Map.of("near-duplicates", true)),
        option("robots", 0, Map.of("robots", false)),
        always("requisites", 0, Map.of("requisites", true)),
        option(
            "max-requisites",
            0,
            Map.of("requisites", true, "max-requisites", 2, "max-requisite-bytes", 5000)),
        option("max-pages", 0, Map.of("max-pages", 30)),
        always("budget", 0, Map.of("budget", 200, "refresh", 0.5, "min-age", "0s")),
        option("budget", 0, Map.of("budget", 200, "select", "greedy", "min-age", "0s")),
        option(
            "power", 0, Map.of("budget", 200, "refresh", 0.5, "refresh-power", 1, "min-age", "0s")),
        option("importance", 0, Map.of("importance", "opic")),
        option("small-edge", 0, Map.of("importance", "opic", "small-edge", true)),
        option("links", 0, Map.of("importance", "opic-corrected", "links", "forget")),
        option("window", 0, Map.of("importance", "opic", "window", "variable:4")),
        always(
            "steer",
            0,
            Map.of(
                "importance",
                "opic",
                "select",
                "greedy",
                "steer",
                "cash",
                "discovery-share",
                "0.2",
                "budget",
                400,
                "min-age",
                "0s")),
        option(
            "focus-by",
            0,
            Map.of(
                "importance",
                "opic",
                "focus-by",
                "cash",
                "focus",
                List.of("url~/news/ x5"),
                "budget",
                300,
                "refresh",
                0.5,
                "min-age",
                "0s")),
        option("weights with opic", 0, Map.of("importance", "opic", "internal", 0.2)));
  }

  private static Option always(String name, double order, Map<String, Object> values) {
    return new Option(name, order, values, true);
  }

  private static Option option(String name, double order, Map<String, Object> values) {
    return new Option(name, order, values, false);
  }

  static Stream<Option> tried() {
    return options().stream().filter(Option::always);
  }

  static Stream<Option> others() {
    return options().stream().filter(option -> !option.always());
  }

  private CrawlConfig plan(Option option) throws IOException {
    CrawlConfig plan =
        option.on(
            CrawlConfig.of(SmallWeb.url(0))
                .with("scope", Scope.Kind.ANY)
                .with("delay", Duration.ZERO)
                .with("archive", false)
                .with("workers", 1)
                .with("allow-private", true)
                .with("agent", "test")
                .with("contact", "me@example.org"));
    if (!plan.preference().isEmpty()) {
      Path file = dir.resolve("wanted.tsv");
      Files.writeString(file, "site=a.test\t3\nurl~/news/\t2\nurl~.\t1\n");
      plan = plan.with("preference", file.toString());
    }
    return plan.checked();
  }

  @ParameterizedTest
  @MethodSource("tried")
  void anOptionDoesOnAClusterWhatItDoesOnOneMachine(Option option) throws Exception {
    compare(option);
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("others")
  void anyOptionDoesOnAClusterWhatItDoesOnOneMachine(Option option) throws Exception {
    compare(option);
  }

  /// Settings that no test of options need try: those of a worker, of its fetcher and archive, of
  /// the seeds, and those that [ClusterSettings] refuses.
  private static final List<String> ELSEWHERE =
      List.of(
          "seeds",
          "workers",
          "agent",
          "contact",
          "delay",
          "allow-private",
          "allow-network",
          "archive",
          "gzip",
          "max-bytes",
          "memory",
          "timeout",
          "proxy",
          "cookies",
          "insecure",
          "min-age",
          "discovery-share",
          "gone-after",
          "continuous",
          "max-time",
          "host-share",
          "sitemaps");

  @Test
  void everyOptionIsTried() {
    for (ConfigKey key : Settings.all()) {
      boolean here = options().stream().anyMatch(option -> option.values.containsKey(key.name()));
      boolean known =
          here || ELSEWHERE.contains(key.name()) || ClusterSettings.refused().contains(key.name());
      assertTrue(known, key.name() + ": try it here, or say where it is tried");
    }
  }

  private void compare(Option option) throws Exception {
    CrawlConfig plan = plan(option);
    SmallWeb one = new SmallWeb(Clock.systemUTC());
    Map<String, Seen> single = single(plan, one);
    SteppedClock clock = new SteppedClock(Partitions.BEGIN);
    SmallWeb many = new SmallWeb(clock);
    Map<String, Seen> cluster = cluster(plan, many, clock);
    if (System.getProperty("nephila.print") != null) {
      System.out.println(
          option
              + ": "
              + sameOrder(one.firstReads(), many.firstReads())
              + " in order, first reads "
              + one.firstReads().size()
              + " and "
              + many.firstReads().size());
    }
    if (plan.maxRequisites() > 2) {
      assertEquals(one.requisites(), many.requisites(), option.toString());
    } else {
      // Which are left out follows from the order of the pages.
      assertTrue(one.requisites().size() >= 6, option.toString());
      assertTrue(many.requisites().size() >= 6, option.toString());
    }
    boolean limited = plan.maxPages() > 0 || plan.budget() > 0;
    if (limited) {
      long most = plan.budget() > 0 ? plan.budget() : plan.maxPages();
      assertEquals(most, one.requests(), 3, option.toString());
      assertEquals(most, many.requests(), 3 * PARTITIONS, option.toString());
      int first = one.firstReads().size();
      assertEquals(first, many.firstReads().size(), 0.2 * first, option.toString());
    } else if (plan.depth() >= 0) {
      // How deep a page is follows from who finds it first.
      Set<String> near = many.within(plan.depth());
      assertTrue(near.containsAll(one.firstReads()), option.toString());
      assertTrue(near.containsAll(many.firstReads()), option.toString());
    } else {
      assertEquals(states(single), states(cluster), option.toString());
      if (!plan.importance().isOpic()) {
        assertEquals(0, distance(single, cluster), 4e-5, option.toString());
      }
    }
    if (option.order > 0) {
      double same = sameOrder(one.firstReads(), many.firstReads());
      assertTrue(same >= option.order, option + ": " + same + " of the pairs in order");
    }
  }

  private static Map<String, String> states(Map<String, Seen> pages) {
    Map<String, String> states = new TreeMap<>();
    pages.forEach((url, seen) -> states.put(url, seen.state + " " + seen.status));
    return states;
  }

  private static double distance(Map<String, Seen> one, Map<String, Seen> other) {
    double sum = 0;
    for (Map.Entry<String, Seen> entry : one.entrySet()) {
      sum +=
          Math.abs(
              entry.getValue().importance
                  - Objects.requireNonNull(other.get(entry.getKey())).importance);
    }
    return sum;
  }

  private Map<String, Seen> single(CrawlConfig plan, SmallWeb web) throws Exception {
    Path own = dir.resolve("one");
    Crawl.World world = new Crawl.World(Clock.systemUTC(), new Random(1), web);
    try (Crawl crawl = Crawl.open(own, plan, world)) {
      crawl.run(CrawlListener.SILENT);
    }
    Map<String, Seen> seen = new HashMap<>();
    try (CrawlStore store = CrawlStore.look(own)) {
      StoreCheck.Result proof = StoreCheck.of(store);
      assertEquals(List.of(), proof.faults());
      double sum = store.ledger().worthSum();
      PageTable pages = store.pages();
      for (int slot = 0; slot < pages.size(); slot++) {
        double importance = store.ledger().worth(slot) / sum;
        seen.put(
            store.url(slot),
            seen(
                pages.isGone(slot),
                pages.isRead(slot),
                pages.isDropped(slot),
                pages.status(slot),
                pages.reads(slot),
                importance));
      }
    }
    return seen;
  }

  private static Seen seen(
      boolean gone, boolean read, boolean dropped, int status, int reads, double importance) {
    String state = gone ? "gone" : read ? "read" : dropped ? "refused" : "waits";
    return new Seen(state, status, importance, reads == 1);
  }

  private Map<String, Seen> cluster(CrawlConfig plan, SmallWeb web, SteppedClock clock)
      throws Exception {
    ClusterSettings settings = new ClusterSettings(plan, PARTITIONS);
    CrawlRegistry.Run run = new CrawlRegistry.Run(CrawlRegistry.State.RUNNING, clock.millis(), 0);
    UrlFilter gate = new UrlFilter(plan, clock);
    HostProcessor hosts =
        new HostProcessor(PaceRules.usual(plan.delay()), gate.productToken(), plan.robots());
    boolean keeps = plan.ledger().keepsLinks();
    PageReader reader = new PageReader(gate);
    Random deaths = new Random(7);
    try (KnownRequisites known = KnownRequisites.open(dir.resolve("worker"), reader);
        Partitions crawl = new Partitions(plan, settings, dir.resolve("many"), clock)) {
      PageRequisites requisites =
          plan.requisites()
              ? new PageRequisites(plan, known, reader, gate, hosts, null, clock)
              : null;
      OrderRunner runner =
          new OrderRunner(web, reader, null, hosts, clock, clock::passUntil, 1, keeps, requisites);
      plan.seedUrls().forEach(crawl::seed);
      for (int quiet = 0; quiet < 60; quiet++) {
        PartitionTotals all = crawl.all();
        long left = ClusterTotals.pagesLeft(plan, run, all.get(Sum.FETCHED), clock.millis());
        left -= left == Long.MAX_VALUE ? 0 : all.get(Sum.OUT);
        long each = left == Long.MAX_VALUE ? 1 : Math.min(1, left);
        crawl.directive = new CrawlDirective(true, false, each, 0, crawl.directive.opic());
        crawl.tick();
        crawl.carry();
        for (FetchOrder order : crawl.orders()) {
          quiet = 0;
          OrderResult result = runner.run(order, 0, () -> true);
          crawl.result(order.partition(), Objects.requireNonNull(result).message());
          crawl.carry();
        }
        if (deaths.nextInt(20) == 0) {
          crawl.restart(deaths.nextInt(PARTITIONS));
        }
        for (int i = 0; i < PARTITIONS; i++) {
          assertEquals(0, crawl.books(i).imbalance());
        }
      }
      crawl.settle();
      assertEquals(0, crawl.all().inTransit());
      assertTrue(crawl.all().virtualPageIsStill());
      boolean favours = plan.steer() == SteeringMeans.CASH || plan.focusBy() == FocusMeans.CASH;
      assertEquals(favours, crawl.all().get(Sum.FAVOURED) > 0);
      return seen(crawl, plan);
    }
  }

  private static Map<String, Seen> seen(Partitions crawl, CrawlConfig plan) {
    Map<PageKey, StoredPage> accounts = crawl.accounts();
    ClusterImportance importance = new ClusterImportance(plan.ledger());
    double sum = importance.sum(crawl.all());
    Map<String, Seen> seen = new HashMap<>();
    accounts.forEach(
        (key, page) -> {
          double worth = page.isGone() ? 0 : page.worth(importance.credit());
          seen.put(
              crawl.url(key),
              seen(
                  page.isGone(),
                  page.isRead(),
                  page.isDropped(),
                  page.status(),
                  page.reads(),
                  worth / sum));
        });
    return seen;
  }

  /// The share of pairs of pages of one partition that both have read in the same order.
  private static double sameOrder(List<String> one, List<String> other) {
    Map<String, Integer> place = new HashMap<>();
    one.forEach(url -> place.put(url, place.size()));
    int same = 0;
    int pairs = 0;
    for (int i = 0; i < other.size(); i++) {
      for (int k = i + 1; k < other.size(); k++) {
        Integer first = place.get(other.get(i));
        Integer second = place.get(other.get(k));
        if (first != null && second != null && isOneSite(other.get(i), other.get(k))) {
          same += first < second ? 1 : 0;
          pairs++;
        }
      }
    }
    return pairs == 0 ? 1 : (double) same / pairs;
  }

  private static boolean isOneSite(String url, String other) {
    return CanonicalUrl.ofCanonical(url).site().equals(CanonicalUrl.ofCanonical(other).site());
  }
}
