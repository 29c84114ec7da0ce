package nephila.refresh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import nephila.fetch.Validators;
import nephila.graph.LinkList;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;

/// Reads a Nephila crawl dir as an old web: the pages it had read with status 200, their rows, and
/// the importance its ledger had found.
final class StoredWeb {
  private static final double BOUND = 1e-6;
  private static final int MOST_HOPS = 5;

  private StoredWeb() {}

  static OldWeb read(Path dir, boolean everything) throws IOException {
    try (CrawlStore store = CrawlStore.look(dir)) {
      store.needsLinks();
      store.ledger().settle(BOUND);
      PageTable table = store.pages();
      int[] numberOf = new int[table.size()];
      Arrays.fill(numberOf, UrlNumbers.NONE);
      List<String> urls = new ArrayList<>();
      OldCopies copies = new OldCopies();
      for (int slot = 0; slot < numberOf.length; slot++) {
        ReadFacts facts = table.status(slot) == 200 ? store.lastRead(slot) : null;
        if (table.status(slot) == 200 && wanted(facts, everything)) {
          numberOf[slot] = urls.size();
          if (facts != null) {
            copies.put(urls.size(), facts.digest(), facts.fingerprint(), validators(facts));
          }
          urls.add(store.url(slot));
        }
      }
      LinkList links = new LinkList();
      double[] importance = new double[urls.size()];
      double sum = 0;
      for (int slot = 0; slot < numberOf.length; slot++) {
        int page = numberOf[slot];
        if (page != UrlNumbers.NONE) {
          importance[page] = store.ledger().importance(slot);
          sum += importance[page];
          for (int child : table.row(slot)) {
            int target = target(table, numberOf, child);
            if (target != UrlNumbers.NONE && target != page) {
              links.add(page, target);
            }
          }
        }
      }
      for (int page = 0; page < importance.length; page++) {
        importance[page] /= sum;
      }
      return new OldWeb(
          urls, links.graph(urls.size()), importance, copies, remarks(store, urls.size()));
    }
  }

  private static List<String> remarks(CrawlStore store, int pages) {
    return List.of(
        String.format(
            Locale.ROOT,
            "%,d addresses were known to the old crawl, %,d read, %,d of them pages",
            store.pages().size(),
            store.readPages(),
            pages));
  }

  private static boolean wanted(
      @org.jspecify.annotations.Nullable ReadFacts facts, boolean everything) {
    return everything || facts == null || OldWebs.readable(facts.mime());
  }

  private static Validators validators(ReadFacts facts) {
    return new Validators(
        facts.etag().isEmpty() ? null : facts.etag(),
        facts.lastModified().isEmpty() ? null : facts.lastModified());
  }

  /// The page that a link led to, through redirects.
  private static int target(PageTable table, int[] numberOf, int child) {
    int at = child;
    for (int hop = 0; hop < MOST_HOPS; hop++) {
      if (numberOf[at] != UrlNumbers.NONE
          || table.status(at) / 100 != 3
          || table.row(at).length != 1) {
        return numberOf[at];
      }
      at = table.row(at)[0];
    }
    return UrlNumbers.NONE;
  }
}
