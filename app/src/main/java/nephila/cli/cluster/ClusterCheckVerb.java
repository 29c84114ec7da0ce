package nephila.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.cli.Interruption;
import nephila.cli.Verb;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.transfer.ClusterExport;
import nephila.store.CrawlStore;
import nephila.store.NewFolder;
import nephila.store.StoreCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `nephila cluster check`: proves the books of a crawl on a cluster.
@Command(
    name = "check",
    description =
        "Proves the books of a crawl on a cluster page by page: what every page received is what"
            + " the pages that point to it paid; with --importance opic, that pages and virtual"
            + " page hold the cash that was issued, to the unit. A running crawl is paused"
            + " meanwhile and goes on afterwards. Needs room for a copy of the state in the"
            + " temporary dir, which is removed again. Archives stay with the workers and are not"
            + " looked at.",
    footer = {
      "  nephila cluster check --kafka broker:9092 --crawl web",
      "  nephila cluster check --kafka broker:9092 --crawl web --json",
    })
public final class ClusterCheckVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Option(names = "--json", description = "The result as one line of JSON.")
  boolean json;

  @Option(
      names = "--as-it-is",
      description =
          "Pause nothing and wait for nothing: proves the books of each partition, and counts what"
              + " is on its way to which pages.")
  boolean asItIs;

  @Override
  public Integer call() throws IOException {
    try (Interruption interruption = Interruption.calls(Thread.currentThread()::interrupt)) {
      Path copy = Files.createTempDirectory("nephila-check-");
      try {
        return prove(copy);
      } finally {
        NewFolder.delete(copy);
      }
    }
  }

  private int prove(Path copy) throws IOException {
    ClusterExport.AsItIs found = null;
    ClusterStatus at;
    if (asItIs) {
      found = ClusterExport.asItIs(kafka.connection(), kafka.crawl, copy, console().progress());
      at = found.status();
    } else {
      at =
          ClusterExport.export(
              kafka.connection(),
              kafka.crawl,
              copy,
              List.of(),
              new DrainLines(console()),
              () -> "check it as it is with --as-it-is",
              console().progress());
    }
    StoreCheck.Result books;
    try (CrawlStore store = CrawlStore.look(copy)) {
      books = StoreCheck.of(store);
    }
    boolean whole = books.faults().isEmpty() && (asItIs ? at.imbalance() == 0 : at.balanced());
    tell(at, books, whole);
    if (found != null && !json) {
      console().out("%s", ClusterExportVerb.words(found));
      if (found.unknownLinks() == 0) {
        console()
            .out(
                "%s",
                found.unitsOwed() == at.inTransit()
                    ? "The partitions' books say the same, to the unit."
                    : "The partitions' books say "
                        + String.format(Locale.ROOT, "%,d", at.inTransit())
                        + ": they are a transaction apart while the crawl runs.");
      }
    }
    return whole ? DONE : FAILED;
  }

  private void tell(ClusterStatus at, StoreCheck.Result books, boolean whole) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("whole", whole);
      line.put("books", books);
      line.put("imbalance", at.imbalance());
      line.put("inTransit", at.inTransit());
      console().json(line);
      return;
    }
    books.faults().forEach(fault -> console().out("%s", fault));
    ClusterStatusVerb.books(console(), at);
    console()
        .out(
            "%,d pages, %,d read, %,d links, page by page: %s",
            books.pages(),
            books.read(),
            books.links(),
            books.faults().isEmpty()
                ? "every unit is accounted for"
                : "the books are wrong where shown");
  }
}
