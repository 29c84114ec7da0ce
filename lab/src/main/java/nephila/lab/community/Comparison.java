package nephila.lab.community;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import nephila.community.Distances;
import nephila.community.FindGlobalRank;
import nephila.community.Selection;

/// The paper's experiment on one domain: every selection spends 2n fetches in 50 iterations; RANDOM
/// is the mean over several seeds.
public final class Comparison {
  private final int iterations;
  private final double budgetPerPage;
  private final int randomSeeds;

  /// As in the paper's section 6.2: 50 iterations, 2n pages; RANDOM over five seeds.
  public static final Comparison OF_THE_PAPER = new Comparison(50, 2, 5);

  /// As the paper ran its topics: 25 iterations, n pages.
  public static final Comparison OF_TOPICS = new Comparison(25, 1, 5);

  public Comparison(int iterations, double budgetPerPage, int randomSeeds) {
    this.iterations = iterations;
    this.budgetPerPage = budgetPerPage;
    this.randomSeeds = randomSeeds;
  }

  /// What was found on one domain.
  ///
  /// @param local the distances of the local rank p
  /// @param last the distances when the budget was spent, by selection
  /// @param curves the L1 distance after every iteration, by selection: figure 2
  /// @param told the L1 distance that the estimate of a selection was told to be below
  /// @param dry whether the frontier of a selection ran dry before the budget was spent: such a
  ///   domain is left out of the tables
  public record Row(
      Domain domain,
      Distances local,
      Map<Selection, Distances> last,
      Map<Selection, double[]> curves,
      Map<Selection, Double> told,
      boolean dry) {
    /// Whether the distance of a selection was below what was told.
    public boolean kept(Selection selection) {
      return l1(selection) <= told.getOrDefault(selection, 0.0);
    }

    /// How many times smaller the L1 distance of a selection is than the local rank's.
    public double gain(Selection selection) {
      return local.l1() / l1(selection);
    }

    private double l1(Selection selection) {
      Distances distances = last.get(selection);
      return distances == null ? Double.NaN : distances.l1();
    }

    /// The L1 distance of one selection in units of another's.
    public double ratio(Selection of, Selection to) {
      return l1(of) / l1(to);
    }
  }

  public Row run(Domain domain, List<Selection> selections) {
    double[] truth = domain.truth();
    double[] localRank = FindGlobalRank.localRank(domain.pages(), domain.web().source());
    Map<Selection, Distances> last = new EnumMap<>(Selection.class);
    Map<Selection, double[]> curves = new EnumMap<>(Selection.class);
    Map<Selection, Double> told = new EnumMap<>(Selection.class);
    boolean dry = false;
    for (Selection selection : selections) {
      int seeds = selection == Selection.RANDOM ? randomSeeds : 1;
      List<Run> runs =
          IntStream.range(0, seeds).mapToObj(seed -> run(domain, selection, seed, truth)).toList();
      dry |= runs.stream().anyMatch(Run::dry);
      last.put(selection, mean(runs.stream().map(Run::last).toList()));
      curves.put(selection, meanCurve(runs));
      told.put(selection, runs.getFirst().told());
      if (dry) {
        break;
      }
    }
    return new Row(domain, Distances.between(localRank, truth), last, curves, told, dry);
  }

  private record Run(Distances last, double[] curve, double told, boolean dry) {}

  private Run run(Domain domain, Selection selection, int seed, double[] truth) {
    FindGlobalRank finder =
        new FindGlobalRank(domain.pages(), domain.web().source(), selection, seed);
    int budget = (int) Math.round(budgetPerPage * domain.pages().size());
    List<Double> curve = new ArrayList<>();
    boolean dry =
        finder.run(iterations, budget, step -> curve.add(Distances.l1(step.estimate(), truth)));
    Distances last = Distances.between(finder.estimate(), truth);
    return new Run(last, curve.stream().mapToDouble(d -> d).toArray(), finder.errorBound(), dry);
  }

  private static Distances mean(List<Distances> all) {
    return new Distances(
        all.stream().mapToDouble(Distances::l1).average().orElse(Double.NaN),
        all.stream().mapToDouble(Distances::l2).average().orElse(Double.NaN),
        all.stream().mapToDouble(Distances::linf).average().orElse(Double.NaN),
        all.stream().mapToDouble(Distances::tau).average().orElse(Double.NaN),
        all.stream().mapToDouble(Distances::taub).average().orElse(Double.NaN));
  }

  private static double[] meanCurve(List<Run> runs) {
    int length = runs.stream().mapToInt(run -> run.curve().length).min().orElse(0);
    double[] mean = new double[length];
    for (int i = 0; i < length; i++) {
      int at = i;
      mean[i] = runs.stream().mapToDouble(run -> run.curve()[at]).average().orElse(Double.NaN);
    }
    return mean;
  }

  /// Table 1 and table 2 of the paper in kind: the mean distances of each selection over the
  /// domains that did not run dry.
  public static Map<Selection, Distances> averages(List<Row> rows) {
    Map<Selection, Distances> table = new EnumMap<>(Selection.class);
    List<Row> whole = rows.stream().filter(row -> !row.dry()).toList();
    for (Selection selection : Selection.values()) {
      List<Distances> all =
          whole.stream()
              .flatMap(row -> Optional.ofNullable(row.last().get(selection)).stream())
              .toList();
      if (!all.isEmpty()) {
        table.put(selection, mean(all));
      }
    }
    return table;
  }

  /// The geometric mean of one selection's L1 distance in units of another's.
  public static double meanRatio(List<Row> rows, Selection of, Selection to) {
    double logs =
        rows.stream()
            .filter(row -> !row.dry())
            .mapToDouble(row -> Math.log(row.ratio(of, to)))
            .average()
            .orElse(Double.NaN);
    return Math.exp(logs);
  }
}
