package nephila.web;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import nephila.UserError;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.query.ClusterQueryClient;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.query.PartitionStatus;
import nephila.config.CrawlConfig;
import nephila.crawl.LiveChange;
import nephila.url.CanonicalUrl;
import nephila.view.CrawlStatus;
import nephila.view.Freshness;
import nephila.view.HostRow;
import nephila.view.OpicTotals;
import nephila.view.PageExplanation;
import nephila.view.PageRanking;
import nephila.view.PageRow;
import nephila.view.RisingPages;
import nephila.view.SiteRow;
import org.jspecify.annotations.Nullable;

/// A crawl on a cluster as the page shows it: totals as the partitions tell them, pages and sites
/// as their owners answer, at most one question of a kind every few seconds however many look. What
/// nobody answers is shown as it was answered last.
///
/// Not here: the flow of cash between sites, and the latest troubles one by one. Rules that are
/// changed hold a second or two later, when all workers have heard of it.
public final class ClusterCrawl implements CrawlView, CrawlView.Levers, AutoCloseable {
  private static final long SAMPLE_MILLIS = 1000;
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final ClusterQueryClient client;
  private final CrawlRegistry registry;
  private final String name;
  private final Samples samples = new Samples();
  private final Kept<ClusterQueryClient.Pages> top;
  private final Kept<ClusterQueryClient.Pages> unread;
  private final Kept<ClusterQueryClient.Sites> sites;
  private final long begunNanos = System.nanoTime();
  private final RuleChanges changes = new RuleChanges();
  private final Thread sampler;
  private volatile double rate;

  /// What was answered last, asked for anew when it is no longer fresh.
  private static final class Kept<T> {
    private final Supplier<T> ask;
    private @Nullable T value;
    private long nanos;

    Kept(Supplier<T> ask) {
      this.ask = ask;
    }

    synchronized T get() {
      T known = value;
      if (known != null && System.nanoTime() - nanos < FRESH_NANOS) {
        return known;
      }
      try {
        known = ask.get();
        value = known;
      } catch (UserError nobody) {
        if (known == null) {
          throw new Refusal(503, String.valueOf(nobody.getMessage()));
        }
      }
      nanos = System.nanoTime();
      return known;
    }
  }

  /// @param name the crawl's
  /// @param client closed by whoever opened it, after this
  public ClusterCrawl(String name, ClusterQueryClient client, CrawlRegistry registry) {
    this.name = name;
    this.client = client;
    this.registry = registry;
    this.top =
        new Kept<>(() -> client.pages(ClusterQueryClient.MOST, PageRanking.Which.READABLE_FIRST));
    this.unread = new Kept<>(() -> client.pages(ClusterQueryClient.MOST, PageRanking.Which.UNREAD));
    this.sites = new Kept<>(() -> client.sites(ClusterQueryClient.MOST));
    this.sampler = Thread.ofVirtual().name("samples").start(this::sample);
  }

  private void sample() {
    long fetched = -1;
    long before = System.nanoTime();
    try {
      while (true) {
        ClusterStatus now = client.clusterTotals().status();
        long nanos = System.nanoTime();
        double seconds = (nanos - before) / 1e9;
        double latest = fetched < 0 ? 0 : (now.fetched() - fetched) / Math.max(seconds, 1e-3);
        rate = 0.7 * rate + 0.3 * latest;
        samples.add(
            (nanos - begunNanos) / 1e9,
            now.read(),
            now.known(),
            now.importanceFound(),
            OpicTotals.drawn(now.opic(), now.errorBound()),
            latest);
        fetched = now.fetched();
        before = nanos;
        Thread.sleep(SAMPLE_MILLIS);
      }
    } catch (InterruptedException e) {
      // closing
    }
  }

  @Override
  public CrawlStatus status() {
    ClusterStatus now = client.clusterTotals().status();
    String state =
        now.finished()
            ? CrawlStatus.DONE
            : switch (now.wanted()) {
              case RUNNING -> CrawlStatus.RUNNING;
              case PAUSED -> CrawlStatus.PAUSED;
              case STOPPED -> CrawlStatus.DONE;
            };
    return new CrawlStatus(
        name,
        state,
        "",
        !state.equals(CrawlStatus.DONE),
        (System.nanoTime() - begunNanos) / 1e9,
        now.fetched(),
        now.known(),
        now.read(),
        now.waiting(),
        now.hosts(),
        0,
        now.out(),
        now.bytes(),
        rate,
        now.importanceFound(),
        now.errorBound(),
        now.fetched(),
        0L,
        now.outcomes(),
        List.of(),
        Freshness.NONE,
        now.opic(),
        now.bias(),
        null);
  }

  @Override
  public History history() {
    return samples.history();
  }

  @Override
  public Pages pages(String order, String site, int offset, int limit) {
    List<PageRow> all = new ArrayList<>((order.equals("unread") ? unread : top).get().pages());
    if (order.equals("cash")) {
      all.sort(Comparator.comparingDouble((PageRow page) -> Math.abs(page.cash())).reversed());
    }
    List<PageRow> shown = new ArrayList<>();
    int rank = 0;
    for (PageRow page : all) {
      if (CanonicalUrl.ofCanonical(page.url()).origin().contains(site)) {
        rank++;
        if (rank > offset && shown.size() < limit) {
          shown.add(page.at(rank, rank));
        }
      }
    }
    return new Pages(rank, shown);
  }

  @Override
  public Sites sites(int offset, int limit) {
    ClusterQueryClient.Sites now = sites.get();
    List<SiteRow> shown = now.sites().stream().skip(offset).limit(limit).toList();
    return new Sites(Math.min(now.total(), now.sites().size()), shown);
  }

  /// A cluster makes no marks of importance.
  @Override
  public Optional<RisingPages> rising(Duration window, int limit) {
    return Optional.empty();
  }

  @Override
  public Flows flows(int limit) {
    return new Flows(sites(0, limit).sites(), List.of());
  }

  /// Workers in the place of hosts: which partitions each has, and what waits there.
  @Override
  public Hosts hosts(int limit) {
    Map<String, List<PartitionStatus>> byWorker = new TreeMap<>();
    for (PartitionStatus partition : client.clusterTotals().partitionsNow()) {
      byWorker.computeIfAbsent(partition.worker(), w -> new ArrayList<>()).add(partition);
    }
    List<HostRow> hosts = new ArrayList<>();
    byWorker.forEach(
        (worker, its) -> {
          long read = its.stream().mapToLong(PartitionStatus::read).sum();
          long waiting = its.stream().mapToLong(PartitionStatus::waiting).sum();
          long oldest = its.stream().mapToLong(PartitionStatus::staleMillis).max().orElse(0);
          String note =
              String.format(
                  Locale.ROOT,
                  "%,d read, %d partitions, %.1f s ago",
                  read,
                  its.size(),
                  oldest / 1000.0);
          hosts.add(new HostRow(worker, waiting, note));
        });
    return new Hosts(hosts.stream().limit(limit).toList());
  }

  @Override
  public Errors errors(int limit) {
    Map<String, Long> kinds = new HashMap<>(client.clusterTotals().status().outcomes());
    kinds.keySet().removeIf(kind -> kind.equals("2xx") || kind.equals("3xx"));
    return new Errors(kinds, List.of());
  }

  @Override
  public Optional<PageStory> page(String url) {
    PageExplanation why;
    try {
      why = client.why(url, PageStory.PAYERS).explanation();
    } catch (UserError unknown) {
      return Optional.empty();
    }
    return Optional.of(PageStory.of(why, List.of(), List.of(), List.of()));
  }

  @Override
  public Rules rules() {
    return changes.rules(client.settings().plan(), true);
  }

  @Override
  public Optional<Levers> levers() {
    return Optional.of(this);
  }

  @Override
  public void pause() {
    want(CrawlRegistry.State.PAUSED, "paused");
  }

  @Override
  public void resume() {
    client.clusterTotals().resume(registry);
    changes.note("resumed");
  }

  @Override
  public void stop() {
    want(CrawlRegistry.State.STOPPED, "stopped");
  }

  private void want(CrawlRegistry.State state, String words) {
    registry.want(state);
    changes.note(words);
  }

  @Override
  public void addSeed(String url) {
    client.addSeed(url);
    changes.note("seed added: " + url);
  }

  @Override
  public void rules(List<String> focus, String scope, List<String> include, List<String> exclude) {
    CrawlConfig before = client.settings().plan();
    change(focus, scope, include, exclude);
    changes.changed(before, focus, scope, include, exclude);
  }

  private void change(
      List<String> focus, Object scope, List<String> include, List<String> exclude) {
    Map<String, Object> values =
        Map.of("focus", focus, "scope", scope, "include", include, "exclude", exclude);
    registry.change(plan -> LiveChange.of(plan, values).checked());
  }

  @Override
  public boolean undo() {
    return changes
        .takeBack()
        .map(
            plan -> {
              change(plan.focus(), plan.scope(), plan.include(), plan.exclude());
              return true;
            })
        .orElse(false);
  }

  @Override
  public void close() {
    sampler.interrupt();
  }
}
