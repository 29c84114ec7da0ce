package nephila.sites;

import java.util.Arrays;
import nephila.UserError;

/// Grades of sites from 4 (keep first) to 1 (leave out), as the French national library's
/// archivists gave them in the paper.
///
/// Sites are taken from the most important down. The first ones, until they hold the share
/// `cuts[0]` of all importance, are graded 4; then 3 until `cuts[1]`, 2 until `cuts[2]`, and 1 from
/// there. Where people have graded some, their proportions can be taken instead ([#asPeopleDid]).
public final class Grades {
  public static final int BEST = 4;

  /// The sites that hold half of all importance, three quarters, nine tenths.
  private static final double[] USUAL = {0.5, 0.75, 0.9};

  private final double[] cuts;

  private Grades(double[] cuts) {
    this.cuts = cuts;
  }

  public static Grades usual() {
    return new Grades(USUAL);
  }

  /// Cuts in percent: three numbers, rising, between 0 and 100.
  public static Grades of(String percents) {
    String[] each = percents.split(",");
    double[] cuts = new double[BEST - 1];
    try {
      for (int i = 0; i < each.length && i < cuts.length; i++) {
        cuts[i] = Double.parseDouble(each[i].strip()) / 100;
      }
    } catch (NumberFormatException e) {
      throw wrong(percents);
    }
    boolean rising = cuts[0] > 0 && cuts[0] <= cuts[1] && cuts[1] <= cuts[2] && cuts[2] <= 1;
    if (each.length != cuts.length || !rising) {
      throw wrong(percents);
    }
    return new Grades(cuts);
  }

  private static UserError wrong(String percents) {
    return new UserError("grades '" + percents + "': give three rising percents, as in 50,75,90");
  }

  /// The grades of sites of which `importance` tells the share, in the order of best first.
  int[] of(double[] importance, int[] bestFirst) {
    int[] grades = new int[importance.length];
    double before = 0;
    for (int site : bestFirst) {
      int grade = BEST;
      while (grade > 1 && before >= cuts[BEST - grade] - 1e-12) {
        grade--;
      }
      grades[site] = grade;
      before += importance[site];
    }
    return grades;
  }

  /// Grades in the proportions of `people`: as many sites get each grade as people gave it.
  ///
  /// @param importance of the sites that people graded
  static int[] asPeopleDid(double[] importance, int[] people) {
    int[] order = bestFirst(importance);
    int[] falling = Arrays.stream(people).sorted().toArray();
    int[] grades = new int[people.length];
    for (int i = 0; i < order.length; i++) {
      grades[order[i]] = falling[falling.length - 1 - i];
    }
    return grades;
  }

  static int[] bestFirst(double[] importance) {
    return java.util.stream.IntStream.range(0, importance.length)
        .boxed()
        .sorted((a, b) -> Double.compare(importance[b], importance[a]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
