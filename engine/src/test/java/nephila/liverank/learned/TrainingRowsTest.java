package nephila.liverank.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TrainingRowsTest {
  private static final int MOST = 100;

  private final TrainingRows lessons = new TrainingRows(MOST, new SplittableRandom(1));

  /// The weights learned of rows of a bias and one value, as good as without a prior.
  private double[] learned() {
    Logistic model = new Logistic(new double[2], new double[] {1e-6, 1e-6});
    lessons.teach(model, 20);
    return model.weights();
  }

  @Test
  void learnsWhatWasKnownWhenThePageWasAsked() {
    for (int page = 0; page < MOST; page++) {
      lessons.propose(page, new double[] {1, page % 2});
    }
    for (int page = MOST - 1; page >= 0; page--) {
      lessons.answered(page, page % 2 == 1 ? page % 10 != 1 : page % 10 == 0);
    }
    // One in five of the even pages lives, four in five of the odd ones.
    assertEquals(Math.log(0.25), learned()[0], 1e-3);
    assertEquals(Math.log(16), learned()[1], 1e-3);
  }

  @Test
  void anAnswerThatNobodyWaitsForTeachesNothing() {
    lessons.propose(1, new double[] {1, 0});
    lessons.answered(2, true);
    lessons.answered(1, true);
    double once = learned()[0];
    lessons.answered(1, false);
    assertEquals(once, learned()[0]);
    assertTrue(once > 5, "one living page alone: " + once);
  }

  @Test
  void ofManyAnswersEarlyAndLateOnesAreKept() {
    for (int k = 0; k < 20 * MOST; k++) {
      lessons.add(new double[] {1, 0}, k < 10 * MOST);
    }
    // Half of the answers lived, all of them early ones.
    assertEquals(0.5, Logistic.probability(learned()[0]), 0.15);
  }
}
