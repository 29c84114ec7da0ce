package nephila.cluster.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import nephila.Progress;
import nephila.UserError;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.Ownership;
import nephila.cluster.RankedGraph;
import nephila.cluster.owner.CrawlTopology;
import nephila.cluster.owner.KafkaBackend;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.query.ClusterImportance;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.query.ClusterTotals;
import nephila.cluster.wire.GraphKeys;
import nephila.cluster.wire.GraphRows;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Topics;
import nephila.config.CrawlConfig;
import nephila.graph.LinkGraph;
import nephila.ledger.ExactLedger;
import nephila.rank.RankVector;
import nephila.store.record.StoredPage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Ranks a link graph on the cluster: its rows go to the partitions that have its pages, whose
/// ledgers pay along them until the error is proven to be small enough; then the importance of
/// every page is read from what they committed.
///
/// It can be given up at any moment and called again with the same graph: rows that are with the
/// brokers are not sent again, what workers have done stands, and a result that is there is read.
/// Workers join it as they join a crawl. Here the graph and eight bytes a page must fit into
/// memory.
public final class ClusterRank implements AutoCloseable {
  /// Links of a message, about: some tens of kilobytes.
  private static final int LINKS_A_MESSAGE = 8_000;

  /// Pages and links between two notes of how far the rows have been sent.
  private static final long LINKS_A_NOTE = 2_000_000;

  private static final long TURN_MILLIS = 250;

  /// So many turns in a row all must be still: partitions tell of different moments.
  private static final int CALM = 6;

  private final KafkaConnection connection;
  private final CrawlRegistry registry;
  private final Topics topics;
  private final RankedGraph ranked;
  private final ClusterSettings settings;
  private final GraphKeys keys;
  private final ClusterTotals totals;

  /// Hears how it goes, four times a second.
  public interface Listener {
    void at(ClusterStatus now, PartitionTotals sum);
  }

  /// The rank, with what was counted on the way.
  public record Result(RankVector rank, PartitionTotals totals) {}

  private ClusterRank(
      KafkaConnection connection,
      CrawlRegistry registry,
      Topics topics,
      RankedGraph ranked,
      ClusterSettings settings) {
    this.connection = connection;
    this.registry = registry;
    this.topics = topics;
    this.ranked = ranked;
    this.settings = settings;
    this.keys = new GraphKeys(ranked, Ownership.of(settings));
    this.totals = ClusterTotals.open(connection, topics.crawl(), settings);
  }

  private static final double USUAL_THRESHOLD = 1e-6;

  /// The error that is asked for where nobody says so: a millionth, or as little as units allow.
  public static double usualThreshold(LinkGraph graph, double damping) {
    long credit = ExactLedger.crawlCredit(damping);
    return Math.max(USUAL_THRESHOLD, RankedGraph.leastThreshold(graph, damping, credit));
  }

  /// Begins to rank the graph under that name, or goes on.
  ///
  /// @throws UserError when under that name there is a crawl, another graph or another task
  public static ClusterRank begin(
      KafkaConnection connection,
      String name,
      LinkGraph graph,
      CrawlConfig plan,
      int partitions,
      double threshold,
      int replication) {
    RankedGraph ranked =
        RankedGraph.of(
            graph, partitions, threshold, plan.damping(), ExactLedger.crawlCredit(plan.damping()));
    CrawlRegistry registry = new CrawlRegistry(connection, name);
    ClusterSettings settings = registry.join(ClusterSettings.ranking(plan, ranked), replication);
    ClusterRank rank = new ClusterRank(connection, registry, new Topics(name), ranked, settings);
    if (!rank.totals.status().finished()) {
      registry.moves(ranked.pages());
      registry.begin(0);
    }
    return rank;
  }

  /// Whether the result is there already, so that no worker is needed.
  public boolean isThere() {
    return totals.status().finished();
  }

  /// Sends the rows that are not with the brokers yet, until `stop` says so.
  public void send(LinkGraph graph, BooleanSupplier stop, Progress progress) {
    int next = registry.rowsSent();
    if (next >= ranked.pages()) {
      return;
    }
    AtomicReference<@Nullable Exception> failed = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer = connection.producer(Map.of("linger.ms", 50))) {
      long sent = 0;
      while (next < ranked.pages() && !stop.getAsBoolean() && failed.get() == null) {
        int partition = keys.partition(next);
        int end = ranked.firsts().get(partition) + ranked.pages(partition);
        GraphRows.Message message = GraphRows.message(graph, next, end, LINKS_A_MESSAGE);
        producer.send(
            new ProducerRecord<>(topics.transfers(), partition, null, message.bytes()),
            (kept, e) -> {
              if (e != null) {
                failed.compareAndSet(null, e);
              }
            });
        sent += LINKS_A_MESSAGE;
        next = message.next();
        progress.at("sending rows", next, ranked.pages());
        if (sent >= LINKS_A_NOTE || next == ranked.pages()) {
          sent = 0;
          producer.flush();
          if (failed.get() == null) {
            registry.rowsSent(next);
          }
        }
      }
    }
    Exception why = failed.get();
    if (why != null) {
      throw connection.told(why);
    }
  }

  /// Waits until the error is proven to be below what was asked for and all is still; returns
  /// whether it is, false when `stop` said so before.
  public boolean await(BooleanSupplier stop, Listener listener) throws InterruptedException {
    int calm = 0;
    while (!stop.getAsBoolean()) {
      ClusterStatus now = totals.status();
      listener.at(now, totals.books());
      calm = now.finished() ? calm + 1 : 0;
      if (calm >= CALM) {
        return true;
      }
      Thread.sleep(TURN_MILLIS);
    }
    return false;
  }

  /// Reads the importance of every page. All must be still.
  ///
  /// @throws UserError when what is committed does not add up to what partitions have told
  public Result result(Progress progress) {
    PartitionTotals sum = totals.books();
    long[] received = new long[ranked.pages()];
    boolean[] seen = new boolean[ranked.pages()];
    String changelog = topics.changelog(CrawlTopology.PAGES);
    List<TopicPartition> partitions = new ArrayList<>();
    for (int i = 0; i < settings.partitions(); i++) {
      partitions.add(new TopicPartition(changelog, i));
    }
    StoredPage page = new StoredPage();
    long[] read = {0};
    try (KafkaConsumer<byte[], byte[]> consumer = connection.reader()) {
      CrawlRegistry.readAll(
          consumer,
          partitions,
          record -> {
            take(record, page, received, seen);
            progress.at("reading the result", ++read[0], 0);
          });
    }
    return result(sum, received, seen);
  }

  private void take(
      ConsumerRecord<byte[], byte[]> record, StoredPage page, long[] received, boolean[] seen) {
    if (record.value() != null) {
      PageKey key = PageKey.of(record.key());
      KafkaBackend.take(key.site(), key.hash(), record.value(), page);
      int number = keys.page(key);
      received[number] = page.received();
      seen[number] = true;
    }
  }

  private Result result(PartitionTotals sum, long[] received, boolean[] seen) {
    long all = 0;
    long pages = 0;
    for (int i = 0; i < received.length; i++) {
      all += received[i];
      pages += seen[i] ? 1 : 0;
    }
    if (all != sum.get(Sum.RECEIVED) || pages != ranked.pages()) {
      throw new UserError(
          String.format(
              "'%s': %,d pages with %,d units are committed, %,d pages with %,d were told; it was"
                  + " not still: type the same again",
              topics.crawl(), pages, all, ranked.pages(), sum.get(Sum.RECEIVED)));
    }
    ClusterImportance importance = new ClusterImportance(settings.plan().ledger());
    double worth = importance.sum(sum);
    double[] values = new double[received.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (importance.credit() + received[i]) / worth;
    }
    int passes = (int) Math.min(Integer.MAX_VALUE, sum.get(Sum.PUSHES) / ranked.pages());
    return new Result(new RankVector(values, totals.status().errorBound(), passes), sum);
  }

  /// Nothing is left to do for workers: they end.
  public void done() {
    registry.want(CrawlRegistry.State.STOPPED);
  }

  @Override
  public void close() {
    totals.close();
  }
}
