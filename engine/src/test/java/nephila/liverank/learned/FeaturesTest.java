package nephila.liverank.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import nephila.liverank.Asked;
import nephila.liverank.SpreadingWeb;
import org.junit.jupiter.api.Test;

class FeaturesTest {
  private static final int PAGES = 3000;

  /// Answers for a third of the pages of a web, then scores both ways.
  private static void compare(Set<LearnedPart> without) {
    SpreadingWeb web = SpreadingWeb.generate(PAGES, 100, 0.3, 0.95, 4);
    SplittableRandom random = new SplittableRandom(9);
    Groups groups = Groups.of(web.snapshot(), random);
    Evidence evidence = new Evidence(web.snapshot(), groups);
    Asked asked = new Asked(PAGES);
    LivenessSpread spread = new LivenessSpread(web.snapshot(), asked);
    GraphShape shape = GraphShape.of(web.snapshot());
    Features features = new Features(web.snapshot(), groups, shape, evidence, spread, without);
    for (int page = 0; page < PAGES; page += 3) {
      asked.answer(page, web.alive()[page]);
      evidence.add(page, web.alive()[page]);
      spread.add(page, web.alive()[page]);
    }
    evidence.settle();
    spread.settle(groups, evidence);
    double[] weights = random.doubles(Features.COUNT, -1, 1).toArray();
    Logistic model = new Logistic(weights, new double[Features.COUNT]);
    features.weigh(weights);
    double[] row = new double[Features.COUNT];
    for (int page = 1; page < PAGES; page += 3) {
      features.fresh(page, row);
      assertEquals(model.score(row), features.score(page), 1e-4, "page " + page);
    }
  }

  @Test
  void theScoreOfThePreparedGroupsIsThatOfTheRow() {
    compare(EnumSet.noneOf(LearnedPart.class));
  }

  @Test
  void partsThatAreLeftOutAddNothing() {
    compare(EnumSet.of(LearnedPart.CHAIN, LearnedPart.CLUSTER, LearnedPart.CO_NEIGHBOURS));
  }
}
