package nephila.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import nephila.UserError;
import nephila.cluster.wire.Topics;
import nephila.config.CrawlConfig;
import nephila.store.BrokenState;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/// The crawls of a Kafka cluster: begun by making their topics, found by name, steered by their
/// control topic.
public final class CrawlRegistry {
  static final byte[] SETTINGS = "settings".getBytes(StandardCharsets.UTF_8);
  static final byte[] STATE = "state".getBytes(StandardCharsets.UTF_8);

  /// The key of how many pages are moved into the crawl.
  public static final String MOVED = "moved";

  private static final String ROWS_SENT = "rows-sent";

  /// How long to wait for the settings of a crawl that another worker is just beginning.
  private static final Duration JUST_BEGUN = Duration.ofSeconds(15);

  private final KafkaConnection connection;
  private final Topics topics;

  /// What people want of a crawl.
  public enum State {
    RUNNING,
    PAUSED,
    STOPPED
  }

  /// What people want, and the run that `--budget` and `--max-time` count for: it begins with the
  /// crawl, and whenever the crawl is resumed that was not merely paused.
  ///
  /// @param begunMillis when it began, in milliseconds since 1970
  /// @param fetchedBefore pages that had been fetched by then
  public record Run(State state, long begunMillis, long fetchedBefore) {
    private String text() {
      return state + " " + begunMillis + " " + fetchedBefore;
    }

    /// What the control topic says.
    public static Run parse(byte[] value, long writtenMillis) {
      String[] words = new String(value, StandardCharsets.UTF_8).split(" ");
      boolean told = words.length == 3;
      return new Run(
          State.valueOf(words[0]),
          told ? Long.parseLong(words[1]) : writtenMillis,
          told ? Long.parseLong(words[2]) : 0);
    }
  }

  public CrawlRegistry(KafkaConnection connection, String crawl) {
    this.connection = connection;
    this.topics = new Topics(crawl);
  }

  /// The settings of the crawl: those it has, or, when there is no such crawl, `wanted`, with which
  /// it is then begun.
  ///
  /// @param wanted null to join only
  /// @throws UserError when the crawl has other settings, or none and `wanted` is null
  public ClusterSettings join(@Nullable ClusterSettings wanted, int replication) {
    try (Admin admin = connection.admin()) {
      Set<String> names = connection.await(admin.listTopics().names());
      boolean begins = !names.contains(topics.control());
      if (begins && wanted == null) {
        throw new UserError(
            "no crawl '"
                + topics.crawl()
                + "' at "
                + connection.servers()
                + "; begin it by naming pages to start from, like nephila cluster worker --crawl "
                + topics.crawl()
                + " https://example.org/");
      }
      if (begins && wanted != null && create(admin, control(replication))) {
        make(admin, wanted.partitions(), replication, names);
        tell(SETTINGS, wanted.bytes());
        begin(0);
        return wanted;
      }
      ClusterSettings found = find(wanted);
      String difference = wanted == null ? "" : found.difference(wanted);
      if (!difference.isEmpty()) {
        throw new UserError(
            "crawl '"
                + topics.crawl()
                + "' runs with other settings: "
                + difference
                + "; leave the options out to join it, or choose another --crawl");
      }
      make(admin, found.partitions(), replication, connection.await(admin.listTopics().names()));
      verify(admin, found.partitions());
      return found;
    }
  }

  /// The settings of a crawl that exists and reads pages.
  ///
  /// @throws UserError when there is none, or it ranks a graph
  public ClusterSettings crawl() {
    ClusterSettings found = join(null, 1);
    if (found.graph() != null) {
      throw new UserError(
          "'"
              + topics.crawl()
              + "' ranks a graph and reads no pages; nephila cluster status says how it goes, and"
              + " nephila cluster rank writes the result");
    }
    return found;
  }

  private ClusterSettings find(@Nullable ClusterSettings wanted) {
    long until = System.nanoTime() + JUST_BEGUN.toNanos();
    do {
      byte[] kept = read().get("settings");
      if (kept != null) {
        try {
          return ClusterSettings.of(kept);
        } catch (BrokenState e) {
          throw new UserError(topics.control() + ": " + e.getMessage(), e);
        }
      }
      pause();
    } while (System.nanoTime() < until);
    if (wanted == null) {
      throw new UserError(
          "crawl '"
              + topics.crawl()
              + "' was begun and has no settings; name its seeds and options again to repair it");
    }
    tell(SETTINGS, wanted.bytes()); // who began it died before it could say what it wanted
    return wanted;
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", e);
    }
  }

  private NewTopic control(int replication) {
    return new NewTopic(topics.control(), 1, (short) replication)
        .configs(Map.of("cleanup.policy", "compact"));
  }

  private void make(Admin admin, int partitions, int replication, Set<String> existing) {
    for (String topic : topics.partitioned()) {
      if (!existing.contains(topic)) {
        Map<String, String> configs = new HashMap<>();
        configs.put("max.message.bytes", String.valueOf(KafkaConnection.MOST_BYTES));
        if (topic.equals(topics.totals())) {
          configs.put("cleanup.policy", "compact");
          configs.put("segment.bytes", String.valueOf(1 << 20));
        } else if (topic.equals(topics.aside())) {
          configs.put("retention.ms", "2592000000"); // a month to look at it
          configs.put("segment.bytes", String.valueOf(16 << 20));
        } else if (topic.equals(topics.answers())) {
          configs.put("retention.ms", "600000");
          configs.put("segment.ms", "600000");
        } else {
          // What was not entered must never expire: it is money. Swept up when it was entered; the
          // disk is free when a segment is full.
          configs.put("retention.ms", "-1");
          configs.put("segment.bytes", String.valueOf(16 << 20));
        }
        create(admin, new NewTopic(topic, partitions, (short) replication).configs(configs));
      }
    }
  }

  /// Returns whether it was made now.
  private boolean create(Admin admin, NewTopic topic) {
    try {
      admin.createTopics(List.of(topic)).all().get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return false;
      }
      throw connection.told(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", e);
    }
  }

  private void verify(Admin admin, int partitions) {
    Map<String, TopicDescription> found =
        connection.await(admin.describeTopics(topics.partitioned()).allTopicNames());
    found.forEach(
        (name, topic) -> {
          if (topic.partitions().size() != partitions) {
            throw new UserError(
                String.format(
                    "topic %s has %d partitions, crawl '%s' has %d: pages would change their owner;"
                        + " the number must never be changed, so move the crawl to a new name with"
                        + " cluster export and cluster load",
                    name, topic.partitions().size(), topics.crawl(), partitions));
          }
        });
  }

  /// Says what is wanted of the crawl, in the run that it is in.
  public void want(State state) {
    byte[] before = read().get("state");
    Run run = before == null ? new Run(state, now(), 0) : Run.parse(before, now());
    tell(new Run(state, run.begunMillis, run.fetchedBefore));
  }

  /// Says that so many pages are moved into the crawl: it does not rest before all have arrived.
  public void moves(long pages) {
    tell(
        MOVED.getBytes(StandardCharsets.UTF_8),
        Long.toString(pages).getBytes(StandardCharsets.UTF_8));
  }

  /// How many pages of a graph have been sent with their rows; 0 before the first.
  public int rowsSent() {
    byte[] kept = read().get(ROWS_SENT);
    return kept == null ? 0 : Integer.parseInt(new String(kept, StandardCharsets.UTF_8));
  }

  /// Says that the rows of so many pages of a graph are with the brokers.
  public void rowsSent(int pages) {
    tell(
        ROWS_SENT.getBytes(StandardCharsets.UTF_8),
        Integer.toString(pages).getBytes(StandardCharsets.UTF_8));
  }

  /// Has the crawl run, in a run that begins now.
  ///
  /// @param fetched pages that have been fetched
  public void begin(long fetched) {
    tell(new Run(State.RUNNING, now(), fetched));
  }

  private void tell(Run run) {
    tell(STATE, run.text().getBytes(StandardCharsets.UTF_8));
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  /// Changes settings of a crawl that exists; workers hear of it within a second.
  ///
  /// @throws UserError when `how` or what it leads to is none
  public ClusterSettings change(UnaryOperator<CrawlConfig> how) {
    ClusterSettings changed = crawl().withPlan(how);
    tell(SETTINGS, changed.bytes());
    return changed;
  }

  private void tell(byte[] key, byte[] value) {
    try (KafkaProducer<byte[], byte[]> producer =
        connection.producer(Map.of("delivery.timeout.ms", 30_000, "request.timeout.ms", 10_000))) {
      producer.send(new ProducerRecord<>(topics.control(), 0, key, value)).get();
    } catch (ExecutionException e) {
      throw connection.told(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", e);
    }
  }

  /// The latest value of every key of the control topic.
  private Map<String, byte[]> read() {
    Map<String, byte[]> values = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        readAll(connection, List.of(new TopicPartition(topics.control(), 0)))) {
      values.put(new String(record.key(), StandardCharsets.UTF_8), record.value());
    }
    return values;
  }

  /// Everything committed in some partitions up to now, in memory.
  public static List<ConsumerRecord<byte[], byte[]>> readAll(
      KafkaConnection connection, List<TopicPartition> partitions) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = connection.reader()) {
      readAll(consumer, partitions, all::add);
    }
    return all;
  }

  /// Shows everything committed in some partitions up to now.
  public static void readAll(
      KafkaConsumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> to) {
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    List<TopicPartition> open = new ArrayList<>(partitions);
    while (!open.isEmpty()) {
      consumer.poll(Duration.ofMillis(200)).forEach(to);
      open.removeIf(p -> consumer.position(p) >= ends.getOrDefault(p, 0L));
    }
  }
}
