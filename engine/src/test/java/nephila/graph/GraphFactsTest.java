package nephila.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

class GraphFactsTest {
  @Test
  void aSmallGraphIsCountedByHand() {
    // 0 → 1 → 2 → 0, 2 → 3, 4 → 4, and 5 alone
    CsrGraph graph = CsrGraph.of(6, new int[] {0, 1, 2, 2, 4}, new int[] {1, 2, 0, 3, 4});
    GraphFacts facts = GraphFacts.of(graph);
    assertEquals(new Components(3, 4), facts.weak());
    assertEquals(new Components(4, 3), facts.strong().sizes());
    assertEquals(2, facts.dangling());
    assertEquals(2, facts.unlinked());
    assertEquals(1, facts.selfLinks());
    assertEquals(new Degrees(5 / 6.0, 1, 2, 2, 2, 2), facts.out());
  }

  @RepeatedTest(20)
  void strongComponentsAreThoseOfTheClosure(TestReporter reporter, RepetitionInfo repetition) {
    long seed = Long.getLong("nephila.seed", 1) + repetition.getCurrentRepetition() - 1;
    reporter.publishEntry("nephila.seed", Long.toString(seed));
    SplittableRandom random = new SplittableRandom(seed);
    int pages = 1 + random.nextInt(30);
    int links = random.nextInt(60);
    int[] sources = random.ints(links, 0, pages).toArray();
    int[] targets = random.ints(links, 0, pages).toArray();
    boolean[][] direct = new boolean[pages][pages];
    boolean[][] reaches = new boolean[pages][pages];
    for (int k = 0; k < links; k++) {
      direct[sources[k]][targets[k]] = true;
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
    int swinging = 0;
    Set<Integer> periodsOfLargest = new HashSet<>();
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
      int period = period(direct, a);
      swinging += first && period > 1 ? 1 : 0;
      if (size > largest) {
        periodsOfLargest.clear();
      }
      if (size >= largest) {
        periodsOfLargest.add(period);
      }
      largest = Math.max(largest, size);
    }
    StrongComponents strong = Components.strong(CsrGraph.of(pages, sources, targets));
    assertEquals(new Components(count, largest), strong.sizes());
    assertEquals(swinging, strong.swinging());
    assertTrue(periodsOfLargest.contains(strong.period()), strong + " " + periodsOfLargest);
  }

  @Test
  void aRingSwingsAndAChordAcrossItMakesItSettle() {
    int[] from = {0, 1, 2, 3, 4, 5};
    int[] to = {1, 2, 3, 4, 5, 0};
    StrongComponents ring = Components.strong(CsrGraph.of(6, from, to));
    assertEquals(new StrongComponents(new Components(1, 6), 6, 1), ring);
    CsrGraph half =
        CsrGraph.of(6, new int[] {0, 1, 2, 3, 4, 5, 2}, new int[] {1, 2, 3, 4, 5, 0, 5});
    assertEquals(2, Components.strong(half).period());
    CsrGraph odd = CsrGraph.of(6, new int[] {0, 1, 2, 3, 4, 5, 1}, new int[] {1, 2, 3, 4, 5, 0, 3});
    assertEquals(1, Components.strong(odd).period());
    assertEquals(0, Components.strong(odd).swinging());
    assertEquals(0, Components.strong(CsrGraph.of(2, new int[] {0}, new int[] {1})).period());
  }

  /// The greatest common divisor of the lengths of the closed walks through a page.
  private static int period(boolean[][] links, int page) {
    int pages = links.length;
    boolean[] at = new boolean[pages];
    at[page] = true;
    int divisor = 0;
    for (int length = 1; length <= 3 * pages; length++) {
      boolean[] next = new boolean[pages];
      for (int a = 0; a < pages; a++) {
        for (int b = 0; b < pages && at[a]; b++) {
          next[b] |= links[a][b];
        }
      }
      at = next;
      divisor =
          at[page]
              ? BigInteger.valueOf(length).gcd(BigInteger.valueOf(divisor)).intValue()
              : divisor;
    }
    return divisor;
  }
}
