package nephila.community;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import nephila.UserError;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FindGlobalRankTest {
  private static final int EACH = 20;

  @ParameterizedTest
  @EnumSource(Selection.class)
  void whatIsFetchedWholeIsRankedRight(Selection selection) {
    // A ring through all pages, so that everything can be reached.
    long seed = Long.getLong("nephila.seed", 1);
    CsrGraph web = withRing(RandomWebs.sites(new Random(seed), 6, EACH));
    LocalDomain domain = RandomWebs.firstSite(EACH);
    FindGlobalRank run = new FindGlobalRank(domain, RandomWebs.source(web, EACH), selection, seed);
    while (run.fetch(10) > 0) {
      assertTrue(run.extra() <= web.pages() - EACH);
    }
    assertEquals(0, run.frontier());
    double[] truth = domain.restrict(RandomWebs.rank(web));
    assertTrue(Distances.l1(run.estimate(), truth) < 1e-5, "seed " + seed);
  }

  @Test
  void theImpactsOfAWebKnownWholeAreThoseOfTheWholeWeb() {
    CsrGraph web = withRing(RandomWebs.sites(new Random(3), 4, EACH));
    LocalDomain domain = RandomWebs.firstSite(EACH);
    FindGlobalRank run =
        new FindGlobalRank(domain, RandomWebs.source(web, EACH), Selection.WORTH, 1);
    while (run.fetch(10) > 0) {
      // until nothing is left
    }
    List<Impact> all = Impact.all(web, domain, RandomWebs.rank(web));
    List<Impact> found = run.impacts();
    assertEquals(all.size(), found.size());
    for (int i = 0; i < all.size(); i++) {
      assertEquals(all.get(i).value(), found.get(i).value(), 1e-7);
    }
  }

  @Test
  void theErrorToldIsNotKnownBeforeARunAndGrowsWithWhatTheLastStepsChanged() {
    CsrGraph web = withRing(RandomWebs.sites(new Random(5), 12, EACH));
    LocalDomain domain = RandomWebs.firstSite(EACH);
    FindGlobalRank run =
        new FindGlobalRank(domain, RandomWebs.source(web, EACH), Selection.WORTH, 1);
    assertTrue(Double.isNaN(run.errorBound()));
    run.run(10, 0, step -> {});
    assertTrue(Double.isNaN(run.errorBound()), "nothing was fetched");
    List<double[]> estimates = new ArrayList<>();
    run.run(10, 2 * EACH, step -> estimates.add(step.estimate()));
    double changed = Distances.l1(estimates.get(10), estimates.get(5));
    assertTrue(changed > 0);
    assertEquals(0.12 + 0.8 * Math.sqrt(changed), run.errorBound(), 1e-12);
    boolean dry = run.run(10, web.pages(), step -> {});
    assertTrue(dry);
    assertTrue(run.errorBound() < 0.5, "dry: " + run.errorBound());
    double[] truth = domain.restrict(RandomWebs.rank(web));
    assertTrue(Distances.l1(run.estimate(), truth) <= run.errorBound());
  }

  private static CsrGraph withRing(CsrGraph web) {
    int n = web.pages();
    int links = (int) web.links();
    int[] sources = new int[links + n];
    int[] targets = Arrays.copyOf(web.targets(), links + n);
    for (int page = 0; page < n; page++) {
      Arrays.fill(sources, (int) web.rowStart(page), (int) web.rowStart(page + 1), page);
      sources[links + page] = page;
      targets[links + page] = (page + 1) % n;
    }
    return CsrGraph.of(n, sources, targets);
  }

  @Test
  void whereNobodyLinksInWorthIsExactBeforeAnyFetch() {
    // 0, 1, 2 are local; 3 … 9 are linked from them and link among themselves only.
    CsrGraph web =
        CsrGraph.of(
            10,
            new int[] {0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8},
            new int[] {1, 3, 2, 4, 0, 5, 6, 7, 8, 9, 3});
    LocalDomain domain = LocalDomain.of(0, 1, 2);
    double[] truth = domain.restrict(RandomWebs.rank(web));
    KnownGraph source = new KnownGraph(web);
    double[] before = new FindGlobalRank(domain, source, Selection.WORTH, 0).estimate();
    assertArrayEquals(truth, before, 1e-6);
    assertTrue(Distances.l1(FindGlobalRank.localRank(domain, source), truth) > 0.01);
  }

  @ParameterizedTest
  @EnumSource(Selection.class)
  void theBudgetIsKeptAndTheStepsAreEven(Selection selection) {
    CsrGraph web = RandomWebs.sites(new Random(3), 40, EACH);
    KnownGraph source = RandomWebs.source(web, EACH);
    FindGlobalRank run = new FindGlobalRank(RandomWebs.firstSite(EACH), source, selection, 7);
    List<FindGlobalRank.Step> steps = new ArrayList<>();
    assertFalse(run.run(4, EACH, steps::add));
    assertEquals(
        List.of(0, 5, 10, 15, 20), steps.stream().map(FindGlobalRank.Step::fetched).toList());
    assertEquals(EACH + EACH, source.fetches());
    assertEquals(EACH, Arrays.stream(run.outside()).distinct().count());
    for (FindGlobalRank.Step step : steps) {
      assertEquals(1, Arrays.stream(step.estimate()).sum(), 1e-9);
    }
  }

  @ParameterizedTest
  @EnumSource(Selection.class)
  void aRunRepeatsBitForBit(Selection selection) {
    CsrGraph web = RandomWebs.sites(new Random(5), 30, EACH);
    double[][] estimates = new double[2][];
    for (int i = 0; i < 2; i++) {
      FindGlobalRank run =
          new FindGlobalRank(
              RandomWebs.firstSite(EACH), RandomWebs.source(web, EACH), selection, 11);
      run.run(5, EACH, step -> {});
      estimates[i] = run.estimate();
    }
    assertArrayEquals(estimates[0], estimates[1]);
  }

  @ParameterizedTest
  @EnumSource(Selection.class)
  void aDomainWithoutLinksOutHasNothingToFetch(Selection selection) {
    CsrGraph web = CsrGraph.of(5, new int[] {0, 1, 3, 4}, new int[] {1, 0, 0, 1});
    FindGlobalRank run =
        new FindGlobalRank(LocalDomain.of(0, 1, 2), new KnownGraph(web), selection, 0);
    assertTrue(run.run(50, 6, step -> {}), "runs dry");
    assertEquals(0, run.extra());
    assertEquals(1, Arrays.stream(run.estimate()).sum(), 1e-12);
  }

  @ParameterizedTest
  @EnumSource(Selection.class)
  void aDomainOfOnePageHasAllOfTheRank(Selection selection) {
    CsrGraph web = CsrGraph.of(4, new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 0});
    FindGlobalRank run = new FindGlobalRank(LocalDomain.of(0), new KnownGraph(web), selection, 0);
    assertFalse(run.run(50, 2, step -> {}));
    assertArrayEquals(new double[] {1}, run.estimate(), 1e-12);
  }

  @ParameterizedTest
  @EnumSource(Selection.class)
  void aDomainOfAllPagesNeedsNoFetch(Selection selection) {
    CsrGraph web = RandomWebs.sites(new Random(8), 1, EACH);
    LocalDomain domain = RandomWebs.firstSite(EACH);
    FindGlobalRank run = new FindGlobalRank(domain, new KnownGraph(web), selection, 0);
    assertTrue(run.run(50, 2 * EACH, step -> {}));
    assertArrayEquals(domain.restrict(RandomWebs.rank(web)), run.estimate(), 1e-6);
  }

  @Test
  void pagesThrownAwayByAFocusedCrawlCostNothing() {
    CsrGraph web = RandomWebs.sites(new Random(9), 30, EACH);
    FindGlobalRank run =
        new FindGlobalRank(
            RandomWebs.firstSite(EACH), RandomWebs.source(web, EACH), Selection.WORTH, 0);
    run.include(200, 201, 5, 200);
    assertEquals(0, run.extra());
    assertArrayEquals(new int[] {200, 201}, run.outside());
    run.fetch(3);
    assertEquals(3, run.extra());
  }

  @Test
  void emptyNegativeAndUnknownPagesAreTold() {
    assertThrows(UserError.class, () -> LocalDomain.of());
    assertThrows(UserError.class, () -> LocalDomain.of(3, -1));
    UserError unknown = assertThrows(UserError.class, () -> LocalDomain.of(3, 12).within(10));
    assertTrue(unknown.toString().contains("page 12"), unknown.toString());
    assertThrows(UserError.class, () -> Selection.named("best"));
    assertEquals(Selection.SC_EXACT, Selection.named("SC-exact"));
  }
}
