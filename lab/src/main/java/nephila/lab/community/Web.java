package nephila.lab.community;

import java.nio.file.Path;
import nephila.community.KnownGraph;
import nephila.community.LocalDomain;
import nephila.community.Truth;
import nephila.formats.GraphReader;
import nephila.formats.PageLines;
import nephila.graph.CsrGraph;
import org.jspecify.annotations.Nullable;

/// A graph known whole, with its pages' addresses and its global rank.
///
/// @param addresses by page; null where a page has none
/// @param rank the global rank, links of a page to itself dropped
public record Web(String name, CsrGraph graph, @Nullable String[] addresses, double[] rank) {
  /// Reads a graph and its addresses and ranks it.
  public static Web read(String name, Path graph, Path addresses) {
    @Nullable String[] urls = PageLines.addresses(addresses);
    return of(name, new GraphReader().pages(urls.length).open(graph.toString()).csr(), urls);
  }

  public static Web of(String name, CsrGraph graph, @Nullable String[] addresses) {
    return new Web(name, graph, addresses, Truth.rank(graph));
  }

  public KnownGraph source() {
    return new KnownGraph(graph, page -> page < addresses.length ? addresses[page] : null);
  }

  /// p* of a domain.
  public double[] truth(LocalDomain domain) {
    return domain.restrict(rank);
  }
}
