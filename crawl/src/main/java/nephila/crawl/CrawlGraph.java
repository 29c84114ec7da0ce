package nephila.crawl;

import java.util.Arrays;
import nephila.graph.CsrGraph;
import nephila.graph.PageNames;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;

/// The graph of all pages a crawl knows, numbered as in its store; pages that were not read have no
/// links. Its off-line rank is what the ledger's importance converges to.
public final class CrawlGraph {
  private CrawlGraph() {}

  /// The links of the last reading of every page.
  public static CsrGraph of(CrawlStore store) {
    store.needsLinks();
    PageTable pages = store.pages();
    long[] offsets = new long[pages.size() + 1];
    for (int slot = 0; slot < pages.size(); slot++) {
      offsets[slot + 1] = offsets[slot] + pages.row(slot).length;
    }
    int[] targets = new int[Math.toIntExact(offsets[pages.size()])];
    for (int slot = 0; slot < pages.size(); slot++) {
      int[] row = pages.row(slot);
      int from = (int) offsets[slot];
      System.arraycopy(row, 0, targets, from, row.length);
      Arrays.sort(targets, from, from + row.length);
    }
    return CsrGraph.wrap(offsets, targets);
  }

  /// The pages' URLs, in the graph's order.
  public static PageNames urls(CrawlStore store) {
    PageNames.Builder names = new PageNames.Builder();
    for (int slot = 0; slot < store.pages().size(); slot++) {
      names.add(store.url(slot));
    }
    return names.build();
  }
}
