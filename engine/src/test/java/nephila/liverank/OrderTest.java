package nephila.liverank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import nephila.Progress;
import nephila.UserError;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every ordering keeps: O1 to O3 of [Ordering].
class OrderTest {
  private static final Sample SAMPLE = Sample.parse("random:5%");

  @ParameterizedTest
  @EnumSource(Order.class)
  void everyPageIsAskedOnce(Order order) {
    for (int pages : new int[] {1, 2, 10, 700}) {
      long seed = Long.getLong("nephila.seed", 1) + pages;
      OldGraph snapshot = web(pages, seed);
      boolean[] alive = liveness(pages, seed);
      for (int batch : new int[] {1, 7, 1000}) {
        Trail trail = run(order, snapshot, alive, seed, batch);
        int[] asked = pagesOf(trail);
        Arrays.sort(asked);
        int[] all = new int[pages];
        Arrays.setAll(all, i -> i);
        assertArrayEquals(all, asked, order + ", seed " + seed + ", batch " + batch);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void theSameSeedGivesTheSameOrder(Order order) {
    OldGraph snapshot = web(500, 3);
    boolean[] alive = liveness(500, 4);
    assertArrayEquals(
        pagesOf(run(order, snapshot, alive, 5, 1)), pagesOf(run(order, snapshot, alive, 5, 1)));
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void allAliveAndNoneAliveAndAnEmptySnapshotEndWell(Order order) {
    OldGraph snapshot = web(300, 1);
    boolean[] all = new boolean[300];
    Arrays.fill(all, true);
    CostCurve cost = run(order, snapshot, all, 1, 1).cost(300);
    assertEquals(1, cost.cost(1), 1e-12);
    CostCurve none = run(order, snapshot, new boolean[300], 1, 1).cost(0);
    assertTrue(Double.isNaN(none.cost(0.5)));
    assertEquals(0, run(order, web(0, 1), new boolean[0], 1, 1).asked());
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void anAnswerThatCameFirstIsNotAskedAgain(Order order) {
    int pages = 200;
    Ordering ordering = order.start(web(pages, 2), SAMPLE, 9);
    for (int page = 0; page < pages; page += 2) {
      ordering.answered(page, page % 4 == 0);
      ordering.answered(page, false);
    }
    boolean[] seen = new boolean[pages];
    for (int[] batch = ordering.next(3); batch.length > 0; batch = ordering.next(3)) {
      for (int page : batch) {
        assertFalse(seen[page] || page % 2 == 0, order + " proposed page " + page);
        seen[page] = true;
      }
      // Answers come late or never: the ordering must not wait for them.
    }
    for (int page = 1; page < pages; page += 2) {
      assertTrue(seen[page], order + " forgot page " + page);
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void aClosedPageIsNotAskedAgainAndTeachesNothing(Order order) {
    int pages = 200;
    Ordering ordering = order.start(web(pages, 2), SAMPLE, 9);
    Ordering same = order.start(web(pages, 2), SAMPLE, 9);
    for (int page = 0; page < pages; page += 2) {
      ordering.closed(page);
      ordering.answered(page, false);
      same.closed(page);
    }
    for (int[] batch = ordering.next(3); batch.length > 0; batch = ordering.next(3)) {
      assertArrayEquals(batch, same.next(3), order + ": an answer after closed changed it");
      for (int page : batch) {
        assertTrue(page % 2 == 1, order + " proposed closed page " + page);
        ordering.answered(page, page % 3 == 0);
        same.answered(page, page % 3 == 0);
      }
    }
  }

  /// Two rounds: the set of the first and the rest of the second are all pages, each once.
  @ParameterizedTest
  @EnumSource(Order.class)
  void twoRoundsAskForEveryPageOnce(Order order) {
    int pages = 700;
    OldGraph snapshot = web(pages, 6);
    boolean[] alive = liveness(pages, 6);
    RankedPages first = order.firstRound(snapshot, SAMPLE, 3);
    Ordering second = order.start(snapshot, SAMPLE, 3);
    for (int page : first.pages()) {
      second.answered(page, alive[page]);
    }
    RankedPages rest = second.rest();
    assertEquals(pages, first.pages().length + rest.pages().length);
    int[] all = Arrays.copyOf(first.pages(), pages);
    System.arraycopy(rest.pages(), 0, all, first.pages().length, rest.pages().length);
    Arrays.sort(all);
    for (int page = 0; page < pages; page++) {
      assertEquals(page, all[page]);
    }
    for (int k = 1; k < rest.scores().length; k++) {
      assertTrue(rest.scores()[k] <= rest.scores()[k - 1], order + ": scores must not rise");
    }
  }

  @Test
  void anUnknownNameListsTheKnownOnes() {
    UserError error = assertThrows(UserError.class, () -> Order.parse("Q"));
    assertTrue(String.valueOf(error.getMessage()).contains("Pa+-"));
  }

  private static Trail run(Order order, OldGraph snapshot, boolean[] alive, long seed, int batch) {
    Ordering ordering = order.start(snapshot, SAMPLE, seed);
    return new Revisit(ordering, Liveness.known(alive), batch).until(Stop.never(), Progress.SILENT);
  }

  private static int[] pagesOf(Trail trail) {
    int[] pages = new int[trail.asked()];
    Arrays.setAll(pages, trail::page);
    return pages;
  }

  private static boolean[] liveness(int pages, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean[] alive = new boolean[pages];
    for (int i = 0; i < pages; i++) {
      alive[i] = random.nextInt(3) == 0;
    }
    return alive;
  }

  /// A web of random links, self-links among them, on a few sites.
  private static OldGraph web(int pages, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] sources = new int[4 * pages];
    int[] targets = new int[4 * pages];
    for (int k = 0; k < sources.length; k++) {
      sources[k] = random.nextInt(pages);
      targets[k] = random.nextInt(pages);
    }
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < pages; i++) {
      urls.add("http://site" + i % 5 + ".test/a" + i % 7 + "/page" + i + ".html");
    }
    return OldGraph.of(CsrGraph.of(pages, sources, targets), urls);
  }
}
