package nephila.cluster.query;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import nephila.UserError;
import nephila.cluster.KafkaConnection;
import nephila.cluster.wire.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/// The workers of a crawl as the brokers know them now: which has which partition. One that was
/// killed is among them for some seconds more, until its session ends.
///
/// @param owners the names of the workers that own pages
/// @param owner who owns a partition's pages
/// @param fetcher who carries out a partition's orders
public record CrawlWorkers(
    SortedSet<String> owners, Map<Integer, String> owner, Map<Integer, String> fetcher) {
  /// Nobody.
  public static final CrawlWorkers NONE = new CrawlWorkers(new TreeSet<>(), Map.of(), Map.of());

  /// Asks the brokers.
  public static CrawlWorkers look(KafkaConnection connection, Topics topics) {
    try (Admin admin = connection.admin()) {
      SortedSet<String> owners = new TreeSet<>();
      Map<Integer, String> owner = new HashMap<>();
      Map<Integer, String> fetcher = new HashMap<>();
      for (MemberDescription member : members(connection, admin, topics.crawl())) {
        // Kafka Streams adds the number of the thread.
        String name = name(member).replaceFirst("-\\d+$", "");
        owners.add(name);
        assign(member, topics.transfers(), name, owner);
      }
      for (MemberDescription member : members(connection, admin, topics.fetchers())) {
        assign(member, topics.orders(), name(member), fetcher);
      }
      return new CrawlWorkers(owners, owner, fetcher);
    }
  }

  private static List<MemberDescription> members(
      KafkaConnection connection, Admin admin, String group) {
    try {
      return admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
          .flatMap(its -> its.members().stream())
          .toList();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return List.of();
      }
      throw connection.told(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", e);
    }
  }

  private static String name(MemberDescription member) {
    return member.groupInstanceId().orElse(member.clientId());
  }

  private static void assign(
      MemberDescription member, String topic, String name, Map<Integer, String> to) {
    for (TopicPartition partition : member.assignment().topicPartitions()) {
      if (partition.topic().equals(topic)) {
        to.put(partition.partition(), name);
      }
    }
  }
}
