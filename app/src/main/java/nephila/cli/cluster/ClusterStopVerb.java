package nephila.cli.cluster;

import nephila.cli.Verb;
import nephila.cluster.CrawlRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `nephila cluster stop`.
@Command(
    name = "stop",
    description =
        "Ends all workers of a crawl; its state stays in Kafka, and new workers go on after"
            + " resume.",
    footer = {
      "  nephila cluster stop --kafka broker:9092 --crawl web",
      "  nephila cluster stop --kafka broker:9093 --crawl web --kafka-config client.properties",
    })
public final class ClusterStopVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Override
  public Integer call() {
    kafka.want(CrawlRegistry.State.STOPPED);
    console().out("Crawl %s: stopped.", kafka.crawl);
    return DONE;
  }
}
