package nephila.lab.experiment.liverank;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import nephila.Progress;
import nephila.lab.experiment.Experiment;
import nephila.lab.experiment.Workbench;
import nephila.lab.report.Chapter;
import nephila.lab.report.Table;
import nephila.liverank.CostCurve;
import nephila.liverank.Liveness;
import nephila.liverank.Revisit;
import nephila.liverank.Stop;
import nephila.liverank.learned.Learned;
import nephila.liverank.learned.LearnedPart;
import nephila.liverank.learned.Tuning;

/// What each part of the learned ordering is worth: what it costs without it, on a real old web, on
/// the history of one site, on a web whose URLs say nothing, and on one where few pages live.
public final class LearnedAblation implements Experiment {
  private static final double FEW = 0.06;
  private static final double[] ALPHAS = {0.5, 0.9};
  private static final int SMALL_RUNS = 10;
  private static final int SMALL = 20_000;

  @Override
  public String name() {
    return "liverank-parts";
  }

  @Override
  public String about() {
    return "the learned LiveRank without each of its parts";
  }

  @Override
  public boolean needsData() {
    return true;
  }

  @Override
  public boolean isExtra() {
    return true;
  }

  @Override
  public Chapter run(Workbench bench) {
    Path data = bench.data().orElseThrow();
    OldSnapshot real = OldSnapshot.real(data);
    List<OldSnapshot> webs =
        List.of(
            real,
            new SiteSnapshots(data).gap(2005, 2015),
            real.withoutUrls(),
            OldSnapshot.generated(bench.pages(), FEW, bench.seeds().getFirst()));
    List<Set<LearnedPart>> lines = new ArrayList<>();
    lines.add(EnumSet.noneOf(LearnedPart.class));
    for (LearnedPart part : LearnedPart.values()) {
      lines.add(EnumSet.of(part));
    }
    List<Workbench.Run<double[]>> tasks = new ArrayList<>();
    for (Set<LearnedPart> without : lines) {
      for (OldSnapshot web : webs) {
        tasks.add(
            new Workbench.Run<>(
                web.facts() + " without " + without, () -> costs(web, without, bench.seeds())));
      }
    }
    Iterator<double[]> results = bench.all(name(), tasks).iterator();
    List<String> heading = new ArrayList<>(List.of("without"));
    webs.forEach(web -> heading.add(web.name() + ", cost at .5 / .9"));
    Table table = Table.of("Cost without each part", heading.toArray(String[]::new));
    for (Set<LearnedPart> without : lines) {
      List<String> row = new ArrayList<>();
      row.add(without.isEmpty() ? "nothing" : without.iterator().next().description());
      for (int web = 0; web < webs.size(); web++) {
        double[] cost = results.next();
        row.add(String.format(Locale.ROOT, "%.3f / %.3f", cost[0], cost[1]));
      }
      table = table.row(row.toArray());
    }
    return new Chapter(name(), "The parts of the learned LiveRank")
        .settings(
            "Cost at α: questions per living page found when the share α of the living is found; "
                + bench.seedText())
        .table(table);
  }

  private static double[] costs(OldSnapshot web, Set<LearnedPart> without, List<Long> seeds) {
    double[] mean = new double[ALPHAS.length];
    int runs = web.snapshot().pages() < SMALL ? SMALL_RUNS : 1;
    for (long seed : seeds) {
      for (int run = 0; run < runs; run++) {
        SplittableRandom random = new SplittableRandom(seed + 1_000_000L * run);
        Learned learned = new Learned(web.snapshot(), random, Tuning.DEFAULT.without(without));
        CostCurve curve =
            new Revisit(learned, Liveness.known(web.alive()), 1)
                .until(Stop.never(), Progress.SILENT)
                .cost(web.living());
        for (int k = 0; k < mean.length; k++) {
          mean[k] += curve.cost(ALPHAS[k]) / seeds.size() / runs;
        }
      }
    }
    return mean;
  }
}
