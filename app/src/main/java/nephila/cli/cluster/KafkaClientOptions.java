package nephila.cli.cluster;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import nephila.UserError;
import nephila.cli.WrongUse;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Properties of Kafka's clients, as typed.
public final class KafkaClientOptions {
  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description =
          "A properties file for Kafka's clients: security.protocol, sasl.*, ssl.* and the like.")
  @Nullable Path config;

  @Option(
      names = "-X",
      paramLabel = "KEY=VALUE",
      description = "One such property; may be repeated. Passwords are safer in the file.")
  Map<String, String> properties = new LinkedHashMap<>();

  /// Those brokers, for a crawl of that name.
  KafkaConnection connection(String kafka, String crawl) {
    Map<String, String> more = new LinkedHashMap<>();
    if (config != null) {
      Properties read = new Properties();
      try (Reader reader = Files.newBufferedReader(config)) {
        read.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new UserError(config + ": cannot be read as a properties file: " + e.getMessage(), e);
      }
      read.stringPropertyNames().forEach(name -> more.put(name, read.getProperty(name)));
    }
    more.putAll(properties);
    KafkaConnection connection = WrongUse.typed(() -> new KafkaConnection(kafka, more));
    WrongUse.typed(() -> new CrawlRegistry(connection, crawl)); // topics cannot have every name
    return connection;
  }
}
