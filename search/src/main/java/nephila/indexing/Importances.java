package nephila.indexing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nephila.UserError;
import nephila.ledger.PageTable;
import nephila.search.Importance;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.store.record.UrlHash;

/// How important the pages of a crawl are, for searching: from the ledger of its store, or, where a
/// community run has written `global.tsv` into its dir, local and global from there. The ledger is
/// not asked then: it also knows the pages around the community, and so has another scale.
public final class Importances {
  private static final String GLOBAL = "global.tsv";

  private record Global(long hash, double local, double value) {}

  private final List<Global> globals;

  private Importances(List<Global> globals) {
    this.globals = globals;
  }

  /// Reads what a community run has said of the crawl in `dir`, if any: lines of URL, local and
  /// global importance, apart by tabs.
  public static Importances of(Path dir) throws IOException {
    Path file = dir.resolve(GLOBAL);
    if (!Files.exists(file)) {
      return new Importances(List.of());
    }
    List<Global> globals = new ArrayList<>();
    int number = 0;
    double localSum = 0;
    double sum = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Global one = global(file, number, line);
      globals.add(one);
      localSum += one.local;
      sum += one.value;
    }
    double localMean = Math.max(Double.MIN_NORMAL, localSum / Math.max(1, globals.size()));
    double mean = Math.max(Double.MIN_NORMAL, sum / Math.max(1, globals.size()));
    return new Importances(
        globals.stream()
            .map(one -> new Global(one.hash, one.local / localMean, one.value / mean))
            .toList());
  }

  private static Global global(Path file, int number, String line) {
    String[] parts = line.split("\t");
    try {
      return new Global(
          UrlHash.of(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      throw new UserError(
          file
              + " line "
              + number
              + ": 'url<TAB>local<TAB>global' is wanted; write it again with nephila community",
          e);
    }
  }

  /// The importance of now of the pages in memory, to be asked for by the thread that owns the
  /// store of a running crawl; a page that has left the memory counts as average.
  public Importance now(CrawlStore store) {
    if (!globals.isEmpty()) {
      return alone();
    }
    PageTable pages = store.pages();
    PageIndex index = store.index();
    Importance.Builder builder = new Importance.Builder(pages.size());
    double mean = mean(store);
    for (int slot = 0; slot < pages.size(); slot++) {
      builder.local(index.hash(slot), store.ledger().worth(slot) / mean);
    }
    return builder.build();
  }

  /// The importance of every known page of a store that is looked at, wherever it is.
  public Importance all(CrawlStore store) {
    if (!globals.isEmpty()) {
      return alone();
    }
    int most = (int) Math.min(1 << 28, store.knownPages());
    Importance.Builder builder = new Importance.Builder(most);
    double mean = mean(store);
    store.everyPage(page -> builder.local(page.hash(), store.worth(page) / mean));
    return builder.build();
  }

  private static double mean(CrawlStore store) {
    return Math.max(1, store.ledger().worthSum()) / Math.max(1, store.knownPages());
  }

  /// What is known where there is no store.
  public Importance alone() {
    Importance.Builder builder = new Importance.Builder(globals.size());
    for (Global one : globals) {
      builder.local(one.hash, one.local);
      builder.global(one.hash, one.value);
    }
    return builder.build();
  }
}
