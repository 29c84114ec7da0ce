package nephila.cli.cluster;

import nephila.cli.Verb;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.query.ClusterTotals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `nephila cluster resume`.
@Command(
    name = "resume",
    description =
        "Goes on with a crawl that was paused or stopped. Unless it was only paused, --budget and"
            + " --max-time count anew.",
    footer = {
      "  nephila cluster resume --kafka broker:9092 --crawl web",
      "  nephila cluster resume --kafka broker:9093 --crawl web --kafka-config client.properties",
    })
public final class ClusterResumeVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Override
  public Integer call() {
    KafkaConnection connection = kafka.connection();
    CrawlRegistry registry = new CrawlRegistry(connection, kafka.crawl);
    ClusterSettings settings = registry.join(null, 1);
    try (ClusterTotals totals = ClusterTotals.open(connection, kafka.crawl, settings)) {
      totals.resume(registry);
    }
    console().out("Crawl %s: running.", kafka.crawl);
    return DONE;
  }
}
