package nephila.liverank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class ProbesTest {
  private static final int LARGE = 70;
  private static final int PAGES = 100;

  /// Pages 0 to 69 on one site, 70 to 99 on three of ten pages.
  private static Snapshot web() {
    List<String> urls = new ArrayList<>();
    for (int page = 0; page < PAGES; page++) {
      String site = page < LARGE ? "large" : "small" + page / 10;
      urls.add("http://" + site + ".test/" + page);
    }
    return Snapshot.of(CsrGraph.of(PAGES, new int[0], new int[0]), urls);
  }

  /// All pages not asked yet, those of the small sites first.
  private static int[] order(int asked) {
    int[] order = new int[PAGES - asked];
    for (int k = 0; k < order.length; k++) {
      order[k] = (LARGE + asked + k) % PAGES;
    }
    return order;
  }

  private static Probes heard(int asked) {
    Probes probes = new Probes(web(), Tuning.DEFAULT);
    for (int page = LARGE; page < LARGE + asked; page++) {
      probes.add(page);
    }
    return probes;
  }

  @Test
  void aLargeSiteThatNobodyAskedGetsItsBestPageAsked() {
    assertArrayEquals(
        new int[] {80, 81, 82, 83, 84, 85, 86, 87, 88, 0}, heard(10).proposed(order(10), 10, 0.5));
  }

  @Test
  void whileProposalsLiveOrLittleIsKnownTheBestAreProposed() {
    assertArrayEquals(
        new int[] {80, 81, 82, 83, 84, 85, 86, 87, 88, 89}, heard(10).proposed(order(10), 10, 0));
    assertArrayEquals(
        new int[] {71, 72, 73, 74, 75, 76, 77, 78, 79, 80}, heard(1).proposed(order(1), 10, 1));
  }

  @Test
  void aSiteThatWasAskedEnoughIsNotProbed() {
    Probes probes = heard(10);
    for (int page = 40; page < 50; page++) {
      probes.add(page);
    }
    probes.add(90);
    probes.add(91);
    assertArrayEquals(
        new int[] {80, 81, 82, 83, 84, 85, 86, 87, 88, 89}, probes.proposed(order(10), 10, 1));
  }
}
