package nephila.crawl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import nephila.bench.Meter;
import nephila.config.CrawlConfig;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.frontier.Limits;
import nephila.frontier.PagePriority;
import nephila.frontier.growth.ExpectedWorthModel;
import nephila.frontier.order.CashPriority;
import nephila.frontier.order.ExpectedPriority;
import nephila.graph.CsrGraph;
import nephila.graph.PageNames;
import nephila.ledger.PageTable;
import nephila.politeness.HostPace;
import nephila.process.HostState;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import nephila.store.CrawlStore;
import nephila.store.FrontierPages;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;

/// How much importance the crawler's own frontier, ledger and store capture on a graph that is
/// known whole, without a network, and which pages they choose one after another.
///
/// `OrderBench GRAPH URLS|- START [SEQUENCES]`, URLs in a file or in the graph. Prints a line for
/// each way of ordering: the share of importance captured after 1, 5, 10 and 20 % of the pages that
/// can be reached, CPU seconds, and the SHA-1 of the pages in the order in which they were chosen.
/// With SEQUENCES, a folder, the sequence of each way is written there, a page a line, so that two
/// states of the code can be compared page by page.
public final class OrderBench {
  private static final double[] SHARES = {0.01, 0.05, 0.1, 0.2};

  /// Seconds that a read takes where pages are re-read.
  private static final int REREAD_SECONDS = 60;

  /// A way of ordering.
  private enum Way {
    /// By worth, hosts taking turns.
    WITHOUT(false, 0, false),
    /// By expected worth.
    FORESIGHT(true, 0, false),
    /// By expected worth, two reads in five re-reading a page.
    REREADS(true, 0.4, false),
    /// With memory for an eighth of the pages, one read in five re-reading a page.
    EVICTING(true, 0.2, true);

    final boolean foresees;
    final double refresh;
    final boolean evicts;

    Way(boolean foresees, double refresh, boolean evicts) {
      this.foresees = foresees;
      this.refresh = refresh;
      this.evicts = evicts;
    }

    long memoryBytes(int pages) {
      return evicts ? pages / 8 * 90L : Long.MAX_VALUE;
    }
  }

  private final int[][] rows;
  private final PageNames names;
  private final CrawlStore store;
  private final PageTable pages;
  private final Frontier<HostState> frontier;
  private final double refresh;
  private final Map<Long, Integer> pageOf = new HashMap<>();
  private final IntStream.Builder sequence = IntStream.builder();
  private long nowMillis = 1_700_000_000_000L;

  private OrderBench(int[][] rows, PageNames names, CrawlStore store, Way way) {
    this.rows = rows;
    this.names = names;
    this.store = store;
    this.pages = store.pages();
    this.refresh = way.refresh;
    CrawlConfig plan =
        CrawlConfig.usual().with("refresh", refresh).with("min-age", Duration.ofHours(1));
    FrontierPages known = store.frontierPages();
    PagePriority first =
        way.foresees
            ? new ExpectedPriority(new ExpectedWorthModel(pages, store.exact(), known), Focus.NONE)
            : new CashPriority(store.ledger(), Focus.NONE, true);
    CrawlFrontier made = CrawlFrontier.of(store, first, Focus.NONE, null, Limits.USUAL, plan);
    made.rereads(plan);
    this.frontier = made.frontier();
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
    for (Way way : Way.values()) {
      Path dir = Files.createTempDirectory("order");
      double begun = Meter.cpuSeconds();
      try (CrawlStore store = CrawlStore.open(dir, 0.85, way.memoryBytes(reachable.length))) {
        OrderBench bench = new OrderBench(rows, graph.names().orElseThrow(), store, way);
        double[] captured = bench.run(start, reachable.length, importance);
        int[] sequence = bench.sequence.build().toArray();
        System.out.printf(
            Locale.ROOT,
            "  %-10s %s, CPU %.1f s, %,d reads %s%n",
            way.name().toLowerCase(Locale.ROOT),
            Arrays.toString(Arrays.stream(captured).map(c -> Math.round(1e4 * c) / 1e4).toArray()),
            Meter.cpuSeconds() - begun,
            sequence.length,
            sha1(sequence));
        if (args.length > 3) {
          Files.write(
              Path.of(args[3], way.name().toLowerCase(Locale.ROOT)),
              Arrays.stream(sequence).mapToObj(String::valueOf).toList());
        }
      }
      try (var files = Files.walk(dir)) {
        files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private static String sha1(int[] sequence) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * sequence.length);
    bytes.asIntBuffer().put(sequence);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
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
    BackgroundPushes spareTime = new BackgroundPushes(store, frontier, true);
    frontier.add(know(start, PageTable.NO_PAGE), nowMillis);
    double sum = 0;
    int first = 0;
    int point = 0;
    while (point < SHARES.length) {
      HostQueue<HostState> queue = frontier.next(nowMillis);
      if (queue == null) {
        if (!spareTime.search()) {
          throw new IllegalStateException("nothing left to read after " + first + " pages");
        }
        continue;
      }
      int slot = frontier.take(queue, nowMillis);
      boolean isAgain = pages.isRead(slot);
      int page = pageOf.get(key(slot));
      sequence.add(page);
      frontier.begins(queue, slot, nowMillis);
      read(queue, slot, page);
      spareTime.earn(1);
      while (!spareTime.urgent()) {
        // goes on
      }
      spareTime.sweep();
      nowMillis += refresh > 0 ? 1000 * REREAD_SECONDS : 1;
      if (!isAgain) {
        sum += importance[page];
        first++;
      }
      while (point < SHARES.length && first >= SHARES[point] * all) {
        captured[point++] = sum;
      }
      if (store.wantsCommit()) {
        store.commit(Map.of());
      }
    }
    return captured;
  }

  private long key(int slot) {
    return store.index().hash(slot);
  }

  private int know(int page, int via) {
    CanonicalUrl url = url(names.name(page), page);
    String path = url.text().substring(url.origin().length());
    int slot = store.know(store.host(url.origin()), UrlHash.of(url.text()), path, 1, via);
    pageOf.putIfAbsent(key(slot), page);
    return slot;
  }

  private static CanonicalUrl url(String name, int page) {
    try {
      return CanonicalUrl.typed(name.contains("://") ? name : "http://" + name);
    } catch (RuntimeException e) {
      return CanonicalUrl.typed("http://other.test/" + page);
    }
  }

  private void read(HostQueue<HostState> queue, int slot, int page) {
    int[] row = Arrays.stream(rows[page]).map(to -> know(to, slot)).distinct().toArray();
    ReadFacts facts =
        new ReadFacts(
            nowMillis, 200, "", 0, "", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, nowMillis);
    Arrays.sort(row);
    boolean changed = (page * 0x9E3779B9 >>> 28) + pages.reads(slot) % 7 > 13;
    if (pages.isRead(slot) && !changed) {
      store.unchanged(slot, facts);
    } else {
      store.read(slot, facts, row, pages.isRead(slot));
    }
    for (int child : row) {
      if (!pages.isRead(child) && child != slot) {
        frontier.add(child, nowMillis);
      }
    }
    frontier.wasRead(queue);
    frontier.settled(slot);
    queue.host().pace(new HostPace(10, 0, 0, nowMillis));
    frontier.ended(queue, nowMillis);
  }
}
