package nephila.exchange;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.Progress;
import nephila.graph.NewFile;
import nephila.store.CrawlStore;
import nephila.store.ExportedPage;

/// Importance as Heritrix takes it: lines `URL precedence`, as its `PrecedenceLoader` reads them
/// for a `PreloadedUriPrecedencePolicy`. Precedence 1 is crawled first, 127 last; in between it
/// falls with the logarithm of importance.
public final class Precedence {
  static final int FIRST = 1;
  static final int LAST = 127;

  private Precedence() {}

  /// Returns how many lines were written.
  public static long write(CrawlStore store, Path target, Progress progress) throws IOException {
    double leastWorth = store.ledger().leastWorth();
    double[] most = {leastWorth};
    store.everyPage(page -> most[0] = Math.max(most[0], store.worth(page)));
    double least = leastWorth / Math.max(1, store.ledger().worthSum());
    double span = Math.log(most[0] / leastWorth);
    long[] lines = {0};
    try (NewFile file = new NewFile(target)) {
      try (BufferedWriter out = Files.newBufferedWriter(file.temporary())) {
        ExportedPage.of(
            store,
            page -> {
              double height = span == 0 ? 1 : Math.log(page.importance() / least) / span;
              try {
                out.write(page.discovery().url() + " " + of(height) + "\n");
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              progress.at("pages written", ++lines[0], store.knownPages());
            });
      } catch (IOException e) {
        throw file.failed(e);
      } catch (UncheckedIOException e) {
        throw file.failed(new IOException(e.getMessage(), e));
      }
      file.commit();
    }
    return lines[0];
  }

  /// `height` is 1 for the most important page and 0 for one nobody links to.
  static int of(double height) {
    return LAST - (int) Math.round((LAST - FIRST) * Math.clamp(height, 0, 1));
  }
}
