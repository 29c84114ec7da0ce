package nephila.cli.cluster;

import nephila.cli.Interruption;
import nephila.cli.Verb;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.query.ClusterTotals;
import nephila.cluster.query.DrainWait;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `nephila cluster stop`.
@Command(
    name = "stop",
    description =
        "Ends all workers of a crawl once what they were asked for has been read and every payment"
            + " has arrived; its state stays in Kafka, and new workers go on after resume.",
    footer = {
      "  nephila cluster stop --kafka broker:9092 --crawl web",
      "  nephila cluster stop --kafka broker:9092 --crawl web --now",
      "  nephila cluster stop --kafka broker:9093 --crawl web --kafka-config client.properties",
    })
public final class ClusterStopVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Option(
      names = "--now",
      description =
          "At once: requests on their way end, orders and payments stay in Kafka for whoever"
              + " resumes.")
  boolean now;

  @Override
  public Integer call() {
    if (now) {
      kafka.want(CrawlRegistry.State.STOPPED);
      console().out("Crawl %s: stopped at once; what was on its way stays in Kafka.", kafka.crawl);
      return DONE;
    }
    KafkaConnection connection = kafka.connection();
    CrawlRegistry registry = new CrawlRegistry(connection, kafka.crawl);
    ClusterSettings settings = registry.join(null, 1);
    try (Interruption interruption = Interruption.calls(Thread.currentThread()::interrupt);
        ClusterTotals totals = ClusterTotals.open(connection, kafka.crawl, settings)) {
      if (totals.wanted() == CrawlRegistry.State.RUNNING) {
        registry.want(CrawlRegistry.State.PAUSED);
      }
      ClusterStatus end =
          DrainWait.of(connection, kafka.crawl, totals)
              .await(
                  new DrainLines(console()), () -> "end what runs with nephila cluster stop --now");
      registry.want(CrawlRegistry.State.STOPPED);
      console().out("Crawl %s: stopped; nothing is on its way.", kafka.crawl);
      ClusterStatusVerb.books(console(), end);
    }
    return DONE;
  }
}
