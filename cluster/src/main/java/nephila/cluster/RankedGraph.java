package nephila.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import nephila.UserError;
import nephila.cluster.wire.Wire;
import nephila.graph.LinkGraph;
import nephila.store.BrokenState;
import nephila.store.record.BinaryRecord;

/// What a cluster is to rank in place of reading pages: a link graph of so many pages, and how
/// exactly. Its rows travel on their own ([nephila.cluster.wire.GraphRows]).
///
/// Each partition has a run of consecutive pages, so that links to near pages stay inside it; runs
/// have about as many pages and links together each.
///
/// @param fingerprint of all links, so that nobody goes on with another graph
/// @param threshold the proven L1 error that is asked for
/// @param firsts the first page of each partition's run
public record RankedGraph(
    int pages, long links, long fingerprint, double threshold, List<Integer> firsts) {
  /// A bound below this many times what rounding alone may cost is refused.
  private static final double ABOVE_ROUNDING = 2;

  public RankedGraph {
    firsts = List.copyOf(firsts);
    for (int i = 0; i < firsts.size(); i++) {
      int least = i == 0 ? 0 : firsts.get(i - 1);
      if (firsts.get(i) < least || firsts.get(i) > pages || (i == 0 && firsts.get(i) != 0)) {
        throw new BrokenState("partition " + i + " begins at page " + firsts.get(i));
      }
    }
  }

  /// The graph dealt to so many partitions.
  ///
  /// @param credit units that each page is credited
  /// @throws UserError where units are too coarse for the threshold
  public static RankedGraph of(
      LinkGraph graph, int partitions, double threshold, double damping, long credit) {
    if (graph.pages() == 0) {
      throw new UserError("the graph has no pages; there is nothing to rank");
    }
    double least = leastThreshold(graph, damping, credit);
    if (threshold < least) {
      throw new UserError(
          String.format(
              Locale.ROOT,
              "--threshold %.1e: a cluster counts in units of which this graph needs at least %.1e;"
                  + " give that or more, or use nephila rank",
              threshold,
              least));
    }
    List<Integer> firsts = new ArrayList<>();
    double each = ((double) graph.links() + graph.pages()) / partitions;
    long behind = 0;
    long print = graph.pages();
    for (int page = 0; page < graph.pages(); page++) {
      while (firsts.size() < partitions && behind >= each * firsts.size()) {
        firsts.add(page);
      }
      behind += 1L + graph.outDegree(page);
      LinkGraph.LinkCursor row = graph.successors(page);
      for (int to = row.next(); to != LinkGraph.NO_PAGE; to = row.next()) {
        print = (print ^ to) * 0x9E3779B97F4A7C15L;
        print ^= print >>> 29;
      }
      print = (print ^ ~page) * 0xBF58476D1CE4E5B9L;
      print ^= print >>> 32;
    }
    while (firsts.size() < partitions) {
      firsts.add(graph.pages());
    }
    return new RankedGraph(graph.pages(), graph.links(), print, threshold, firsts);
  }

  /// The least error that can be asked for: twice what rounding to units may cost, in the sum.
  public static double leastThreshold(LinkGraph graph, double damping, double credit) {
    double rounding = 2.0 * graph.links() / ((1 - damping) * credit * graph.pages());
    return ABOVE_ROUNDING * rounding;
  }

  /// What a partition's pages may owe together so that all partitions keep to the threshold.
  ///
  /// @param worthSum what all pages are worth, in units
  public long mostResidual(double worthSum, double damping) {
    double allowed = (threshold * (1 - damping) * worthSum / 2 - links) / damping;
    return (long) Math.max(0, allowed / firsts.size());
  }

  /// How many pages a partition has.
  public int pages(int partition) {
    int end = partition + 1 < firsts.size() ? firsts.get(partition + 1) : pages;
    return end - firsts.get(partition);
  }

  /// In what another graph or task differs, in words; empty when it is the same.
  public String difference(RankedGraph other) {
    if (pages != other.pages || links != other.links || fingerprint != other.fingerprint) {
      return String.format(
          Locale.ROOT,
          "another graph (%,d pages and %,d links, not %,d and %,d)",
          pages,
          links,
          other.pages,
          other.links);
    }
    return threshold == other.threshold
        ? ""
        : "threshold " + threshold + ", not " + other.threshold;
  }

  void write(BinaryRecord to) {
    to.putNumber(pages).putNumber(links).putFixed(fingerprint, 8);
    to.putFixed(Double.doubleToLongBits(threshold), 8).putNumber(firsts.size());
    firsts.forEach(to::putNumber);
  }

  static RankedGraph take(BinaryRecord from) {
    int pages = (int) from.takeNumber();
    long links = from.takeNumber();
    long fingerprint = from.takeFixed(8);
    double threshold = Double.longBitsToDouble(from.takeFixed(8));
    List<Integer> firsts = new ArrayList<>();
    for (int left = Wire.count(from, 1); left > 0; left--) {
      firsts.add((int) from.takeNumber());
    }
    return new RankedGraph(pages, links, fingerprint, threshold, firsts);
  }
}
