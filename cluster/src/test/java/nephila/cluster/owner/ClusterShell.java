package nephila.cluster.owner;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nephila.cluster.ClusterSettings;
import nephila.cluster.fetch.OrderRunner;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.StoredRead;
import nephila.config.CrawlConfig;
import nephila.crawl.PageReader;
import nephila.politeness.PaceRules;
import nephila.process.HostProcessor;
import nephila.process.UrlFilter;
import nephila.store.record.StoredPage;
import nephila.testweb.contract.ResultShell;
import nephila.testweb.contract.ScriptedWeb;
import nephila.testweb.contract.SteppedClock;
import nephila.url.CanonicalUrl;

/// The partitions and one fetcher of a crawl on a cluster, without Kafka: one order at a time.
final class ClusterShell implements ResultShell {
  /// Owners have their turn about once a second here, lest an hour take long.
  private static final Duration BETWEEN_TICKS = Duration.ofMillis(900);

  /// And less often in a crawl that reads pages again when nobody was asked for so many turns, lest
  /// a day take long.
  private static final int QUIET = 100;

  private static final Duration WHILE_QUIET = Duration.ofSeconds(20);

  private final Partitions partitions;
  private final SteppedClock clock;
  private final OrderRunner runner;

  ClusterShell(Path dir, CrawlConfig plan, int count, ScriptedWeb web, SteppedClock clock) {
    this.clock = clock;
    this.partitions = new Partitions(plan, new ClusterSettings(plan, count), dir, clock);
    UrlFilter gate = new UrlFilter(plan, clock);
    HostProcessor hosts =
        new HostProcessor(PaceRules.usual(plan.delay()), gate.productToken(), plan.robots());
    this.runner =
        new OrderRunner(web, new PageReader(gate), null, hosts, clock, clock::passUntil, 1, true);
    plan.seedUrls().forEach(partitions::seed);
  }

  @Override
  public void run(Duration time) throws Exception {
    long end = clock.millis() + time.toMillis();
    for (int quiet = 0; clock.millis() < end; quiet++) {
      partitions.pass(partitions.plan.continuous() && quiet > QUIET ? WHILE_QUIET : BETWEEN_TICKS);
      partitions.tick();
      partitions.carry();
      for (FetchOrder order : partitions.orders()) {
        quiet = 0;
        OrderResult result = runner.run(order, 0, () -> clock.millis() < end);
        if (result != null) {
          partitions.result(order.partition(), result.message());
          partitions.carry();
        }
      }
    }
  }

  @Override
  public PageView page(String url) {
    PageKey key = PageKey.of(CanonicalUrl.ofCanonical(url));
    Map<PageKey, StoredPage> accounts = partitions.accounts();
    StoredPage account = accounts.get(key);
    if (account == null) {
      return null;
    }
    Standing standing =
        account.isGone()
            ? Standing.GONE
            : account.isRead()
                ? Standing.READ
                : account.isDropped() ? Standing.DROPPED : Standing.WAITS;
    StoredRead read = partitions.reading(key);
    List<String> links = new ArrayList<>();
    for (PageKey link : read == null ? new PageKey[0] : read.row()) {
      links.add(partitions.url(link));
    }
    links.sort(null);
    return new PageView(standing, account.status(), account.reads(), account.changes(), links);
  }

  @Override
  public int known() {
    return (int) partitions.all().get(Sum.KNOWN);
  }

  /// The workers end, and others go on.
  ClusterShell reopened() {
    for (int i = 0; i < partitions.count(); i++) {
      partitions.restart(i);
    }
    return this;
  }

  /// Its partitions are there until [#end].
  @Override
  public void close() {}

  void end() {
    partitions.close();
  }
}
