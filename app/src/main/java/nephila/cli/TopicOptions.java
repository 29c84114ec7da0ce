package nephila.cli;

import picocli.CommandLine.Option;

/// How the topics of a new crawl are laid out on the brokers.
final class TopicOptions {
  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "64",
      description = "Into how many parts a new crawl is split, for ever (usually 64).")
  int partitions = 64;

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies of every topic on the brokers: 3 for a crawl that matters (usually 1).")
  int replication = 1;
}
