package nephila.lab.experiment;

import static nephila.lab.experiment.WindowSizes.shown;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.lab.report.Verdict;

/// Figures 5 and 6 of paper 000: which kind of window, and how many measures it costs.
public final class WindowTypes implements Experiment {
  private static final String VARIABLE = "Variable, 8 measures";
  private static final String FIXED = "Fixed, 8 months";
  private static final String SHORT_FIXED = "Fixed, 4 months";
  private static final String IMPROVED = "Improved Fixed, 4 months, at least 3";
  private static final String INTERPOLATION = "Interpolation, 4 months";
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
    Chapter chapter =
        new Chapter(name(), "Kinds of windows (paper 000, figures 5 and 6)")
            .settings(WindowSizes.settings(bench))
            .figure(found.chart("Error after ten crawls by kind of window"))
            .table(found.table("Error in % at the end, mean over the seeds (range)"))
            .table(measures(found));
    claims(found).forEach(chapter::claim);
    return chapter;
  }

  private static Table measures(ChangeRates found) {
    Table table = Table.of("Figure 5: measures a page", "window", "measured", "in the paper");
    for (Map.Entry<String, Spread> line : found.measures().entrySet()) {
      Double paper = OF_THE_PAPER.get(line.getKey());
      table =
          table.row(
              line.getKey(), line.getValue().mean(), Objects.requireNonNullElse(paper, Double.NaN));
    }
    return table;
  }

  private static List<Claim> claims(ChangeRates found) {
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
        measuresAsInFigure5(found),
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
        Verdict.of(holding, found.rates().length));
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
        Verdict.of(holding, found.rates().length));
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
        Verdict.of(found.error(FIXED, last) < found.error(VARIABLE, last)));
  }

  private static Claim measuresAsInFigure5(ChangeRates found) {
    int holding = 0;
    StringBuilder text = new StringBuilder();
    for (String window : List.of(VARIABLE, FIXED, IMPROVED, INTERPOLATION)) {
      double paper = OF_THE_PAPER.getOrDefault(window, Double.NaN);
      Spread spread = found.measures().getOrDefault(window, Spread.of(Double.NaN));
      holding += Math.abs(spread.mean() / paper - 1) <= 0.2 ? 1 : 0;
      text.append(text.isEmpty() ? "" : "; ").append(window).append(": ").append(spread);
      text.append(" (paper ").append(Shown.number(paper)).append(")");
    }
    return new Claim(
        "000 figure 5",
        "Measures a page: Variable 8, Fixed 8.4, Improved Fixed 6.1, Interpolation 1.",
        "within 20 % of the paper's figure after ten crawls, no change",
        text.toString(),
        Verdict.of(holding, OF_THE_PAPER.size()));
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
        Verdict.of(holding, found.rates().length));
  }
}
