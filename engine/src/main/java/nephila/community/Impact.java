package nephila.community;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import nephila.graph.LinkGraph;

/// How much of its own global rank an outside page passes to the local domain (section 6.2 of the
/// paper): impact(j) = o_L[j]/o[j] · g[j].
///
/// @param page the outside page
/// @param linksIn o_L: how many of its links go to the local domain
/// @param links o: how many links it has, the one to itself not counted
/// @param rank g: its global rank
public record Impact(int page, int linksIn, int links, double rank) {
  /// Equal ones by page.
  static final Comparator<Impact> HIGHEST_FIRST =
      Comparator.comparingDouble(Impact::value).reversed().thenComparingInt(Impact::page);

  public double value() {
    return (double) linksIn / links * rank;
  }

  /// All outside pages of a known graph that link in, the highest impact first. One pass over the
  /// graph.
  public static List<Impact> all(LinkGraph graph, LocalDomain domain, double[] rank) {
    List<Impact> impacts = new ArrayList<>();
    for (int page = 0; page < graph.pages(); page++) {
      if (domain.indexOf(page) >= 0) {
        continue;
      }
      int links = 0;
      int linksIn = 0;
      LinkGraph.LinkCursor cursor = graph.successors(page);
      for (int to = cursor.next(); to != LinkGraph.NO_PAGE; to = cursor.next()) {
        links += to == page ? 0 : 1;
        linksIn += domain.indexOf(to) >= 0 ? 1 : 0;
      }
      if (linksIn > 0) {
        impacts.add(new Impact(page, linksIn, links, rank[page]));
      }
    }
    impacts.sort(HIGHEST_FIRST);
    return impacts;
  }
}
