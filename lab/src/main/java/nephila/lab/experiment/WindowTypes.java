package nephila.lab.experiment;

import static nephila.lab.experiment.WindowSizes.shown;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.lab.simulation.Simulation;
import nephila.lab.simulation.StaticWeb;

/// Figures 5 and 6 of paper 000: which kind of window, and how many measures it costs.
public final class WindowTypes implements Experiment {
  private static final int FILLED = 30;
  private static final String VARIABLE = "Variable, 8 measures";
  private static final String FIXED = "Fixed, 8 months";
  private static final String SHORT_FIXED = "Fixed, 4 months";
  private static final String IMPROVED = "Improved Fixed, 4 months, at least 3";
  private static final String INTERPOLATION = "Interpolation, 4 months";
  private static final String FIXED_CORRECTED = "Fixed, 4 months, corrected";
  private static final String GROWING = "growing interpolation, 4 months";
  private static final String ADAPTIVE = "adaptive window a page";
  private static final String BY_CLASS = "by class: Fixed above the mean, Variable below";

  /// Figure 5 of the paper.
  private static final Map<String, Double> OF_THE_PAPER =
      Map.of(VARIABLE, 8.0, FIXED, 8.4, IMPROVED, 6.1, INTERPOLATION, 1.0);

  @Override
  public String name() {
    return "windowtypes";
  }

  @Override
  public String about() {
    return "window types against change rates, and measures a page (000 figures 5, 6)";
  }

  private static List<Contender> contenders() {
    double four = 4 * ChangeRates.TURNS_A_MONTH;
    double eight = 8 * ChangeRates.TURNS_A_MONTH;
    List<Contender> contenders =
        new ArrayList<>(
            List.of(
                Contender.opic(VARIABLE, "variable:8", Contender::greedy),
                Contender.opic(FIXED, "fixed:" + eight, Contender::greedy),
                Contender.opic(SHORT_FIXED, "fixed:" + four, Contender::greedy),
                Contender.opic(IMPROVED, "improved:" + four + ":3", Contender::greedy),
                Contender.opic(INTERPOLATION, "interpolation:" + four, Contender::greedy),
                Contender.corrected(FIXED_CORRECTED, "fixed:" + four, Contender::greedy),
                Contender.corrected(GROWING, "growing:" + four, Contender::greedy),
                Contender.corrected(ADAPTIVE, "adaptive", Contender::greedy),
                Contender.opic(
                    BY_CLASS, "class:1,fixed:" + eight + ",variable:4", Contender::greedy)));
    contenders.addAll(WindowSizes.EXACT);
    return contenders;
  }

  @Override
  public Chapter run(Workbench bench) {
    ChangeRates found = ChangeRates.run(bench, name(), contenders());
    Map<String, Double> stored = stored(bench);
    Chapter chapter =
        new Chapter(name(), "Kinds of windows (paper 000, figures 5 and 6)")
            .settings(WindowSizes.settings(bench))
            .figure(found.chart("Error after ten crawls by kind of window"))
            .table(found.table("Error in % at the end, mean over the seeds (range)"))
            .table(measures(found, stored));
    claims(found, stored).forEach(chapter::claim);
    return chapter;
  }

  /// Measures a page when the windows have filled: after thirty crawls without change.
  private Map<String, Double> stored(Workbench bench) {
    long seed = bench.seeds().getFirst();
    StaticWeb web = StaticWeb.known(Model.POWER.graph(bench.pages(), seed));
    web.importance();
    List<Contender> windows =
        contenders().stream().filter(one -> !one.name().startsWith("exact")).toList();
    List<Workbench.Run<Double>> tasks = new ArrayList<>();
    for (Contender contender : windows) {
      tasks.add(
          new Workbench.Run<>(
              contender.name() + ", seed " + seed,
              () -> {
                var ledger = contender.ledger().apply(web.pages());
                var selector = contender.selector().apply(ledger, seed);
                var simulation = new Simulation(web, ledger, selector, true);
                List<Double> last = new ArrayList<>();
                long reads = (long) FILLED * web.pages();
                simulation.run(reads, reads, point -> last.add(point.measuresPerPage()));
                return last.getLast();
              }));
    }
    List<Double> results = bench.all(name() + ", figure 5", tasks);
    Map<String, Double> stored = new LinkedHashMap<>();
    for (int k = 0; k < windows.size(); k++) {
      stored.put(windows.get(k).name(), results.get(k));
    }
    return stored;
  }

  private static Table measures(ChangeRates found, Map<String, Double> stored) {
    Table table =
        Table.of(
            "Figure 5: measures a page, no change",
            "window",
            "after 10 crawls",
            "after 30 crawls",
            "in the paper");
    for (Map.Entry<String, Double> line : stored.entrySet()) {
      Double paper = OF_THE_PAPER.get(line.getKey());
      SeedRange ten = found.measures().getOrDefault(line.getKey(), SeedRange.of(Double.NaN));
      table =
          table.row(
              line.getKey(),
              ten.mean(),
              line.getValue(),
              Objects.requireNonNullElse(paper, Double.NaN));
    }
    return table;
  }

  private static List<Claim> claims(ChangeRates found, Map<String, Double> stored) {
    return List.of(
        atEachRate(
            found,
            VARIABLE,
            FIXED,
            "000 §4.2",
            "For a similar number of measures, Variable Window is better than Fixed Window."),
        atEachRate(
            found,
            IMPROVED,
            SHORT_FIXED,
            "000 §3.3",
            "A least number of measures a page makes Fixed Window better."),
        interpolationBest(found),
        fixedForRapidChange(found),
        atEachRate(
            found,
            BY_CLASS,
            FIXED,
            "003 §4",
            "Different windows by importance are a better strategy than Fixed alone."),
        measuresAsInFigure5(stored),
        exactBest(found));
  }

  private static Claim atEachRate(
      ChangeRates found, String better, String worse, String source, String words) {
    int holding = 0;
    for (double rate : found.rates()) {
      holding += found.error(better, rate) < found.error(worse, rate) ? 1 : 0;
    }
    double last = found.rates()[found.rates().length - 1];
    return new Claim(
        source,
        words,
        "error of \"" + better + "\" below \"" + worse + "\" at each rate",
        "at %d of %d rates; at 0 %%: %s %% against %s %%; at %s %%: %s %% against %s %%"
            .formatted(
                holding,
                found.rates().length,
                shown(found, better, 0),
                shown(found, worse, 0),
                Shown.number(100 * last),
                shown(found, better, last),
                shown(found, worse, last)),
        ClaimVerdict.of(holding, found.rates().length));
  }

  private static Claim interpolationBest(ChangeRates found) {
    int holding = 0;
    for (double rate : found.rates()) {
      double own = found.error(INTERPOLATION, rate);
      boolean best =
          own < found.error(VARIABLE, rate)
              && own < found.error(FIXED, rate)
              && own < found.error(IMPROVED, rate);
      holding += best ? 1 : 0;
    }
    return new Claim(
        "000 §4.2",
        "Interpolation outperforms the other windows while it stores least.",
        "error below Variable, Fixed (8 months) and Improved Fixed at each rate",
        "best at %d of %d rates; at 1 %%: %s %%, Variable %s %%, Fixed %s %%, Improved %s %%"
            .formatted(
                holding,
                found.rates().length,
                shown(found, INTERPOLATION, 0.01),
                shown(found, VARIABLE, 0.01),
                shown(found, FIXED, 0.01),
                shown(found, IMPROVED, 0.01)),
        ClaimVerdict.of(holding, found.rates().length));
  }

  private static Claim fixedForRapidChange(ChangeRates found) {
    double last = found.rates()[found.rates().length - 1];
    return new Claim(
        "003 §4",
        "When the graph changes very rapidly, Fixed Window adapts better than Variable Window.",
        "error at the highest rate",
        "at %s %%: Fixed %s %%, Variable %s %%"
            .formatted(
                Shown.number(100 * last), shown(found, FIXED, last), shown(found, VARIABLE, last)),
        ClaimVerdict.of(found.error(FIXED, last) < found.error(VARIABLE, last)));
  }

  private static Claim measuresAsInFigure5(Map<String, Double> stored) {
    int holding = 0;
    StringBuilder text = new StringBuilder();
    for (String window : List.of(VARIABLE, FIXED, IMPROVED, INTERPOLATION)) {
      double paper = OF_THE_PAPER.getOrDefault(window, Double.NaN);
      double own = stored.getOrDefault(window, Double.NaN);
      holding += Math.abs(own / paper - 1) <= 0.2 ? 1 : 0;
      text.append(text.isEmpty() ? "" : "; ").append(window).append(": ").append(Shown.number(own));
      text.append(" (paper ").append(Shown.number(paper)).append(")");
    }
    return new Claim(
        "000 figure 5",
        "Measures a page: Variable 8, Fixed 8.4, Improved Fixed 6.1, Interpolation 1.",
        "within 20 % of the paper's figure after thirty crawls, no change",
        text.toString(),
        ClaimVerdict.of(holding, OF_THE_PAPER.size()));
  }

  private static Claim exactBest(ChangeRates found) {
    int holding = 0;
    for (double rate : found.rates()) {
      double bestWindow = Double.POSITIVE_INFINITY;
      for (String window : found.measures().keySet()) {
        if (!window.startsWith("exact")) {
          bestWindow = Math.min(bestWindow, found.error(window, rate));
        }
      }
      double exact =
          Math.max(
              found.error(WindowSizes.EXACT_KEEP, rate),
              found.error(WindowSizes.EXACT_FORGET, rate));
      holding += exact < bestWindow ? 1 : 0;
    }
    return new Claim(
        "Nephila",
        "The exact form, with rows kept and without, beats every window at every change rate.",
        "the worse of the two below the best window",
        "at " + holding + " of " + found.rates().length + " rates",
        ClaimVerdict.of(holding, found.rates().length));
  }
}
