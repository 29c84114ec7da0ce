package nephila.liverank.learned;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;
import org.junit.jupiter.api.Test;

class LinkExplorationTest {
  private static final int PAGES = 100;

  /// Pages 0 and 1 live and were asked: both link to 50, page 0 to 51 as well. Page 2 was asked and
  /// is dead: it links to 52.
  private final OldGraph web =
      OldGraph.withoutUrls(CsrGraph.of(PAGES, new int[] {0, 1, 0, 2}, new int[] {50, 50, 51, 52}));

  private final Evidence evidence = new Evidence(web, Groups.of(web, new SplittableRandom(1)));
  private final LinkExploration followers = new LinkExploration(web, evidence, Tuning.DEFAULT);

  LinkExplorationTest() {
    evidence.add(0, true);
    evidence.add(1, true);
    evidence.add(2, false);
  }

  private static int[] order() {
    return IntStream.range(3, PAGES).toArray();
  }

  private int[] first(int count, double dead) {
    return Arrays.copyOf(followers.moved(order(), 10, PAGES - 3, dead), count);
  }

  @Test
  void thePageWithTheMostLivingParentsComesFirst() {
    assertArrayEquals(new int[] {50, 51, 3, 4}, first(4, 1));
  }

  @Test
  void everyPageStaysInTheOrder() {
    int[] moved = followers.moved(order(), 10, PAGES - 3, 1);
    Arrays.sort(moved);
    assertArrayEquals(order(), moved);
  }

  @Test
  void whileProposalsLiveTheOrderStays() {
    assertArrayEquals(order(), followers.moved(order(), 10, PAGES - 3, 0));
  }

  @Test
  void whereFollowersLiveNoMoreOftenTheyGetFewQuestions() {
    assertEquals(3, first(1, 0.6)[0], "0.2 × 0.6³ of ten is less than one question");
  }

  @Test
  void whereFollowersLiveMoreOftenTheyGetMostQuestions() {
    for (int page = 3; page < 20; page++) {
      followers.answered(page, false);
    }
    assertEquals(50, first(1, 0.6)[0], "0.9 × 0.6³ of ten is more than one");
  }

  @Test
  void followersThatWereDeadGetFewerQuestions() {
    assertEquals(50, first(1, 0.8)[0], "0.2 × 0.8³ of ten is one question");
    followers.answered(50, false);
    assertEquals(3, first(1, 0.78)[0], "0.2 × (29/30)² × 0.78³ of ten is less than one");
  }
}
