package nephila.cli.cluster;

import nephila.cli.Verb;
import nephila.cluster.CrawlRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `nephila cluster resume`.
@Command(
    name = "resume",
    description = "Goes on with a crawl that was paused or stopped.",
    footer = {
      "  nephila cluster resume --kafka broker:9092 --crawl web",
      "  nephila cluster resume --kafka broker:9093 --crawl web --kafka-config client.properties",
    })
public final class ClusterResumeVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Override
  public Integer call() {
    kafka.want(CrawlRegistry.State.RUNNING);
    console().out("Crawl %s: running.", kafka.crawl);
    return DONE;
  }
}
