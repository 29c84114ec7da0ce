package nephila.liverank.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LogisticTest {
  private static final double PULL = 0.1;

  private static double loss(Logistic model, double[][] rows, boolean[] alive, double prior) {
    double loss = 0;
    for (double weight : model.weights()) {
      loss += PULL * (weight - prior) * (weight - prior) / 2;
    }
    for (int r = 0; r < rows.length; r++) {
      double p = Logistic.probability(model.score(rows[r]));
      loss -= Math.log(Math.max(1e-300, alive[r] ? p : 1 - p));
    }
    return loss;
  }

  @Test
  void weightsFarOffFindBackInsteadOfLeapingToAndFro() {
    double[][] rows = new double[40][];
    boolean[] alive = new boolean[40];
    for (int r = 0; r < rows.length; r++) {
      rows[r] = new double[] {1, r < 20 ? 12 : -12};
      alive[r] = r % 20 < 8;
    }
    double prior = 1;
    Logistic model = new Logistic(new double[] {prior, prior}, new double[] {PULL, PULL});
    double before = loss(model, rows, alive, prior);
    for (int k = 0; k < 20; k++) {
      model.fit(rows, alive, rows.length, 1);
      double after = loss(model, rows, alive, prior);
      assertTrue(after <= before + 1e-9, before + " became " + after + " in step " + k);
      before = after;
    }
    assertEquals(0.4, Logistic.probability(model.score(new double[] {1, 12})), 0.02);
    assertEquals(0.4, Logistic.probability(model.score(new double[] {1, -12})), 0.02);
  }

  @Test
  void withoutRowsThePriorStays() {
    double[] prior = {0.3, -1};
    Logistic model = new Logistic(prior, new double[] {6, 6});
    model.fit(new double[0][], new boolean[0], 0, 3);
    assertEquals(Arrays.toString(prior), Arrays.toString(model.weights()));
  }
}
