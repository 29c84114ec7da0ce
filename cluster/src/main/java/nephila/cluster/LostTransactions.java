package nephila.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import nephila.cluster.wire.Topics;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/// Ends transactions that the brokers have lost.
///
/// A broker that is killed can leave a record of a transaction that its coordinator has ended
/// without it. Nobody will ever end that one: readers of the partition stop in front of it, and an
/// owner that is restored from such a changelog waits for ever. Here it is ended as what it is,
/// aborted: a transaction commits only when the brokers have taken all its records and the
/// coordinator knows of their partitions.
///
/// - T1 only a transaction that was seen open for six times as long as ours may last is ended,
/// - T2 and only when the coordinators answer and none of them has that partition in a transaction
///   of that producer.
///
/// Not thread-safe. Needs the right to alter the cluster, where rights are given.
public final class LostTransactions {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private record Open(TopicPartition partition, long producer, int epoch, long from) {}

  private final Topics topics;
  private final int partitions;
  private final Map<Open, Long> since = new HashMap<>();

  public LostTransactions(Topics topics, int partitions) {
    this.topics = topics;
    this.partitions = partitions;
  }

  /// Looks at all partitions of the crawl; returns how many transactions were ended. To be called
  /// now and then: one is known to be lost when it was seen before.
  public int mend(Admin admin, long nowNanos) throws ExecutionException, InterruptedException {
    Map<Open, ProducerState> open = open(admin);
    since.keySet().retainAll(open.keySet());
    int ended = 0;
    for (Map.Entry<Open, ProducerState> entry : open.entrySet()) {
      long first = since.computeIfAbsent(entry.getKey(), o -> nowNanos);
      if (nowNanos - first > PATIENCE.toNanos() && isLost(admin, entry.getKey())) {
        ProducerState state = entry.getValue();
        admin
            .abortTransaction(
                new AbortTransactionSpec(
                    entry.getKey().partition,
                    state.producerId(),
                    (short) state.producerEpoch(),
                    state.coordinatorEpoch().orElse(0)))
            .all()
            .get();
        ended++;
      }
    }
    return ended;
  }

  /// Transactions that were open when it looked last.
  public int watched() {
    return since.size();
  }

  /// The transactions that hold back readers now.
  private Map<Open, ProducerState> open(Admin admin)
      throws ExecutionException, InterruptedException {
    List<TopicPartition> all = new ArrayList<>();
    Set<String> there = admin.listTopics().names().get();
    for (String topic : topics.written()) {
      for (int i = 0; i < partitions && there.contains(topic); i++) {
        all.add(new TopicPartition(topic, i));
      }
    }
    Map<TopicPartition, Long> ends = ends(admin, all, IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Long> stable = ends(admin, all, IsolationLevel.READ_COMMITTED);
    all.removeIf(p -> stable.getOrDefault(p, 0L) >= ends.getOrDefault(p, 0L));
    Map<Open, ProducerState> open = new HashMap<>();
    if (!all.isEmpty()) {
      admin
          .describeProducers(all)
          .all()
          .get()
          .forEach(
              (partition, found) -> {
                for (ProducerState state : found.activeProducers()) {
                  long id = state.producerId();
                  int epoch = state.producerEpoch();
                  state
                      .currentTransactionStartOffset()
                      .ifPresent(from -> open.put(new Open(partition, id, epoch, from), state));
                }
              });
    }
    return open;
  }

  private static Map<TopicPartition, Long> ends(
      Admin admin, Collection<TopicPartition> of, IsolationLevel level)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest =
        of.stream().collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin
        .listOffsets(latest, new ListOffsetsOptions(level))
        .all()
        .get()
        .forEach((partition, found) -> ends.put(partition, found.offset()));
    return ends;
  }

  private static boolean isLost(Admin admin, Open open)
      throws ExecutionException, InterruptedException {
    Collection<TransactionListing> its =
        admin
            .listTransactions(
                new ListTransactionsOptions().filterProducerIds(Set.of(open.producer)))
            .all()
            .get();
    List<String> names = its.stream().map(TransactionListing::transactionalId).toList();
    for (TransactionDescription known : admin.describeTransactions(names).all().get().values()) {
      if (known.topicPartitions().contains(open.partition)) {
        return false;
      }
    }
    return true;
  }
}
