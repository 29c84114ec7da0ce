package nephila.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import nephila.formats.GraphReader;
import nephila.graph.CsrGraph;
import nephila.rank.Distance;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;

/// Solves each graph with Nephila and its peers, one after the other, three times over (after one
/// round to warm up), and prints the medians of their process CPU time as tab-separated lines that
/// `bench/rank` turns into a table.
///
/// Those marked as run once are not warmed up. `-Drounds=N` changes the rounds, `-Dwithout=REGEX`
/// leaves solvers out. Arguments: threads, then BVGraph base names. With `file` first, instead, one
/// solver solves one graph from its file once and ends, so that the whole process can be measured
/// from outside.
public final class RankBench {
  private static final int ROUNDS = Integer.getInteger("rounds", 3);
  private static final String LEFT_OUT = System.getProperty("without", "");

  private final PrintStream out;
  private final int threads;

  private RankBench(PrintStream out, int threads) {
    this.out = out;
    this.threads = threads;
  }

  public static void main(String[] args) throws Exception {
    if (args[0].equals("file")) {
      fromFile(args[1], Integer.parseInt(args[2]), args[3]);
      return;
    }
    RankBench bench = new RankBench(System.out, Integer.parseInt(args[0]));
    for (int i = 1; i < args.length; i++) {
      bench.solveOnly(args[i]);
    }
  }

  private static void fromFile(String solver, int threads, String base) throws Exception {
    switch (solver) {
      case "nephila" -> PageRank.solve(new GraphReader().open(base).graph(), options(threads));
      case "law-gs" -> RankPeers.lawGaussSeidel(RankPeers.lawGraph(base, true), threads);
      case "law-ps" -> RankPeers.lawPowerSeries(RankPeers.lawGraph(base, true), threads);
      case "jgrapht" ->
          RankPeers.jgrapht(RankPeers.jgraphtGraph(new GraphReader().open(base).csr()));
      default -> throw new IllegalArgumentException(solver + ": not a solver");
    }
  }

  private static RankOptions options(int threads) {
    return RankOptions.DEFAULTS.withThreads(threads).withThreshold(RankPeers.THRESHOLD);
  }

  private void solveOnly(String base) throws Exception {
    CsrGraph graph = new GraphReader().open(base).csr();
    String name = Path.of(base).getFileName().toString();
    double[] truth = PageRank.solve(graph, RankOptions.DEFAULTS.withThreshold(1e-12)).values();
    Map<String, Callable<double[]>> solvers = solvers(base, graph);
    solvers.keySet().removeIf(solver -> !LEFT_OUT.isEmpty() && solver.matches(LEFT_OUT));
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    Map<String, Double> errors = new LinkedHashMap<>();
    for (int round = 0; round <= ROUNDS; round++) {
      for (var solver : solvers.entrySet()) {
        if (!solver.getKey().endsWith(ONCE) || round == 1) {
          double before = cpuSeconds();
          double[] rank = solver.getValue().call();
          double spent = cpuSeconds() - before;
          System.err.printf("round %d %s %s %.2f s%n", round, name, solver.getKey(), spent);
          if (round > 0) {
            seconds.computeIfAbsent(solver.getKey(), any -> new ArrayList<>()).add(spent);
          }
          errors.put(solver.getKey(), Distance.l1(rank, truth));
        }
      }
    }
    seconds.forEach(
        (solver, all) -> line(name, solver, median(all), errors.getOrDefault(solver, 0.0)));
    int passes = PageRank.solve(graph, options(1)).iterations();
    bandwidth(name, graph, passes, median(seconds.getOrDefault(READY, List.of(0.0))));
  }

  private static final String READY = "nephila, in-links ready";

  /// Those that take far longer than the others run one round.
  private static final String ONCE = "(once)";

  private Map<String, Callable<double[]>> solvers(String base, CsrGraph graph) throws Exception {
    var compressed = RankPeers.lawGraph(base, false);
    var expanded = RankPeers.lawGraph(base, true);
    var jgrapht = RankPeers.jgraphtGraph(graph);
    PageRank ready = PageRank.prepare(graph, options(1));
    Map<String, Callable<double[]>> solvers = new LinkedHashMap<>();
    solvers.put("nephila", () -> PageRank.solve(graph, options(1)).values());
    solvers.put(READY, () -> ready.solve().values());
    solvers.put(
        "nephila, " + threads + " threads", () -> PageRank.solve(graph, options(threads)).values());
    solvers.put("LAW GaussSeidel", () -> RankPeers.lawGaussSeidel(compressed, threads));
    solvers.put("LAW GaussSeidel, expanded", () -> RankPeers.lawGaussSeidel(expanded, threads));
    solvers.put(
        "LAW PowerSeries, expanded " + ONCE, () -> RankPeers.lawPowerSeries(expanded, threads));
    solvers.put("JGraphT " + ONCE, () -> RankPeers.jgrapht(jgrapht));
    return solvers;
  }

  private void line(String graph, String solver, double cpu, double error) {
    out.printf(Locale.ROOT, "solve\t%s\t%s\t%.4f\t%.1e%n", graph, solver, cpu, error);
  }

  /// What the machine allows: the graph's own in-links gathered from an array of its size and
  /// summed, with no rows, no division, nothing written; then the same with sources in random
  /// order.
  private void bandwidth(String name, CsrGraph graph, int passes, double solveSeconds) {
    CsrGraph in = graph.transpose();
    double[] values = new double[graph.pages()];
    Arrays.fill(values, 1.0 / graph.pages());
    int[] sources = Arrays.copyOf(in.targets(), (int) in.links());
    double gather = gatherNanos(sources, values);
    Random random = new Random(1);
    int[] scattered = random.ints(sources.length, 0, values.length).toArray();
    out.printf(
        Locale.ROOT,
        "limit\t%s\tgather %.2f ns a link, random order %.2f, Nephila %.2f a link and sweep,"
            + " in-links ready, the proof included%n",
        name,
        gather,
        gatherNanos(scattered, values),
        solveSeconds * 1e9 / passes / graph.links());
  }

  private static double gatherNanos(int[] sources, double[] values) {
    double best = Double.MAX_VALUE;
    double kept = 0;
    for (int round = 0; round < 20; round++) {
      long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      kept += gather(sources, values);
      long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
      best = Math.min(best, (double) spent / sources.length);
    }
    return kept < 0 ? Double.NaN : best;
  }

  private static double gather(int[] sources, double[] values) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int k = 0; k <= sources.length - 4; k += 4) {
      a += values[sources[k]];
      b += values[sources[k + 1]];
      c += values[sources[k + 2]];
      d += values[sources[k + 3]];
    }
    return a + b + c + d;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static double cpuSeconds() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }
}
