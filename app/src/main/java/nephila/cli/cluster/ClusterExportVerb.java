package nephila.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import nephila.cli.Interruption;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.transfer.ClusterExport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila cluster export`: a crawl on a cluster as a crawl dir.
@Command(
    name = "export",
    description =
        "Writes a crawl on a cluster into a crawl dir, books as they are, for top, sites, why,"
            + " check, export, serve, and to go on with on one machine. A running crawl is paused"
            + " until nothing is on its way, and goes on afterwards. Archives stay with the"
            + " workers unless their dirs are named.",
    footer = {
      "  nephila cluster export --kafka broker:9092 --crawl web my-crawl",
      "  nephila cluster export --kafka broker:9092 --crawl web my-crawl --as-it-is   without rest",
      "  nephila check my-crawl --no-archive       then proves the books page by page",
      "  nephila cluster export --kafka broker:9092 --crawl web my-crawl --archive w1 --archive w2",
    })
public final class ClusterExportVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Parameters(paramLabel = "DIR", description = "A dir that holds no crawl yet.")
  Path dir = Path.of(".");

  @Option(
      names = "--as-it-is",
      description =
          "Pause nothing and wait for nothing, with or without workers: payments on their way count"
              + " as arrived, pages that are asked for wait, and partitions of a crawl that runs"
              + " may be a transaction apart. Not with --importance opic.")
  boolean asItIs;

  @Option(
      names = "--archive",
      paramLabel = "WORKERDIR",
      description =
          "The dir of a worker, or a copy of it, whose archive goes with the crawl: its WARC files"
              + " are copied and numbered anew. Once for each worker.")
  List<Path> archives = List.of();

  @Override
  public Integer call() throws IOException {
    ClusterStatus at;
    try (Interruption interruption = Interruption.calls(Thread.currentThread()::interrupt)) {
      at = asItIs ? asItIs() : still();
    }
    console().out("%,d pages, %,d read: in %s. Try next:", at.known(), at.read(), dir);
    console().out("  nephila top %s", SuggestedCommand.word(dir));
    console()
        .out(
            "  nephila check %s%s",
            SuggestedCommand.word(dir), archives.isEmpty() ? " --no-archive" : "");
    return DONE;
  }

  private ClusterStatus still() throws IOException {
    return ClusterExport.export(
        kafka.connection(),
        kafka.crawl,
        dir,
        archives,
        new DrainLines(console()),
        () -> "export it as it is with --as-it-is",
        console().progress());
  }

  private ClusterStatus asItIs() throws IOException {
    ClusterExport.AsItIs found =
        ClusterExport.asItIs(kafka.connection(), kafka.crawl, dir, archives, console().progress());
    console().out("%s", words(found));
    return found.status();
  }

  /// What an export as it is is.
  static String words(ClusterExport.AsItIs found) {
    return String.format(
        Locale.ROOT,
        "As it is: %,d pages were asked for and wait again; %,d units on their way to %,d pages"
            + " count as arrived%s; from %s.",
        found.status().out(),
        found.unitsOwed(),
        found.owed(),
        found.unknownLinks() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; %,d links to pages whose address was on its way are left out",
                found.unknownLinks()),
        found.status().told());
  }
}
