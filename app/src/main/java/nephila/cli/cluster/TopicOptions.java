package nephila.cli.cluster;

import java.util.List;
import nephila.cli.Numbers;
import nephila.cli.WrongUse;
import nephila.cluster.ClusterSettings;
import nephila.config.CrawlConfig;
import picocli.CommandLine.Option;

/// How the topics of a new crawl are laid out on the brokers.
public final class TopicOptions {
  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "64",
      description = "Into how many parts a new crawl is split, for ever (usually 64).")
  int partitions = 64;

  @Option(
      names = "--replication",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies of every topic on the brokers: 3 for a crawl that matters (usually 1).")
  int replication = 1;

  @Option(
      names = "--split",
      paramLabel = "SITE",
      description =
          "A site too large for one part: its pages are dealt to all of them by their URLs, for"
              + " ever; one of them asks its hosts. May be repeated.")
  List<String> split = List.of();

  /// What the crawl of this plan is begun with.
  public ClusterSettings settings(CrawlConfig plan) {
    return WrongUse.typed(() -> new ClusterSettings(plan, partitions, split));
  }
}
