package nephila.cluster;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import nephila.Progress;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.Topics;
import nephila.url.CanonicalUrl;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// Names pages to a crawl on a cluster while it runs, as its seeds are named: what the rules would
/// refuse is asked for too, and a page that waits already is not named anew. Owners hear of the
/// pages of their partition in the order in which they are given.
public final class NamedPages {
  private NamedPages() {}

  /// Names the pages and returns when the brokers have them all.
  public static void send(
      KafkaConnection connection,
      String crawl,
      ClusterSettings settings,
      List<CanonicalUrl> pages,
      Progress progress) {
    Topics topics = new Topics(crawl);
    Ownership ownership = Ownership.of(settings);
    AtomicReference<@Nullable Exception> failed = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer = connection.producer(Map.of("linger.ms", 50))) {
      int sent = 0;
      for (CanonicalUrl url : pages) {
        PageKey key = PageKey.of(url);
        int owner = ownership.of(key);
        Payment named = new Payment(key, 0, ClusterDiscovery.seed(url.text()));
        producer.send(
            new ProducerRecord<>(
                topics.transfers(), owner, null, Payment.message(owner, List.of(named))),
            (kept, e) -> {
              if (e != null) {
                failed.compareAndSet(null, e);
              }
            });
        if (++sent % 1000 == 0) {
          progress.at("naming pages", sent, pages.size());
        }
      }
      producer.flush();
    }
    Exception why = failed.get();
    if (why != null) {
      throw connection.told(why);
    }
  }
}
