package nephila.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import nephila.UserError;
import nephila.lab.experiment.Arithmetic;
import nephila.lab.experiment.Communities;
import nephila.lab.experiment.Convergence;
import nephila.lab.experiment.ErrorMeasures;
import nephila.lab.experiment.Experiment;
import nephila.lab.experiment.GreedyCash;
import nephila.lab.experiment.Growing;
import nephila.lab.experiment.HubsOnLine;
import nephila.lab.experiment.Memory;
import nephila.lab.experiment.RealChange;
import nephila.lab.experiment.SmallEpsilon;
import nephila.lab.experiment.TheoremSteps;
import nephila.lab.experiment.WindowSizes;
import nephila.lab.experiment.WindowTypes;
import nephila.lab.experiment.Workbench;
import nephila.lab.experiment.liverank.LearnedAblation;
import nephila.lab.experiment.liverank.LiveRanks;
import nephila.lab.report.Chapter;
import nephila.lab.report.Report;

/// Every experiment there is, and how to run some of them into a report.
public final class Lab {
  private static final List<Experiment> EXPERIMENTS =
      List.of(
          new Convergence(),
          new GreedyCash(),
          new TheoremSteps(),
          new SmallEpsilon(),
          new HubsOnLine(),
          new ErrorMeasures(),
          new WindowSizes(),
          new WindowTypes(),
          new RealChange(),
          new Growing(),
          new Arithmetic(),
          new Memory(),
          new LiveRanks(),
          new LearnedAblation(),
          new Communities());

  private Lab() {}

  /// In the order of the report.
  public static List<Experiment> experiments() {
    return EXPERIMENTS;
  }

  /// The experiments of these names, in the order of the report; where none is named all but those
  /// that take long.
  public static List<Experiment> named(List<String> names) {
    for (String name : names) {
      if (EXPERIMENTS.stream().noneMatch(one -> one.name().equals(name))) {
        String known = EXPERIMENTS.stream().map(Experiment::name).collect(Collectors.joining(", "));
        throw new UserError("no experiment '" + name + "': it is one of " + known);
      }
    }
    return EXPERIMENTS.stream()
        .filter(one -> names.isEmpty() ? !one.isExtra() : names.contains(one.name()))
        .toList();
  }

  /// Runs the experiments one after the other. `each` hears of every chapter when it is done, and
  /// `skipped` why an experiment was left out.
  public static Report run(
      List<Experiment> chosen,
      Workbench bench,
      Map<String, String> facts,
      Consumer<Chapter> each,
      Consumer<String> skipped) {
    List<Chapter> chapters = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (Experiment experiment : chosen) {
      if (experiment.needsData() && bench.data().isEmpty()) {
        String why = experiment.name() + " needs the folder of real data; give it with --data DIR";
        left.add(why);
        skipped.accept(why);
      } else {
        Chapter chapter = experiment.run(bench);
        if (experiment.seeded() && bench.seeds().size() > 1) {
          chapter.verdictsBySeed(alone(experiment, bench));
        }
        chapters.add(chapter);
        each.accept(chapter);
      }
    }
    return new Report(chapters, new LinkedHashMap<>(facts), left);
  }

  /// What each seed says alone; most of its runs are done.
  private static Map<Long, Chapter> alone(Experiment experiment, Workbench bench) {
    Map<Long, Chapter> alone = new LinkedHashMap<>();
    for (long seed : bench.seeds()) {
      alone.put(seed, experiment.run(bench.withSeed(seed)));
    }
    return alone;
  }
}
