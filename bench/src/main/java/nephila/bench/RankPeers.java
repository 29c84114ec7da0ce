package nephila.bench;

import it.unimi.dsi.law.rank.PageRankParallelGaussSeidel;
import it.unimi.dsi.law.rank.PageRankParallelPowerSeries;
import it.unimi.dsi.law.rank.SpectralRanking.NormStoppingCriterion;
import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.ImmutableGraph;
import it.unimi.dsi.webgraph.Transform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nephila.graph.CsrGraph;
import org.jgrapht.Graph;
import org.jgrapht.alg.scoring.PageRank;
import org.jgrapht.opt.graph.sparse.SparseIntDirectedGraph;

/// The solvers of others, called as their users call them, on the same stopping rule.
final class RankPeers {
  static final double DAMPING = 0.85;
  static final double THRESHOLD = 1e-9;

  private RankPeers() {}

  /// The transposed graph as LAW wants it, from a BVGraph's base name: a BVGraph in memory, as
  /// LAW's users have it, or expanded to arrays, so that no list is decoded while solving.
  static ImmutableGraph lawGraph(String base, boolean expanded) throws IOException {
    ImmutableGraph transposed = Transform.transpose(ImmutableGraph.loadOffline(base));
    if (expanded) {
      return transposed;
    }
    Path folder = Files.createTempDirectory("bvgraph");
    String stored = folder.resolve("transposed").toString();
    BVGraph.store(transposed, stored);
    return ImmutableGraph.load(stored);
  }

  static double[] lawGaussSeidel(ImmutableGraph transposed, int threads) throws IOException {
    var law =
        new PageRankParallelGaussSeidel(
            transposed, threads, org.slf4j.helpers.NOPLogger.NOP_LOGGER);
    law.alpha = DAMPING;
    law.stepUntil(new NormStoppingCriterion(THRESHOLD));
    return normalised(law.rank);
  }

  static double[] lawPowerSeries(ImmutableGraph transposed, int threads) throws IOException {
    var law =
        new PageRankParallelPowerSeries(
            transposed, threads, org.slf4j.helpers.NOPLogger.NOP_LOGGER);
    law.alpha = DAMPING;
    law.stepUntil(new NormStoppingCriterion(THRESHOLD));
    return normalised(law.rank);
  }

  /// Gauss-Seidel leaves its vector a little off 1.
  private static double[] normalised(double[] rank) {
    double sum = 0;
    for (double value : rank) {
      sum += value;
    }
    double[] scaled = new double[rank.length];
    for (int i = 0; i < rank.length; i++) {
      scaled[i] = rank[i] / sum;
    }
    return scaled;
  }

  static Graph<Integer, Integer> jgraphtGraph(CsrGraph graph) {
    List<org.jgrapht.alg.util.Pair<Integer, Integer>> links = new ArrayList<>();
    for (int i = 0; i < graph.pages(); i++) {
      for (int k = (int) graph.rowStart(i); k < graph.rowStart(i + 1); k++) {
        links.add(org.jgrapht.alg.util.Pair.of(i, graph.targets()[k]));
      }
    }
    return new SparseIntDirectedGraph(graph.pages(), links);
  }

  /// JGraphT stops when no page changes by more than its tolerance, so it is given LAW's threshold
  /// spread over the pages.
  static double[] jgrapht(Graph<Integer, Integer> graph) {
    int pages = graph.vertexSet().size();
    double tolerance = THRESHOLD * (1 - DAMPING) / DAMPING / pages;
    var scores = new PageRank<>(graph, DAMPING, 1000, tolerance).getScores();
    double[] rank = new double[pages];
    scores.forEach((page, score) -> rank[page] = score);
    return rank;
  }
}
