package nephila.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import nephila.cli.Verb;
import nephila.cli.crawl.Yaml;
import nephila.cluster.transfer.ClusterLoad;
import nephila.config.CrawlConfig;
import nephila.store.CrawlStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `nephila cluster load`: begins a crawl on a cluster with what is in a crawl dir.
@Command(
    name = "load",
    description =
        "Begins a crawl on a cluster with the pages, hosts and books of a crawl dir, which is only"
            + " read. The crawl is paused until nephila cluster resume.",
    footer = {
      "  nephila cluster load --kafka broker:9092 --crawl web my-crawl",
      "  nephila cluster load --kafka broker:9092 --crawl web my-crawl --partitions 256",
    })
public final class ClusterLoadVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Mixin final TopicOptions topics = new TopicOptions();

  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Override
  public Integer call() throws IOException {
    CrawlConfig plan = Yaml.planOf(dir).with("max-time", "0").with("budget", 0);
    if (!plan.preference().isEmpty()) {
      plan = plan.with("preference", dir.resolve(CrawlStore.PREFERENCE_FILE).toString());
    }
    long pages =
        ClusterLoad.load(
            dir,
            kafka.connection(),
            kafka.crawl,
            topics.settings(plan),
            topics.replication,
            console().progress());
    console().out("%,d pages are on their way. Start workers, then:", pages);
    console().out("  nephila cluster resume --kafka %s --crawl %s", kafka.kafka, kafka.crawl);
    return DONE;
  }
}
