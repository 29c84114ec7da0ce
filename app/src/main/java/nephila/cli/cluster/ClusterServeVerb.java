package nephila.cli.cluster;

import java.io.IOException;
import nephila.cli.Interruption;
import nephila.cli.Verb;
import nephila.cli.crawl.Dashboard;
import nephila.cli.crawl.DashboardOptions;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.query.ClusterQueryClient;
import nephila.web.ClusterCrawl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `nephila cluster serve`: the dashboard of a crawl on a cluster.
@Command(
    name = "serve",
    description =
        "Serves the dashboard and the API of a crawl on a cluster while it runs, until Ctrl-C:"
            + " status, rate, workers, error bound, top pages and sites, pause, resume, stop.",
    footer = {
      "  nephila cluster serve --kafka broker:9092 --crawl web",
      "  nephila cluster serve --kafka broker:9092 --crawl web --port 8080 --listen 0.0.0.0",
    })
public final class ClusterServeVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Mixin final DashboardOptions dashboard = new DashboardOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    KafkaConnection connection = kafka.connection();
    try (Interruption interruption = Interruption.awaited();
        ClusterQueryClient client = ClusterQueryClient.open(connection, kafka.crawl);
        ClusterCrawl view =
            new ClusterCrawl(kafka.crawl, client, new CrawlRegistry(connection, kafka.crawl));
        Dashboard shown = dashboard.open(view, console())) {
      console().err("Serving crawl %s until Ctrl-C.", kafka.crawl);
      interruption.await();
      return INTERRUPTED;
    }
  }
}
