package nephila.cluster.query;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nephila.UserError;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.RankedGraph;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.OpicView;
import nephila.cluster.wire.OrderOut;
import nephila.cluster.wire.Topics;
import nephila.cluster.wire.Wire;
import nephila.config.CrawlConfig;
import nephila.store.BrokenState;
import nephila.store.record.BinaryRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/// What the whole cluster knows: the latest totals of every partition and what people want. A
/// thread follows both topics; what is shown is as old as the oldest totals in it, which every look
/// says.
public final class ClusterTotals implements AutoCloseable {
  /// As long as this nothing was fetched: the hosts want to be left alone.
  private static final long QUIET_MILLIS = 10_000;

  private static final long WISHES_MILLIS = 200;

  /// While payments on their way make importance uncertain by more than this, nothing is ordered.
  private static final double MOST_ON_THEIR_WAY = 0.5;

  /// @param oldest the order for pages that is out longest, null when none is
  /// @param running whether its owner has heard that the crawl runs, and not that it is to pause
  private record Told(
      long atMillis,
      PartitionTotals books,
      String worker,
      @Nullable OrderOut oldest,
      boolean running) {}

  private final Topics topics;
  private volatile ClusterSettings settings;
  private final Clock clock;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<Integer, Told> told = new TreeMap<>();
  private final ClusterImportance importance;
  private volatile CrawlRegistry.Run run =
      new CrawlRegistry.Run(CrawlRegistry.State.RUNNING, Long.MAX_VALUE, 0);
  private volatile @Nullable CrawlDirective directive;
  private volatile long wishesMillis;
  private volatile long moved;
  private long fetched = -1;
  private long fetchedMillis;
  private volatile boolean closed;
  private final Thread thread;

  private ClusterTotals(
      KafkaConnection connection, Topics topics, ClusterSettings settings, Clock clock) {
    this.topics = topics;
    this.settings = settings;
    this.clock = clock;
    this.importance = new ClusterImportance(settings.plan().ledger());
    this.consumer = connection.consumer(Map.of());
    CrawlRegistry.readAll(consumer, partitions(), this::take);
    this.thread = Thread.ofPlatform().daemon().name("clusterTotals").start(this::follow);
  }

  /// Reads what there is, and goes on following it until closed.
  public static ClusterTotals open(
      KafkaConnection connection, String crawl, ClusterSettings settings) {
    try {
      return new ClusterTotals(connection, new Topics(crawl), settings, Clock.systemUTC());
    } catch (org.apache.kafka.common.KafkaException e) {
      throw connection.told(e);
    }
  }

  private List<TopicPartition> partitions() {
    List<TopicPartition> all = new ArrayList<>();
    all.add(new TopicPartition(topics.control(), 0));
    for (int i = 0; i < settings.partitions(); i++) {
      all.add(new TopicPartition(topics.totals(), i));
    }
    return all;
  }

  private void follow() {
    while (!closed) {
      try {
        consumer.poll(Duration.ofMillis(500)).forEach(this::take);
      } catch (WakeupException e) {
        break;
      } catch (org.apache.kafka.common.errors.RetriableException e) {
        // The brokers are away: what was told last stands.
      }
    }
    consumer.close();
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.topic().equals(topics.control())) {
      steer(new String(record.key(), StandardCharsets.UTF_8), record);
      return;
    }
    try {
      BinaryRecord body = new BinaryRecord(record.value());
      Wire.expect(body, Wire.BOOKS);
      Told latest =
          new Told(
              body.takeNumber(),
              PartitionTotals.take(body),
              body.takeText(),
              body.atEnd() || body.take() == 0 ? null : OrderOut.take(body),
              !body.atEnd() && body.take() == 1);
      synchronized (told) {
        told.put(record.partition(), latest);
      }
    } catch (BrokenState e) {
      // Not totals: somebody else wrote there. The next ones count.
    }
  }

  private void steer(String key, ConsumerRecord<byte[], byte[]> record) {
    if (key.equals("state")) {
      run = CrawlRegistry.Run.parse(record.value(), record.timestamp());
    } else if (key.equals(CrawlRegistry.MOVED)) {
      moved = count(record.value());
    } else if (key.equals("settings")) {
      try {
        ClusterSettings told = ClusterSettings.of(record.value()).withOwn(settings.plan());
        settings = told.equals(settings) ? settings : told;
      } catch (BrokenState | UserError e) {
        // Of another version, which no worker of this one joins.
      }
    }
  }

  private static long count(byte[] value) {
    try {
      return Long.parseLong(new String(value, StandardCharsets.UTF_8));
    } catch (NumberFormatException e) {
      return 0; // somebody else wrote there
    }
  }

  /// What people want now.
  public CrawlRegistry.State wanted() {
    return run.state();
  }

  /// The settings as they are now: some may change while the crawl runs.
  public ClusterSettings settings() {
    return settings;
  }

  /// Has a crawl go on that was paused, or begins another run of it.
  public void resume(CrawlRegistry registry) {
    if (wanted() == CrawlRegistry.State.PAUSED) {
      registry.want(CrawlRegistry.State.RUNNING);
    } else {
      registry.begin(books().get(Sum.FETCHED));
    }
  }

  /// How the crawl stands.
  public ClusterStatus status() {
    PartitionTotals sum = new PartitionTotals();
    long oldest = Long.MAX_VALUE;
    long imbalance = 0;
    int reporting;
    synchronized (told) {
      reporting = told.size();
      for (Told one : told.values()) {
        sum.add(one.books);
        oldest = Math.min(oldest, one.atMillis);
        imbalance += Math.abs(one.books.imbalance());
      }
    }
    long stale = reporting == 0 ? 0 : Math.max(0, clock.millis() - oldest);
    // A page of a graph is known as soon as it is paid, and there when its row is.
    boolean ranks = settings.graph() != null;
    long moving = Math.max(0, moved - sum.get(ranks ? Sum.READ : Sum.KNOWN));
    return ClusterStatus.of(
        wanted(), settings, sum, reporting, stale, imbalance, pagesLeft(sum), moving);
  }

  /// What every partition told last, by number; those that told nothing yet are missing.
  public List<PartitionStatus> partitionsNow() {
    List<PartitionStatus> all = new ArrayList<>();
    long now = clock.millis();
    synchronized (told) {
      told.forEach(
          (number, one) ->
              all.add(
                  new PartitionStatus(
                      number,
                      one.worker,
                      Math.max(0, now - one.atMillis),
                      one.books.get(Sum.KNOWN),
                      one.books.get(Sum.READ),
                      one.books.get(Sum.WAITING),
                      one.books.get(Sum.OUT),
                      one.books.get(Sum.HOSTS),
                      one.books.get(Sum.SETTLED) == 1,
                      one.running,
                      one.oldest)));
    }
    return all;
  }

  /// The totals of all partitions together.
  public PartitionTotals books() {
    PartitionTotals sum = new PartitionTotals();
    synchronized (told) {
      told.values().forEach(one -> sum.add(one.books));
    }
    return sum;
  }

  /// What owners should go by; looked up a few times a second, however often it is asked for.
  public CrawlDirective directive() {
    CrawlDirective known = directive;
    long now = clock.millis();
    if (known == null || now - wishesMillis > WISHES_MILLIS) {
      known = reckon();
      directive = known;
      wishesMillis = now;
    }
    return known;
  }

  private CrawlDirective reckon() {
    PartitionTotals sum = books();
    long left = pagesLeft(sum);
    left -= left == Long.MAX_VALUE ? 0 : sum.get(Sum.OUT);
    long each =
        left == Long.MAX_VALUE ? left : left <= 0 ? 0 : Math.max(1, left / partitionCount());
    CrawlDirective now =
        new CrawlDirective(
            wanted() == CrawlRegistry.State.RUNNING && hasAllRows(sum),
            isIdle(sum, each),
            each,
            importance.sum(sum),
            importance.choice().importance().isOpic() ? view() : OpicView.NONE);
    return outrun(importance.onTheirWay(sum), allHeard()) ? now.withoutOrders() : now;
  }

  /// Of a graph that is ranked nothing is pushed before all rows are there: it would be again.
  private boolean hasAllRows(PartitionTotals sum) {
    RankedGraph graph = settings.graph();
    return graph == null || sum.get(Sum.READ) == graph.pages();
  }

  /// The pages that may still be fetched by all partitions together, those that are out included;
  /// `Long.MAX_VALUE` where there is no limit.
  private long pagesLeft(PartitionTotals sum) {
    return pagesLeft(settings.plan(), run, sum.get(Sum.FETCHED), clock.millis());
  }

  /// The same by a plan, in a run that has fetched so much.
  public static long pagesLeft(
      CrawlConfig plan, CrawlRegistry.Run run, long fetched, long nowMillis) {
    long left = plan.maxPages() == 0 ? Long.MAX_VALUE : Math.max(0, plan.maxPages() - fetched);
    if (plan.budget() > 0) {
      left = Math.min(left, Math.max(0, plan.budget() - (fetched - run.fetchedBefore())));
    }
    boolean late =
        plan.maxTime().isPositive() && nowMillis - run.begunMillis() >= plan.maxTime().toMillis();
    return late ? 0 : left;
  }

  /// Whether reads have outrun the payments between partitions, which then come first. What is on
  /// its way to a partition that is silent arrives when its worker is replaced: the others do not
  /// wait for that.
  static boolean outrun(double onTheirWay, boolean allHeard) {
    return allHeard && onTheirWay > MOST_ON_THEIR_WAY;
  }

  /// Whether every partition has told its totals not long ago.
  private boolean allHeard() {
    long now = clock.millis();
    synchronized (told) {
      return told.size() == partitionCount()
          && told.values().stream()
              .allMatch(one -> now - one.atMillis <= DrainObstacles.SILENT_MILLIS);
    }
  }

  private OpicView view() {
    Map<Integer, PartitionTotals> each = new HashMap<>();
    synchronized (told) {
      told.forEach((partition, one) -> each.put(partition, one.books));
    }
    return PartitionTotals.opic(each);
  }

  /// Nobody fetches: nothing waits, enough was read, or all hosts want to be left alone.
  private synchronized boolean isIdle(PartitionTotals sum, long pagesLeft) {
    long now = clock.millis();
    if (sum.get(Sum.FETCHED) != fetched) {
      fetched = sum.get(Sum.FETCHED);
      fetchedMillis = now;
    }
    boolean nothing = sum.get(Sum.WAITING) == 0 || pagesLeft == 0;
    return (nothing && sum.get(Sum.OUT) == 0) || now - fetchedMillis > QUIET_MILLIS;
  }

  private int partitionCount() {
    return settings.partitions();
  }

  @Override
  public void close() {
    closed = true;
    consumer.wakeup();
    try {
      thread.join(2000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
