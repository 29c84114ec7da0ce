package nephila.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import nephila.cli.Interruption;
import nephila.cli.Verb;
import nephila.cluster.LocalBroker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `nephila cluster broker`: one broker on loopback, to try things on.
@Command(
    name = "broker",
    description =
        "Runs one Kafka broker on this machine, to try things on; nothing is replicated. A crawl"
            + " that matters needs a real cluster (docs/cluster).",
    footer = {
      "  nephila cluster broker                    on 127.0.0.1:9092, until Ctrl-C",
      "  nephila cluster broker --port 9099 --dir broker-files",
    })
public final class ClusterBrokerVerb extends Verb {
  @Option(names = "--port", paramLabel = "P", defaultValue = "9092", description = "Usually 9092.")
  int port = 9092;

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description = "Where to keep its files; those that exist are gone on with.")
  Path dir = Path.of("nephila-broker");

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Interruption interruption = Interruption.awaited();
        LocalBroker broker = LocalBroker.start(dir, port, Map.of())) {
      console().err("A broker listens on %s until Ctrl-C.", broker.address());
      interruption.await();
      return INTERRUPTED;
    }
  }
}
