package nephila.cli.cluster;

import nephila.cli.Verb;
import nephila.cluster.CrawlRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `nephila cluster pause`.
@Command(
    name = "pause",
    description =
        "Requests on their way end, nothing more is ordered; payments go on until all have"
            + " arrived.",
    footer = {
      "  nephila cluster pause --kafka broker:9092 --crawl web",
      "  nephila cluster pause --kafka broker:9093 --crawl web --kafka-config client.properties",
    })
public final class ClusterPauseVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Override
  public Integer call() {
    kafka.want(CrawlRegistry.State.PAUSED);
    console().out("Crawl %s: paused.", kafka.crawl);
    return DONE;
  }
}
