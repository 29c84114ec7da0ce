package nephila.community.worth;

import java.util.Arrays;
import nephila.community.Distances;
import nephila.community.ExpandedGraph;

/// The rank of all known pages, up to scale, with the unfetched ones passing on what they probably
/// would: x = 1 + α Σ m[k]/d[k] over the fetched pages k that link to a page, d[k] counting *all*
/// links of k, and m[k] = x[k] plus the rank of the unfetched pages that k stands for.
///
/// An unfetched page behaves like the average fetched outside page of the smallest group of
/// addresses that has one ([AddressGroups]). A page of a host nobody has looked into behaves like
/// the average of all fetched outside pages, for half of its rank only: [#STRANGERS].
///
/// Differs from the paper, which leaves the frontier out and lets a page pass everything to its
/// fetched links. Here the links to the frontier take their share, and come back only as far as
/// pages like it come back. Where no outside page links in, this is exact before any fetch: the
/// number of unknown pages cancels on normalising.
///
/// Gauss–Seidel sweeps from where the last call ended, each linear in the known pages and links.
final class KnownRank {
  /// How much of the rank of pages on unseen hosts is passed on.
  private static final double STRANGERS = 0.5;

  private static final double THRESHOLD = 1e-7;
  private static final int MAX_SWEEPS = 100;

  private final double damping;
  private final AddressGroups groups;
  private double[] value = {};
  private double[] share = {};
  private double[] extra = {};
  private int[] standIn = {};
  private int[] members = {};

  KnownRank(double damping, AddressGroups groups) {
    this.damping = damping;
    this.groups = groups;
  }

  /// x of any known page; 1 for a page nobody links to.
  double of(int page) {
    return value[page];
  }

  /// p̂: the part of the local domain, scaled to sum 1.
  double[] local(ExpandedGraph graph) {
    return Distances.normalised(Arrays.copyOf(value, graph.local()));
  }

  /// The share of the rank of L that the fetched outside pages pay.
  double fromOutside(ExpandedGraph graph) {
    int[] targets = graph.targets();
    double paid = 0;
    for (int i = graph.local(); i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      int end = graph.rowStart(page) + graph.degree(page);
      int links = 0;
      for (int k = graph.rowStart(page); k < end; k++) {
        links += graph.isLocal(targets[k]) ? 1 : 0;
      }
      paid += links == 0 ? 0 : damping * value[page] * links / graph.degree(page);
    }
    return paid / Arrays.stream(value, 0, graph.local()).sum();
  }

  /// The smallest group of a fetched outside page that the unfetched page is in: whose average it
  /// behaves like.
  int standIn(int page) {
    return standIn[page];
  }

  /// @param trust how much of what its stand-ins pass on an unfetched page does
  void update(ExpandedGraph graph, double trust) {
    int before = value.length;
    int known = graph.known();
    value = Arrays.copyOf(value, known);
    Arrays.fill(value, before, known, 1.0);
    share = new double[known];
    extra = new double[known];
    findStandIns(graph);
    boolean moving = true;
    for (int i = 0; i < MAX_SWEEPS && moving; i++) {
      passOnFrontier(graph, trust);
      moving = sweep(graph);
    }
  }

  /// For each unfetched page the smallest group that has a fetched outside page.
  private void findStandIns(ExpandedGraph graph) {
    members = new int[groups.size()];
    for (int i = graph.local(); i < graph.fetched(); i++) {
      members[groups.leaf(graph.fetchedPage(i))]++;
    }
    for (int group = groups.size() - 1; group > AddressGroups.ROOT; group--) {
      members[groups.parent(group)] += members[group];
    }
    standIn = new int[graph.known()];
    for (int page = graph.local(); page < graph.known(); page++) {
      int group = groups.leaf(page);
      while (group != AddressGroups.ROOT && members[group] == 0) {
        group = groups.parent(group);
      }
      standIn[page] = group;
    }
  }

  /// Spreads the rank of the unfetched pages over the fetched ones that stand for them.
  private void passOnFrontier(ExpandedGraph graph, double trust) {
    double[] each = new double[groups.size()];
    for (int page = graph.local(); page < graph.known(); page++) {
      if (!graph.isFetched(page)) {
        each[standIn[page]] += trust * value[page];
      }
    }
    each[AddressGroups.ROOT] *= STRANGERS;
    for (int group = 0; group < each.length; group++) {
      each[group] = members[group] == 0 ? 0 : each[group] / members[group];
      each[group] += group == AddressGroups.ROOT ? 0 : each[groups.parent(group)];
    }
    for (int i = graph.local(); i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      extra[page] = each[groups.leaf(page)];
    }
    for (int i = 0; i < graph.fetched(); i++) {
      setShare(graph, graph.fetchedPage(i));
    }
  }

  private void setShare(ExpandedGraph graph, int page) {
    int degree = graph.degree(page);
    share[page] = degree == 0 ? 0 : damping * (value[page] + extra[page]) / degree;
  }

  private boolean sweep(ExpandedGraph graph) {
    double change = 0;
    double total = 0;
    for (int i = 0; i < graph.fetched(); i++) {
      int page = graph.fetchedPage(i);
      change += receive(graph, page);
      total += value[page];
      setShare(graph, page);
    }
    for (int page = graph.local(); page < graph.known(); page++) {
      if (!graph.isFetched(page)) {
        change += receive(graph, page);
      }
    }
    return change > THRESHOLD * total;
  }

  /// Brings the page up to date and returns by how much it changed.
  private double receive(ExpandedGraph graph, int page) {
    int[] sources = graph.inSources();
    int start = graph.inStart(page);
    int end = start + graph.inDegree(page);
    double received = 1;
    for (int k = start; k < end; k++) {
      received += share[sources[k]];
    }
    double change = Math.abs(received - value[page]);
    value[page] = received;
    return change;
  }
}
