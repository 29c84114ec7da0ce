package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.UserError;
import nephila.cluster.ClusterLoad;
import nephila.crawl.CrawlConfig;
import nephila.crawl.CrawlConfigKeys;
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
final class ClusterLoadVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Mixin final TopicOptions topics = new TopicOptions();

  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Override
  public Integer call() throws IOException {
    Path kept = dir.resolve("plan.yaml");
    if (!Files.exists(kept)) {
      throw new UserError(dir + ": no crawl dir: it has no plan.yaml");
    }
    CrawlConfig plan =
        CrawlConfigKeys.apply(CrawlConfig.builder(), Yaml.read(kept), kept.toString())
            .maxTime(java.time.Duration.ZERO)
            .budget(0)
            .build();
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
