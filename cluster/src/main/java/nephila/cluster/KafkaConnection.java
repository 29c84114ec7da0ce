package nephila.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import nephila.UserError;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.errors.StreamsException;

/// How to reach the brokers: their addresses, and whatever else Kafka's clients understand, such as
/// `security.protocol`, `sasl.mechanism`, `sasl.jaas.config`, `ssl.truststore.location`.
///
/// @param servers `host:port`, several with commas
public record KafkaConnection(String servers, Map<String, String> more) {
  /// The longest message: a page with very many links.
  static final int MOST_BYTES = 16 << 20;

  private static final int READER_WAITS_MILLIS = 20;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  public KafkaConnection {
    for (String server : servers.split(",")) {
      if (!server.strip().matches(".+:\\d{1,5}")) {
        throw new UserError(
            "kafka '"
                + server
                + "': write it as HOST:PORT, several with commas, like"
                + " broker1:9092,broker2:9092");
      }
    }
  }

  public static KafkaConnection to(String servers) {
    return new KafkaConnection(servers, Map.of());
  }

  public Properties properties(Map<String, ?> own) {
    Properties all = new Properties();
    all.putAll(more);
    all.put("bootstrap.servers", servers);
    all.putAll(own);
    return all;
  }

  public Admin admin() {
    Map<String, Object> own = new HashMap<>();
    own.put("request.timeout.ms", 5_000);
    own.put("default.api.timeout.ms", (int) PATIENCE.toMillis());
    try {
      return Admin.create(properties(own));
    } catch (org.apache.kafka.common.KafkaException e) {
      throw told(e);
    }
  }

  public KafkaProducer<byte[], byte[]> producer(Map<String, ?> own) {
    Map<String, Object> usual = new HashMap<>();
    usual.put("acks", "all");
    usual.put("compression.type", "lz4");
    usual.put("linger.ms", 5);
    usual.put("max.request.size", MOST_BYTES);
    usual.putAll(own);
    ByteArraySerializer bytes = new ByteArraySerializer();
    return new KafkaProducer<>(properties(usual), bytes, bytes);
  }

  public KafkaConsumer<byte[], byte[]> consumer(Map<String, ?> own) {
    Map<String, Object> usual = new HashMap<>();
    usual.put("isolation.level", "read_committed");
    usual.put("enable.auto.commit", false);
    usual.put("auto.offset.reset", "earliest");
    usual.put("max.partition.fetch.bytes", MOST_BYTES);
    usual.putAll(own);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    return new KafkaConsumer<>(properties(usual), bytes, bytes);
  }

  /// A consumer for reading what there is up to now: brokers do not hold a request back until there
  /// is more. They answer the requests of a connection one after the other, so that the next one,
  /// about other partitions, would wait half a second for the one before.
  public KafkaConsumer<byte[], byte[]> reader() {
    return consumer(Map.of("fetch.max.wait.ms", READER_WAITS_MILLIS, "max.poll.records", 10_000));
  }

  /// Waits for an answer of the brokers; what goes wrong is told in a line.
  public <T> T await(KafkaFuture<T> answer) {
    try {
      return answer.get(PATIENCE.toSeconds() + 5, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw told(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw told(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted while waiting for the brokers at " + servers, e);
    }
  }

  /// What a failure of Kafka's clients means for a user.
  public UserError told(Throwable failure) {
    Throwable why = failure;
    while (why instanceof StreamsException && why.getCause() != null) {
      why = why.getCause(); // says only that a thread of Kafka Streams ended
    }
    String text = String.valueOf(why.getMessage());
    Throwable root = why;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String reason =
        switch (why) {
          case AuthenticationException e ->
              "the brokers at "
                  + servers
                  + " refuse our credentials: "
                  + text
                  + "; check sasl.* and ssl.* in --kafka-config";
          case AuthorizationException e ->
              "the brokers at "
                  + servers
                  + " do not allow it: "
                  + text
                  + "; give this user rights to create, read and write topics and groups of the"
                  + " crawl's name";
          case UnsupportedVersionException e ->
              "the brokers at " + servers + " are too old: " + text + "; 2.5 or later is needed";
          case org.apache.kafka.common.errors.TimeoutException e -> noBroker();
          case TimeoutException e -> noBroker();
          default ->
              root instanceof ConfigException || root instanceof java.io.IOException
                  ? "kafka: " + root.getMessage() + "; check --kafka and --kafka-config"
                  : "kafka: " + why.getClass().getSimpleName() + ": " + text;
        };
    return new UserError(reason, failure);
  }

  private String noBroker() {
    return "no broker answers at "
        + servers
        + "; check that it runs and that its advertised address can be reached from here (with TLS"
        + " or SASL, give --kafka-config)";
  }
}
