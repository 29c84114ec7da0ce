package nephila.lab.experiment;

import nephila.lab.report.Chapter;

/// One experiment of the lab.
public interface Experiment {
  /// The name a user types.
  String name();

  /// What it reproduces, in one line.
  String about();

  /// Whether it needs the folder of real data ([Workbench#data]).
  default boolean needsData() {
    return false;
  }

  /// Whether another seed could give other figures.
  default boolean seeded() {
    return true;
  }

  /// Whether it runs only when it is named, because it takes long.
  default boolean isExtra() {
    return false;
  }

  /// Runs it on the workbench and tells what was seen.
  Chapter run(Workbench bench);
}
