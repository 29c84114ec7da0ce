package nephila.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import nephila.cli.Interruption;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.transfer.ClusterExport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `nephila cluster export`: a crawl on a cluster as a crawl dir.
@Command(
    name = "export",
    description =
        "Writes a crawl on a cluster into a crawl dir, books as they are, for top, sites, why,"
            + " check, export, serve, and to go on with on one machine. A running crawl is paused"
            + " meanwhile. Archives stay with the workers.",
    footer = {
      "  nephila cluster export --kafka broker:9092 --crawl web my-crawl",
      "  nephila check my-crawl --no-archive       then proves the books page by page",
    })
public final class ClusterExportVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Parameters(paramLabel = "DIR", description = "A dir that holds no crawl yet.")
  Path dir = Path.of(".");

  @Override
  public Integer call() throws IOException {
    ClusterStatus at;
    try (Interruption interruption = Interruption.calls(Thread.currentThread()::interrupt)) {
      at = ClusterExport.export(kafka.connection(), kafka.crawl, dir, console().progress());
    }
    console().out("%,d pages, %,d read: in %s. Try next:", at.known(), at.read(), dir);
    console().out("  nephila top %s", SuggestedCommand.word(dir));
    console().out("  nephila check %s --no-archive", SuggestedCommand.word(dir));
    return DONE;
  }
}
