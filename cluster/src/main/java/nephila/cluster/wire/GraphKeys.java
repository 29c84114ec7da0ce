package nephila.cluster.wire;

import java.util.Collections;
import nephila.cluster.Ownership;
import nephila.cluster.RankedGraph;
import nephila.store.BrokenState;

/// The keys of the pages of a graph that is ranked, which have numbers and no URLs: as a site each
/// has the run of its partition, as a hash its number, spread over 64 bits and to be had back.
public final class GraphKeys {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final long BACK = inverse(SPREAD);

  private final RankedGraph graph;
  private final int[] sites;

  public GraphKeys(RankedGraph graph, Ownership ownership) {
    this.graph = graph;
    this.sites = new int[graph.firsts().size()];
    for (int i = 0; i < sites.length; i++) {
      int site = i == 0 ? 0 : sites[i - 1] + 1;
      while (ownership.home(site) != i) {
        site++;
      }
      sites[i] = site;
    }
  }

  /// What the number is to be multiplied with to give 1.
  private static long inverse(long odd) {
    long found = odd;
    for (int bits = 3; bits < 64; bits *= 2) {
      found *= 2 - odd * found;
    }
    return found;
  }

  /// Which partition has the page.
  public int partition(int page) {
    int at = Collections.binarySearch(graph.firsts(), page);
    if (at < 0) {
      return -at - 2;
    }
    while (at + 1 < sites.length && graph.firsts().get(at + 1) == page) {
      at++; // empty runs begin where the next one does
    }
    return at;
  }

  public PageKey of(int page) {
    if (page < 0 || page >= graph.pages()) {
      throw new BrokenState("page " + page + " of " + graph.pages());
    }
    return new PageKey(sites[partition(page)], page * SPREAD);
  }

  /// The number of the page with that key.
  public int page(PageKey key) {
    long page = key.hash() * BACK;
    if (page < 0 || page >= graph.pages() || !of((int) page).equals(key)) {
      throw new BrokenState("a page that is none of the graph's");
    }
    return (int) page;
  }
}
