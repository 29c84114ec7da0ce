package nephila.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import nephila.bench.GeneratedWeb;
import nephila.bench.Meter;
import nephila.bench.StateBytes;
import nephila.config.CrawlConfig;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.frontier.Limits;
import nephila.frontier.PagePriority;
import nephila.frontier.growth.ExpectedWorthModel;
import nephila.frontier.order.ExpectedPriority;
import nephila.frontier.order.GreedyPriority;
import nephila.graph.LongIndex;
import nephila.ledger.ImportanceAlgorithm;
import nephila.ledger.LedgerChoice;
import nephila.ledger.LinkRetention;
import nephila.ledger.PageTable;
import nephila.ledger.window.Window;
import nephila.politeness.HostPace;
import nephila.process.HostState;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import org.rocksdb.RocksDBException;

/// Reads a generated web through the crawler's own scheduler, ledger and store, without a network:
/// what a read costs while the known pages grow.
///
/// `ScaleBench DIR KNOWN WEB_PAGES MEMORY_MIB [RANK_FILE]` goes on until KNOWN pages are known and
/// prints a line of JSON whenever their number has about doubled; with RANK_FILE (a float a page,
/// made by [nephila.bench.WebRank]) also how much of all importance the pages read hold. With
/// `-Dimportance=opic`, `-Dwindow=W` and `-Dlinks=forget` the ledger is another, and first reads go
/// by cash. With `-Drereads=N` N pages that were read are read again at the end, drawn evenly, with
/// the links they had: a line of JSON more. At the end, what the state holds for each read page.
public final class ScaleBench {
  /// Until so many pages are known every page read also lists some hundred neighbours, as a sitemap
  /// does: the web becomes known sooner. 0 for no such lists.
  private static final long LISTINGS_UNTIL = Long.getLong("listings", 0);

  /// With `-Delsewhere` these are not the page's own neighbours, which many others list too, but as
  /// many pages in a row at a place of its own: a known page costs few payments.
  private static final boolean ELSEWHERE = Boolean.getBoolean("elsewhere");

  private static final int LISTED = 560;

  private static final int REREADS = Integer.getInteger("rereads", 0);

  private final GeneratedWeb web;
  private final CrawlStore store;
  private final PageTable pages;
  private final CrawlFrontier made;
  private final Frontier<HostState> frontier;
  private final BackgroundPushes spareTime;
  private final Meter meter;
  private final long[] links = new long[GeneratedWeb.LINKS];
  private final int[] row = new int[GeneratedWeb.LINKS + LISTED];
  private final int[] fresh = new int[GeneratedWeb.LINKS + LISTED];
  private long nowMillis = 1_700_000_000_000L;
  private long reads;
  private final long[] sample = new long[REREADS];
  private final SplittableRandom random = new SplittableRandom(3);
  private long sampled;

  private ScaleBench(GeneratedWeb web, CrawlStore store, Meter meter) {
    this.web = web;
    this.store = store;
    this.pages = store.pages();
    this.meter = meter;
    boolean opic = store.choice().importance().isOpic();
    ExpectedWorthModel model =
        opic ? null : new ExpectedWorthModel(pages, store.exact(), store.frontierPages());
    PagePriority first =
        model == null
            ? new GreedyPriority(store.ledger(), Focus.NONE)
            : new ExpectedPriority(model, Focus.NONE);
    CrawlConfig plan = CrawlConfig.usual();
    this.made = CrawlFrontier.of(store, first, Focus.NONE, model, Limits.USUAL, plan);
    this.frontier = made.frontier();
    this.spareTime = new BackgroundPushes(store, frontier, true);
  }

  public static void main(String[] args) throws IOException, RocksDBException {
    Path dir = Path.of(args[0]);
    long known = Long.parseLong(args[1]);
    GeneratedWeb web = new GeneratedWeb(Long.parseLong(args[2]), 7);
    long begun = System.nanoTime();
    try (CrawlStore store = CrawlStore.open(dir, choice(), Long.parseLong(args[3]) << 20)) {
      ScaleBench bench = new ScaleBench(web, store, new Meter(dir, web, args, 4));
      bench.queue();
      System.out.printf(
          Locale.ROOT,
          "{\"restartSeconds\":%.2f,\"restartCpuSeconds\":%.2f}%n",
          (System.nanoTime() - begun) / 1e9,
          Meter.cpuSeconds());
      bench.run(known);
      store.commit(Map.of());
      bench.readAgain();
    }
    StateBytes.show(dir.resolve("state"));
  }

  private static LedgerChoice choice() {
    String window = System.getProperty("window", LedgerChoice.USUAL_WINDOW.text());
    return new LedgerChoice(
        ImportanceAlgorithm.of(System.getProperty("importance", "exact")),
        0.85,
        Window.parse(window),
        LinkRetention.valueOf(System.getProperty("links", "keep").toUpperCase(Locale.ROOT)));
  }

  private void queue() {
    for (int slot = 0; slot < pages.size(); slot++) {
      if (!pages.isRead(slot) && !pages.isDropped(slot)) {
        frontier.add(slot, nowMillis);
      }
    }
    for (long seed = 0; seed < web.pages(); seed += web.pages() / 16) {
      frontier.add(know(seed, 0, PageTable.NO_PAGE), nowMillis);
    }
  }

  private int know(long page, int depth, int via) {
    String origin = GeneratedWeb.origin(web.hostOf(page));
    String path = GeneratedWeb.path(page);
    return store.know(store.host(origin), UrlHash.of(origin + path), path, depth, via);
  }

  private int know(int host, long own, long page, int via) {
    String path = GeneratedWeb.path(page);
    return store.know(host, UrlHash.of(GeneratedWeb.origin(own) + path), path, 1, via);
  }

  private void run(long known) {
    reads = store.readPages();
    meter.begin(reads);
    long next = 100_000;
    while (next <= store.knownPages()) {
      next *= 2;
    }
    while (store.knownPages() < known) {
      HostQueue<HostState> queue = frontier.next(nowMillis);
      if (queue == null && spareTime.search()) {
        continue;
      }
      if (queue == null) {
        throw new IllegalStateException("nothing left to read after " + reads + " reads");
      }
      int slot = frontier.take(queue, nowMillis);
      frontier.begins(queue, slot, nowMillis);
      read(queue, slot);
      nowMillis++;
      spareTime.earn(1);
      while (!spareTime.urgent()) {
        // goes on
      }
      spareTime.sweep();
      if (store.wantsCommit()) {
        made.hosts().save(frontier);
        store.commit(Map.of("archive", String.valueOf(reads)));
        store.sync();
      }
      if (store.knownPages() >= next && next < known) {
        show();
        next *= 2;
      }
    }
    show();
  }

  private long[] listing(long page) {
    long[] all = new long[GeneratedWeb.LINKS + LISTED];
    long from = ELSEWHERE ? LongIndex.mix(page) >>> 1 : page;
    from %= web.pages();
    for (int i = 0; i < LISTED; i++) {
      all[GeneratedWeb.LINKS + i] = web.neighbour(from, i + 1);
    }
    return all;
  }

  private void show() {
    meter.show(
        reads,
        store.knownPages(),
        store.ledger().transfers(),
        store.ledger().errorBound(),
        store.hosts(),
        store.bytesWritten());
  }

  private void read(HostQueue<HostState> queue, int slot) {
    String url = store.url(slot);
    long page = GeneratedWeb.pageOf(url);
    if (pages.isRead(slot)) {
      throw new IllegalStateException(url + " is read twice");
    }
    meter.read(page);
    long place = sampled < REREADS ? sampled : random.nextLong(sampled + 1);
    sampled++;
    if (place < REREADS) {
      sample[(int) place] = page;
    }
    boolean lists = store.knownPages() < LISTINGS_UNTIL;
    long[] links = lists ? listing(page) : this.links;
    web.links(page, links);
    long own = web.hostOf(page);
    int count = 0;
    int freshCount = 0;
    for (long link : links) {
      int child =
          web.hostOf(link) == own ? know(queue.number(), own, link, slot) : know(link, 1, slot);
      if (!Frontier.waits(pages, child) && !pages.isRead(child) && child != slot) {
        fresh[freshCount++] = child;
      }
      row[count++] = child;
    }
    int[] distinct = distinct(count);
    store.read(slot, facts(), distinct, false);
    for (int i = 0; i < freshCount; i++) {
      frontier.add(fresh[i], nowMillis);
    }
    frontier.wasRead(queue);
    reads++;
    frontier.settled(slot);
    queue.host().pace(new HostPace(10, 0, 0, nowMillis));
    frontier.ended(queue, nowMillis);
  }

  /// Reads the drawn pages again, as the crawl does: its URL and what was found before are looked
  /// up, then it is paid along the links it has now.
  private void readAgain() {
    int count = (int) Math.min(REREADS, sampled);
    long lookUps = store.lookUps();
    long transfers = store.ledger().transfers();
    double cpu = Meter.cpuSeconds();
    for (int i = 0; i < count; i++) {
      long page = sample[i];
      web.links(page, links);
      int slot = know(page, 1, PageTable.NO_PAGE);
      store.resolve(slot);
      store.url(slot);
      store.lastRead(slot);
      for (int k = 0; k < links.length; k++) {
        row[k] = know(links[k], 1, slot);
      }
      store.read(slot, facts(), distinct(links.length), false);
      nowMillis++;
      if (store.wantsCommit()) {
        store.commit(Map.of());
      }
    }
    store.commit(Map.of());
    if (count > 0) {
      System.out.printf(
          Locale.ROOT,
          "{\"rereads\":%d,\"lookUpsPerReread\":%.2f,\"paymentsPerReread\":%.1f,"
              + "\"cpuMicrosPerReread\":%.0f}%n",
          count,
          (double) (store.lookUps() - lookUps) / count,
          (double) (store.ledger().transfers() - transfers) / count,
          1e6 * (Meter.cpuSeconds() - cpu) / count);
    }
  }

  private int[] distinct(int count) {
    Arrays.sort(row, 0, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || row[i] != row[i - 1]) {
        row[kept++] = row[i];
      }
    }
    return Arrays.copyOf(row, kept);
  }

  private ReadFacts facts() {
    return new ReadFacts(
        nowMillis,
        200,
        "text/html",
        20_000,
        Long.toHexString(reads * 0x9E3779B97F4A7C15L) + "0123456789abcdef01234567",
        reads,
        "\"" + Long.toHexString(reads) + "\"",
        "Tue, 14 Nov 2023 22:13:20 GMT",
        ReadFacts.Reason.DISCOVERY,
        0,
        0,
        nowMillis);
  }
}
