package nephila.liverank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class StratifiedSampleTest {
  private static final int PAGES = 2_000;

  /// Pages that all link to page 7 and to page 5, whose own link goes to page 7; the last `alone`
  /// of them each on a site of its own.
  private static Snapshot web(int alone) {
    List<String> urls = new ArrayList<>();
    int[] from = new int[2 * PAGES];
    int[] to = new int[2 * PAGES];
    for (int page = 0; page < PAGES; page++) {
      urls.add("http://" + (page < PAGES - alone ? "large" : "s" + page) + ".test/" + page);
      from[2 * page] = page;
      to[2 * page] = 7;
      from[2 * page + 1] = page;
      to[2 * page + 1] = page == 5 ? 7 : 5;
    }
    return Snapshot.of(CsrGraph.of(PAGES, from, to), urls);
  }

  @Test
  void oneSiteIsSampledByRank() {
    assertArrayEquals(new int[] {7, 5}, StratifiedSample.draw(web(0), 2, new SplittableRandom(1)));
  }

  @Test
  void smallSitesAreHeardMoreThanTheirPagesAmountTo() {
    int[] sample = StratifiedSample.draw(web(100), 200, new SplittableRandom(1));
    long small = Arrays.stream(sample).filter(page -> page >= PAGES - 100).count();
    assertTrue(small > 80, "a tenth expected of a plain sample, seen " + small);
    assertTrue(small < 200, "the large site speaks too");
  }
}
