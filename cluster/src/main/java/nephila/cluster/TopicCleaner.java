package nephila.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import nephila.cluster.wire.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/// Deletes what was entered from the topics between owners and fetchers: they never expire by time,
/// so that no outage, however long, destroys money. Also ends [LostTransactions].
public final class TopicCleaner implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(20);

  private final KafkaConnection connection;
  private final Topics topics;
  private final int partitions;
  private final Thread thread;

  public TopicCleaner(KafkaConnection connection, Topics topics, int partitions) {
    this.connection = connection;
    this.topics = topics;
    this.partitions = partitions;
    this.thread = Thread.ofVirtual().name("sweeper").start(this::run);
  }

  private void run() {
    LostTransactions lost = new LostTransactions(topics, partitions);
    try (Admin admin = connection.admin()) {
      while (true) {
        Thread.sleep(EVERY);
        try {
          sweep(admin, topics.crawl());
          sweep(admin, topics.fetchers());
          lost.mend(admin, System.nanoTime());
        } catch (ExecutionException | KafkaException e) {
          // Next time.
        }
      }
    } catch (InterruptedException e) {
      // closing
    }
  }

  /// Deletes what that group has entered. A repeated delete does nothing.
  private void sweep(Admin admin, String group) throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> done =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    Map<TopicPartition, RecordsToDelete> delete = new HashMap<>();
    done.forEach(
        (partition, at) -> {
          if (at != null && at.offset() > 0 && partition.partition() < partitions) {
            delete.put(partition, RecordsToDelete.beforeOffset(at.offset()));
          }
        });
    if (!delete.isEmpty()) {
      admin.deleteRecords(delete).all().get();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
