package nephila.liverank.learned;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;
import org.junit.jupiter.api.Test;

class StratifiedSampleTest {
  private static final int PAGES = 2_000;

  /// Pages that all link to page 7 and to page 5, whose own link goes to page 7; the last `alone`
  /// of them each on a site of its own.
  private static OldGraph web(int alone) {
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
    return OldGraph.of(CsrGraph.of(PAGES, from, to), urls);
  }

  @Test
  void oneSiteIsSampledByRank() {
    assertArrayEquals(new int[] {7, 5}, StratifiedSample.draw(web(0), 2, new SplittableRandom(1)));
  }

  @Test
  void everyThirdPageOfOneSiteIsAnyPage() {
    int[] sample = StratifiedSample.draw(stairs(300), 60, new SplittableRandom(1));
    assertEquals(60, Arrays.stream(sample).distinct().count());
    int ranked = 0;
    int any = 0;
    for (int k = 0; k < sample.length; k++) {
      if (k % 3 == 2) {
        any += sample[k];
      } else {
        ranked = Math.max(ranked, sample[k]);
      }
    }
    assertTrue(ranked < 60, "forty by rank, beside those that came by chance: up to " + ranked);
    assertTrue(any / 20 > 80, "twenty at random have 150 as mean, seen " + any / 20);
  }

  /// One site whose pages link to all pages before them: the lower the number, the higher the rank.
  private static OldGraph stairs(int pages) {
    List<String> urls = new ArrayList<>();
    List<Integer> from = new ArrayList<>();
    List<Integer> to = new ArrayList<>();
    for (int page = 0; page < pages; page++) {
      urls.add("http://one.test/" + page);
      for (int before = 0; before < page; before++) {
        from.add(page);
        to.add(before);
      }
    }
    int[] sources = from.stream().mapToInt(Integer::intValue).toArray();
    int[] targets = to.stream().mapToInt(Integer::intValue).toArray();
    return OldGraph.of(CsrGraph.of(pages, sources, targets), urls);
  }

  @Test
  void smallSitesAreHeardMoreThanTheirPagesAmountTo() {
    int[] sample = StratifiedSample.draw(web(100), 200, new SplittableRandom(1));
    long small = Arrays.stream(sample).filter(page -> page >= PAGES - 100).count();
    assertTrue(small > 80, "a tenth expected of a plain sample, seen " + small);
    assertTrue(small < 200, "the large site speaks too");
  }
}
