package nephila.liverank.learned;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;
import org.junit.jupiter.api.Test;

class SiteExplorationTest {
  private static final int LARGE = 70;
  private static final int PAGES = 100;

  /// Pages 0 to 69 on one site, 70 to 99 on three of ten pages.
  private static OldGraph web() {
    List<String> urls = new ArrayList<>();
    for (int page = 0; page < PAGES; page++) {
      String site = page < LARGE ? "large" : "small" + page / 10;
      urls.add("http://" + site + ".test/" + page);
    }
    return OldGraph.of(CsrGraph.of(PAGES, new int[0], new int[0]), urls);
  }

  /// All pages not asked yet, those of the small sites first.
  private static int[] order(int asked) {
    int[] order = new int[PAGES - asked];
    for (int k = 0; k < order.length; k++) {
      order[k] = (LARGE + asked + k) % PAGES;
    }
    return order;
  }

  private final OldGraph web = web();
  private final Groups groups = Groups.of(web, new SplittableRandom(1));
  private final Evidence evidence = new Evidence(web, groups);

  private SiteExploration heard(int asked) {
    hear(LARGE, LARGE + asked);
    ClosedPages closed = new ClosedPages(groups, evidence);
    SiteExploration probes = new SiteExploration(web, groups, evidence, closed, Tuning.DEFAULT);
    for (int page = LARGE; page < LARGE + asked; page++) {
      probes.taken(page);
    }
    return probes;
  }

  private void hear(int from, int to) {
    for (int page = from; page < to; page++) {
      evidence.add(page, false);
    }
  }

  @Test
  void aLargeSiteThatNobodyAskedGetsItsBestPageAsked() {
    assertArrayEquals(
        new int[] {80, 81, 82, 83, 84, 85, 86, 87, 88, 0},
        heard(10).proposed(order(10), 10, PAGES - 10, 0.5));
  }

  @Test
  void aLargeSiteGetsSeveralProbesAtOnce() {
    // Needs: 70, then 69/4, of a small site 10, then 68/9.
    assertArrayEquals(
        new int[] {80, 81, 82, 83, 84, 85, 2, 1, 0, 90},
        heard(10).proposed(order(10), 10, PAGES - 10, 1));
  }

  @Test
  void whileProposalsLiveTheBestAreProposed() {
    assertArrayEquals(
        new int[] {80, 81, 82, 83, 84, 85, 86, 87, 88, 89},
        heard(10).proposed(order(10), 10, PAGES - 10, 0));
  }

  @Test
  void whileLittleIsKnownTheBestAreProposed() {
    assertArrayEquals(
        new int[] {71, 72, 73, 74, 75, 76, 77, 78, 79, 80},
        heard(1).proposed(order(1), 10, PAGES - 1, 1));
  }

  @Test
  void aSiteThatWasAskedEnoughIsNotProbed() {
    SiteExploration probes = heard(10);
    hear(40, 50);
    hear(90, 92);
    assertArrayEquals(
        new int[] {80, 81, 82, 83, 84, 85, 86, 87, 88, 89},
        probes.proposed(order(10), 10, PAGES - 10, 1));
  }
}
