package nephila.rank;

import java.util.Arrays;
import nephila.UserError;
import nephila.graph.LinkGraph;
import org.jspecify.annotations.Nullable;

/// The off-line rank of a whole graph: the stationary flow over the real pages when every page
/// passes a share of its importance along its links and the rest to the virtual page, which pays
/// all pages by preference (equally, unless told otherwise). A page without links passes everything
/// to the virtual page. With a damped virtual page this is PageRank with uniform teleport and
/// dangling mass spread uniformly (papers 000 and 001, section 1, "small edges").
///
/// How: with the virtual page eliminated, importance solves y = v + M·y up to scale. Dangling pages
/// receive and never give, so only the core, the pages that pass something on, is iterated
/// ([GaussSeidel] on [InLinks]); one [PowerStep] over the whole graph then gives the result, its
/// dangling pages, and the proof of its error, which is LAW's stopping rule: `|x′ − x|·α/(1 − α)`.
/// Where the proof does not reach the threshold, sweeping goes on.
///
/// Costs 8 bytes a link and about 80 bytes a page at its height, the graph included. On one thread
/// the result repeats bit for bit.
///
/// Differs from the paper: normalised once at the end, not at every step; no step is a plain power
/// step but the last.
public final class PageRank {
  /// How much smaller the last power step is than the sweep before it, to begin with.
  private static final double EXPECTED_DROP = 0.5;

  /// Gives up after so many proofs in a row that are no better: double precision is exhausted.
  private static final int VAIN_STEPS = 3;

  private final Flow flow;
  private final InLinks in;
  private final RankOptions options;
  private final double[] preference;
  private final double factor;
  private double drop;
  private double change;

  private PageRank(LinkGraph graph, RankOptions options) {
    this.options = options;
    flow = new Flow(graph, options);
    in = new InLinks(flow);
    preference = scaled(options.preference(), graph.pages(), "preference");
    factor = flow.stepFactor();
  }

  /// Damping 0.85, uniform, error below 1e-9.
  public static RankVector solve(LinkGraph graph) {
    return solve(graph, RankOptions.DEFAULTS);
  }

  /// Solves to the threshold of the options, or as far as double precision or the limit of
  /// iterations goes: what was reached is in the vector's error bound.
  public static RankVector solve(LinkGraph graph, RankOptions options) {
    return graph.pages() == 0
        ? new RankVector(new double[0], 0, 0)
        : prepare(graph, options).solve();
  }

  /// Gathers who links to whom, which [#solve()] needs; for a graph that has pages.
  public static PageRank prepare(LinkGraph graph, RankOptions options) {
    return new PageRank(graph, options);
  }

  /// Solves what was prepared; as often as called, to the same result.
  public RankVector solve() {
    drop = EXPECTED_DROP;
    double[] base = new double[flow.core];
    double[] share = new double[flow.core];
    for (int i = 0; i < flow.core; i++) {
      base[i] = preference[in.pages[i]];
      share[i] = flow.share[in.pages[i]];
    }
    double[] y = start();
    try (GaussSeidel sweeper = new GaussSeidel(in, base, share, y, options.threads())) {
      int sweeps = 0;
      RankVector best = null;
      for (int vain = 0; ; ) {
        sweeps = sweepToThreshold(sweeper, y, sweeps);
        PowerStep step = new PowerStep(flow, in, y, preference);
        RankVector now = new RankVector(step.values, bound(step), ++sweeps);
        vain = best != null && now.errorBound() > 0.9 * best.errorBound() ? vain + 1 : 0;
        if (best == null || now.errorBound() < best.errorBound()) {
          best = now;
        }
        if (best.errorBound() <= options.threshold()
            || vain == VAIN_STEPS
            || sweeps >= options.maxIterations()) {
          return best;
        }
        drop = 1.05 * Math.max(drop, step.change / change);
      }
    }
  }

  private double bound(PowerStep step) {
    return factor * (step.change + PowerStep.ROUNDING) + PowerStep.ROUNDING;
  }

  /// Sweeps at least once, and until a power step promises to prove the threshold.
  private int sweepToThreshold(GaussSeidel sweeper, double[] y, int sweepsBefore) {
    int sweeps = sweepsBefore;
    do {
      double moved = sweeper.sweep();
      boolean near = promise(moved / largestMass()) <= options.threshold();
      change = moved / (near ? massOf(y) : largestMass());
      sweeps++;
      options.progress().at("sweeps", sweeps, -1);
    } while (promise(change) > options.threshold()
        && change > PowerStep.ROUNDING
        && sweeps + 1 < options.maxIterations());
    return sweeps;
  }

  private double promise(double lastChange) {
    return factor * drop * lastChange;
  }

  /// What [#massOf] comes near to but does not exceed at the solution.
  private double largestMass() {
    return flow.damped ? flow.graph.pages() / (1 - flow.damping) : flow.graph.pages();
  }

  /// The mass of all pages when the core has y, up to what is still missing to the solution.
  private double massOf(double[] y) {
    double sum = 0;
    for (int i = 0; i < y.length && flow.damped; i++) {
      sum += flow.passing(in.pages[i]) * y[i];
    }
    return flow.graph.pages() + flow.damping * sum;
  }

  /// What to start from, by core number: the earlier vector, else the preference, brought to the
  /// scale at which the virtual page pays each page its preference.
  private double[] start() {
    double[] given = options.warmStart();
    double[] x = given == null ? preference : scaled(given, preference.length, "warm start");
    double passed = 0;
    Row row = new Row(flow.graph);
    for (int page : in.pages) {
      row.read(page);
      passed += x[page] * flow.passed(page, row);
    }
    double scale = x.length / (x.length - passed);
    double[] y = new double[flow.core];
    for (int i = 0; i < y.length; i++) {
      y[i] = scale * x[in.pages[i]];
    }
    return y;
  }

  /// The vector scaled to sum to the number of pages; all ones where there is none.
  private static double[] scaled(double @Nullable [] vector, int pages, String what) {
    double[] result = new double[pages];
    if (vector == null) {
      Arrays.fill(result, 1);
      return result;
    }
    if (vector.length != pages) {
      throw new UserError(
          what + " of " + vector.length + " values for " + pages + " pages: give one a page");
    }
    for (int page = 0; page < pages; page++) {
      if (!(vector[page] >= 0 && vector[page] < Double.POSITIVE_INFINITY)) {
        throw new UserError(
            what + " of page " + page + " is " + vector[page] + ": must be at least 0 and finite");
      }
    }
    double sum = Total.of(vector);
    if (!(sum > 0)) {
      throw new UserError(what + " is 0 for every page: at least one must be above 0");
    }
    for (int page = 0; page < pages; page++) {
      result[page] = vector[page] / sum * pages;
    }
    return result;
  }
}
