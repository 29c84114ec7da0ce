package nephila.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

class GraphFactsTest {
  @Test
  void aSmallGraphIsCountedByHand() {
    // 0 → 1 → 2 → 0, 2 → 3, 4 → 4, and 5 alone
    CsrGraph graph = CsrGraph.of(6, new int[] {0, 1, 2, 2, 4}, new int[] {1, 2, 0, 3, 4});
    GraphFacts facts = GraphFacts.of(graph);
    assertEquals(new Components(3, 4), facts.weak());
    assertEquals(new Components(4, 3), facts.strong());
    assertEquals(2, facts.dangling());
    assertEquals(2, facts.unlinked());
    assertEquals(1, facts.selfLinks());
    assertEquals(new Degrees(5 / 6.0, 1, 2, 2, 2, 2), facts.out());
  }

  @RepeatedTest(20)
  void strongComponentsAreThoseOfTheClosure(TestReporter reporter) {
    long seed = Long.getLong("nephila.seed", 1);
    reporter.publishEntry("nephila.seed", Long.toString(seed));
    SplittableRandom random = new SplittableRandom(seed);
    int pages = 1 + random.nextInt(30);
    int links = random.nextInt(60);
    int[] sources = random.ints(links, 0, pages).toArray();
    int[] targets = random.ints(links, 0, pages).toArray();
    boolean[][] reaches = new boolean[pages][pages];
    for (int k = 0; k < links; k++) {
      reaches[sources[k]][targets[k]] = true;
    }
    for (int via = 0; via < pages; via++) {
      for (int a = 0; a < pages; a++) {
        for (int b = 0; b < pages; b++) {
          reaches[a][b] |= reaches[a][via] && reaches[via][b];
        }
      }
    }
    int count = 0;
    int largest = 0;
    for (int a = 0; a < pages; a++) {
      int size = 1;
      boolean first = true;
      for (int b = 0; b < pages; b++) {
        if (b != a && reaches[a][b] && reaches[b][a]) {
          size++;
          first &= b > a;
        }
      }
      count += first ? 1 : 0;
      largest = Math.max(largest, size);
    }
    CsrGraph graph = CsrGraph.of(pages, sources, targets);
    assertEquals(new Components(count, largest), Components.strong(graph));
  }
}
