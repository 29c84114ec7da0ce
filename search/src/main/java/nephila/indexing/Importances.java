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

/// How important the pages of a crawl are, for searching: from the ledger of its store, and from
/// `global.tsv` in its dir where a community run has written one.
public final class Importances {
  private static final String GLOBAL = "global.tsv";

  private record Global(long hash, double value) {}

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
    double sum = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Global one = global(file, number, line);
      globals.add(one);
      sum += one.value;
    }
    double mean = globals.isEmpty() ? 1 : Math.max(Double.MIN_NORMAL, sum / globals.size());
    return new Importances(
        globals.stream().map(one -> new Global(one.hash, one.value / mean)).toList());
  }

  private static Global global(Path file, int number, String line) {
    String[] parts = line.split("\t");
    try {
      return new Global(UrlHash.of(parts[0]), Double.parseDouble(parts[2]));
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
    PageTable pages = store.pages();
    PageIndex index = store.index();
    Importance.Builder builder = new Importance.Builder(pages.size() + globals.size());
    double mean = mean(store);
    for (int slot = 0; slot < pages.size(); slot++) {
      builder.local(index.hash(slot), store.ledger().worth(slot) / mean);
    }
    globals.forEach(one -> builder.global(one.hash, one.value));
    return builder.build();
  }

  /// The importance of every known page of a store that is looked at, wherever it is.
  public Importance all(CrawlStore store) {
    int most = (int) Math.min(1 << 28, store.knownPages() + globals.size());
    Importance.Builder builder = new Importance.Builder(most);
    double mean = mean(store);
    store.everyPage(page -> builder.local(page.hash(), store.worth(page) / mean));
    globals.forEach(one -> builder.global(one.hash, one.value));
    return builder.build();
  }

  private static double mean(CrawlStore store) {
    return Math.max(1, store.ledger().worthSum()) / Math.max(1, store.knownPages());
  }

  /// What is known where there is no store.
  public Importance alone() {
    Importance.Builder builder = new Importance.Builder(globals.size());
    globals.forEach(one -> builder.global(one.hash, one.value));
    return builder.build();
  }
}
