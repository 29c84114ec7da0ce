package nephila.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.UserError;
import nephila.crawl.CrawlGraph;
import nephila.formats.GraphFormat;
import nephila.formats.GraphWriter;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila export`: what a crawl knows, for other tools.
@Command(
    name = "export",
    description = "Writes the links, URLs and importance that a crawl knows, for other tools.",
    footer = {
      "  nephila export my-crawl --links links.txt.gz --urls urls.txt",
      "  nephila export my-crawl --links web.csr && nephila rank web.csr --top 10",
    })
final class ExportVerb extends Verb {
  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Option(
      names = "--links",
      paramLabel = "FILE",
      description = "The graph of all known pages: .txt .tsv .edges (.gz .zst), .csr or .graph.")
  @Nullable Path links;

  @Option(
      names = "--urls",
      paramLabel = "FILE",
      description = "The pages' URLs, line i for page i.")
  @Nullable Path urls;

  @Option(
      names = "--importance",
      paramLabel = "FILE",
      description = "The pages' importance, line i for page i; its sum is 1.")
  @Nullable Path importance;

  @Override
  public Integer call() throws IOException {
    if (links == null && urls == null && importance == null) {
      throw new UserError("nothing to export; name a file with --links, --urls or --importance");
    }
    try (CrawlStore store = CrawlStore.look(dir)) {
      if (links != null) {
        new GraphWriter(console().progress())
            .write(CrawlGraph.of(store), null, links, GraphFormat.ofName(links.toString()));
      }
      if (urls != null) {
        GraphWriter.writeNames(CrawlGraph.urls(store), urls);
      }
      if (importance != null) {
        writeImportance(store, importance);
      }
      console()
          .err(
              "%,d pages, %,d links, importance exact to %.2g in all",
              store.pages().size(), store.ledger().links(), store.ledger().errorBound());
    }
    return DONE;
  }

  private static void writeImportance(CrawlStore store, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int slot = 0; slot < store.pages().size(); slot++) {
        out.write(Double.toString(store.ledger().importance(slot)));
        out.newLine();
      }
    }
  }
}
