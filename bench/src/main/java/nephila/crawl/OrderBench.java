package nephila.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import nephila.bench.Meter;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.graph.CsrGraph;
import nephila.graph.PageNames;
import nephila.ledger.PageTable;
import nephila.politeness.HostPace;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import nephila.store.CrawlStore;
import nephila.store.ReadFacts;
import nephila.store.UrlHash;
import nephila.url.CanonicalUrl;

/// How much importance the crawler's own scheduler, ledger and store capture on a graph that is
/// known whole, without a network, with foresight and without.
///
/// `OrderBench GRAPH URLS|- START`, URLs in a file or in the graph. Prints a line for each way: the
/// share of importance captured after 1, 5, 10 and 20 % of the pages that can be reached, and CPU
/// seconds.
public final class OrderBench {
  private static final double[] SHARES = {0.01, 0.05, 0.1, 0.2};

  private final int[][] rows;
  private final PageNames names;
  private final CrawlStore store;
  private final PageTable pages;
  private final Scheduler scheduler;
  private final Map<Integer, Integer> pageOf = new HashMap<>();
  private long nowMillis = 1_700_000_000_000L;

  private OrderBench(int[][] rows, PageNames names, CrawlStore store, boolean foresees) {
    this.rows = rows;
    this.names = names;
    this.store = store;
    this.pages = store.pages();
    ExpectedWorthModel foresight = new ExpectedWorthModel(store, foresees);
    this.scheduler = new Scheduler(store, foresight::of, foresight, true, 1, Long.MAX_VALUE);
    store.ledger().whenWorthChanges(scheduler::changed);
  }

  public static void main(String[] args) throws IOException {
    LoadedGraph graph =
        args[1].equals("-")
            ? new GraphReader().open(args[0])
            : new GraphReader().urls(Path.of(args[1])).open(args[0]);
    int start = Integer.parseInt(args[2]);
    int[][] rows = graph.csr().rows();
    int[] reachable = reachable(rows, start);
    double[] importance = importance(rows, reachable);
    System.out.printf(Locale.ROOT, "%s from %d%n", Path.of(args[0]).getFileName(), start);
    for (boolean foresees : new boolean[] {false, true}) {
      Path dir = Files.createTempDirectory("order");
      double begun = Meter.cpuSeconds();
      try (CrawlStore store = CrawlStore.open(dir, 0.85)) {
        OrderBench bench = new OrderBench(rows, graph.names().orElseThrow(), store, foresees);
        double[] captured = bench.run(start, reachable.length, importance);
        System.out.printf(
            Locale.ROOT,
            "  %-10s %s, CPU %.1f s%n",
            foresees ? "foresight" : "without",
            Arrays.toString(Arrays.stream(captured).map(c -> Math.round(1e4 * c) / 1e4).toArray()),
            Meter.cpuSeconds() - begun);
      }
      try (var files = Files.walk(dir)) {
        files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private static int[] reachable(int[][] rows, int start) {
    boolean[] seen = new boolean[rows.length];
    int[] order = new int[rows.length];
    int count = 1;
    order[0] = start;
    seen[start] = true;
    for (int k = 0; k < count; k++) {
      for (int target : rows[order[k]]) {
        if (!seen[target]) {
          seen[target] = true;
          order[count++] = target;
        }
      }
    }
    return Arrays.copyOf(order, count);
  }

  /// By page; the rank of the part that can be reached.
  private static double[] importance(int[][] rows, int[] reachable) {
    int[] number = new int[rows.length];
    for (int k = 0; k < reachable.length; k++) {
      number[reachable[k]] = k;
    }
    long[] offsets = new long[reachable.length + 1];
    for (int k = 0; k < reachable.length; k++) {
      offsets[k + 1] = offsets[k] + rows[reachable[k]].length;
    }
    int[] targets = new int[(int) offsets[reachable.length]];
    for (int k = 0; k < reachable.length; k++) {
      int[] row =
          Arrays.stream(rows[reachable[k]]).map(target -> number[target]).sorted().toArray();
      System.arraycopy(row, 0, targets, (int) offsets[k], row.length);
    }
    double[] rank = PageRank.solve(CsrGraph.wrap(offsets, targets), RankOptions.DEFAULTS).values();
    double[] importance = new double[rows.length];
    for (int k = 0; k < reachable.length; k++) {
      importance[reachable[k]] = rank[k];
    }
    return importance;
  }

  private double[] run(int start, int all, double[] importance) {
    double[] captured = new double[SHARES.length];
    BackgroundPushes spareTime = new BackgroundPushes(store, scheduler, true);
    scheduler.add(know(start, PageTable.NO_PAGE), nowMillis);
    double sum = 0;
    int reads = 0;
    int point = 0;
    while (point < SHARES.length) {
      HostQueue host = scheduler.next(nowMillis);
      int slot = scheduler.take(host, nowMillis);
      int page = pageOf.get(slot);
      scheduler.begins(host, nowMillis);
      read(host, slot, rows[page]);
      spareTime.earn(1);
      while (!spareTime.urgent()) {
        // goes on
      }
      sum += importance[page];
      reads++;
      nowMillis++;
      while (point < SHARES.length && reads >= SHARES[point] * all) {
        captured[point++] = sum;
      }
      if (store.wantsCommit()) {
        store.commit(Map.of());
      }
    }
    return captured;
  }

  private int know(int page, int via) {
    CanonicalUrl url = url(names.name(page), page);
    String path = url.text().substring(url.origin().length());
    int slot = store.know(store.host(url.origin()), UrlHash.of(url.text()), path, 1, via);
    pageOf.putIfAbsent(slot, page);
    return slot;
  }

  private static CanonicalUrl url(String name, int page) {
    try {
      return CanonicalUrl.typed(name.contains("://") ? name : "http://" + name);
    } catch (RuntimeException e) {
      return CanonicalUrl.typed("http://other.test/" + page);
    }
  }

  private void read(HostQueue host, int slot, int[] links) {
    int[] row = Arrays.stream(links).map(page -> know(page, slot)).distinct().toArray();
    ReadFacts facts =
        new ReadFacts(
            nowMillis, 200, "", 0, "", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, nowMillis);
    Arrays.sort(row);
    store.read(slot, facts, row, false);
    for (int child : row) {
      if (!pages.isRead(child) && child != slot) {
        scheduler.add(child, nowMillis);
      }
    }
    scheduler.wasRead(host);
    scheduler.ended(host, new HostPace(10, 0, 0, nowMillis), nowMillis);
  }
}
