package nephila.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import javax.management.JMException;
import javax.management.ObjectName;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import nephila.UserError;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/// One broker in this process, for the demo and for tests: on loopback, its own quorum, nothing
/// replicated. Not for a crawl that matters: one broker that does not wait for the disk is less
/// safe than a file.
///
/// The only class that uses Kafka's own server classes.
public final class LocalBroker implements AutoCloseable {
  private final KafkaRaftServer server;
  private final String address;

  private LocalBroker(KafkaRaftServer server, String address) {
    this.server = server;
    this.address = address;
  }

  /// Starts a broker on a free port with its files in `dir`.
  public static LocalBroker start(Path dir) throws IOException {
    return start(dir, freePort(), Map.of());
  }

  /// Starts a broker, a new one or the one whose files are in `dir`.
  public static LocalBroker start(Path dir, int port, Map<String, String> more) throws IOException {
    Files.createDirectories(dir);
    Path note = dir.resolve("controller-port");
    int controller =
        Files.exists(note) ? Integer.parseInt(Files.readString(note).strip()) : freePort();
    Properties config = config(dir.resolve("log"), port, controller);
    config.putAll(more);
    try {
      if (!Files.exists(note)) {
        format(dir.resolve("log"));
        Files.writeString(note, String.valueOf(controller));
      }
      KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(config, false), Time.SYSTEM);
      server.startup();
      return new LocalBroker(server, "127.0.0.1:" + port);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new UserError("the broker does not start on port " + port + ": " + e.getMessage(), e);
    }
  }

  private static void format(Path log) throws Exception {
    PrintStream silent = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    new Formatter()
        .setPrintStream(silent)
        .setNodeId(1)
        .setClusterId(Uuid.randomUuid().toString())
        .addDirectory(log.toString())
        .setControllerListenerName("CONTROLLER")
        .setMetadataLogDirectory(log.toString())
        .setIgnoreFormatted(true)
        .run();
  }

  private static Properties config(Path log, int port, int controller) {
    Properties config = new Properties();
    config.putAll(
        Map.of(
            "process.roles", "broker,controller",
            "node.id", "1",
            "controller.quorum.voters", "1@127.0.0.1:" + controller,
            "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
            "advertised.listeners", "PLAINTEXT://127.0.0.1:" + port,
            "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "controller.listener.names", "CONTROLLER",
            "log.dirs", log.toString(),
            "auto.create.topics.enable", "false",
            "group.initial.rebalance.delay.ms", "0"));
    config.putAll(
        Map.of(
            "offsets.topic.replication.factor", "1",
            "offsets.topic.num.partitions", "4",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "transaction.state.log.num.partitions", "4",
            "share.coordinator.state.topic.replication.factor", "1",
            "share.coordinator.state.topic.min.isr", "1",
            "default.replication.factor", "1",
            "min.insync.replicas", "1",
            "log.cleaner.dedupe.buffer.size", String.valueOf(4 << 20)));
    config.put("message.max.bytes", String.valueOf(KafkaConnection.MOST_BYTES));
    return config;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  /// Where clients find it.
  public String address() {
    return address;
  }

  /// Bytes that clients have written to topics since it was started, as they came.
  public long bytesIn() {
    try {
      Object count =
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(
                  new ObjectName("kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec"),
                  "Count");
      return count instanceof Long bytes ? bytes : 0;
    } catch (JMException e) {
      return 0; // nothing was written yet
    }
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}
