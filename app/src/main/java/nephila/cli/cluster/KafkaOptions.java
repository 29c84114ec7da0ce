package nephila.cli.cluster;

import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.query.ClusterQueryClient;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Which crawl on which brokers, as typed.
public final class KafkaOptions {
  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "The brokers, several with commas.")
  String kafka = "";

  @Option(
      names = "--crawl",
      paramLabel = "NAME",
      required = true,
      description = "The crawl's name: the first part of its topics' names.")
  String crawl = "";

  @Mixin final KafkaClientOptions clients = new KafkaClientOptions();

  public KafkaConnection connection() {
    return clients.connection(kafka, crawl);
  }

  /// Asks the crawl's workers while they work.
  public ClusterQueryClient client() {
    return ClusterQueryClient.open(connection(), crawl);
  }

  /// Tells all workers of a crawl that exists what to do.
  public void want(CrawlRegistry.State state) {
    CrawlRegistry registry = new CrawlRegistry(connection(), crawl);
    registry.join(null, 1);
    registry.want(state);
  }
}
