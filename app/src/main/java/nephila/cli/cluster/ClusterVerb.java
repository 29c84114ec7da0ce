package nephila.cli.cluster;

import nephila.cli.Verb;
import picocli.CommandLine.Command;

/// `nephila cluster`: a crawl on many machines.
@Command(
    name = "cluster",
    description = "Crawl on many machines, with Apache Kafka between them.",
    footer = {
      "  nephila cluster demo                      three workers on this machine, one is killed",
      "  nephila cluster worker --kafka broker:9092 --crawl web https://example.org/ --agent MyBot"
          + " --contact me@example.org",
    },
    subcommands = {
      ClusterDemoVerb.class,
      ClusterWorkerVerb.class,
      ClusterStatusVerb.class,
      ClusterTopVerb.class,
      ClusterSitesVerb.class,
      ClusterWhyVerb.class,
      ClusterServeVerb.class,
      ClusterCheckVerb.class,
      ClusterSetVerb.class,
      ClusterPauseVerb.class,
      ClusterResumeVerb.class,
      ClusterStopVerb.class,
      ClusterExportVerb.class,
      ClusterLoadVerb.class,
      ClusterRefreshVerb.class,
      ClusterRankVerb.class,
      ClusterBrokerVerb.class,
    })
public final class ClusterVerb extends Verb {
  @Override
  public Integer call() {
    console()
        .err(
            "nephila cluster: demo, worker, status, top, sites, why, serve, check, set, pause,"
                + " resume, stop, export, load, refresh, rank or broker?");
    console().err("Try 'nephila cluster --help'.");
    return WRONG_USE;
  }
}
