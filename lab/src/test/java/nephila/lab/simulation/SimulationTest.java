package nephila.lab.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import nephila.frontier.order.CashClock;
import nephila.frontier.order.CountingClock;
import nephila.graph.CsrGraph;
import nephila.lab.selection.FrontierSelector;
import nephila.lab.selection.PageSelector;
import nephila.ledger.ExactLedger;
import nephila.ledger.Ledger;
import nephila.ledger.OpicLedger;
import nephila.ledger.RowlessLedger;
import nephila.ledger.window.Window;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final int PAGES = 3_000;

  /// In-degrees ∝ k^−2.1.
  private static CsrGraph graph(long seed) {
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    List<int[]> links = new ArrayList<>();
    for (int page = 0; page < PAGES; page++) {
      int in = (int) Math.min(PAGES / 10.0, 2.5 * Math.pow(1 - random.nextDouble(), -1 / 1.1));
      for (int k = 0; k < in; k++) {
        links.add(new int[] {random.nextInt(PAGES), page});
      }
    }
    return CsrGraph.of(
        PAGES,
        links.stream().mapToInt(link -> link[0]).toArray(),
        links.stream().mapToInt(link -> link[1]).toArray());
  }

  private static List<Simulation.Point> run(
      SimulatedWeb web, Ledger ledger, PageSelector selector, boolean certified) {
    List<Simulation.Point> points = new ArrayList<>();
    new Simulation(web, ledger, selector, certified).run(10L * PAGES, PAGES, points::add);
    return points;
  }

  @Test
  void theExactFormIsFarAheadOfOpic() {
    CsrGraph graph = graph(Long.getLong("nephila.seed", 1));
    RowlessLedger exact = new RowlessLedger(0.85, PAGES);
    List<Simulation.Point> ours =
        run(StaticWeb.known(graph), exact, new CountingClock(exact)::next, true);
    OpicLedger opic = new OpicLedger(OpicLedger.Settings.plain());
    List<Simulation.Point> papers =
        run(StaticWeb.known(graph), opic, new CashClock(opic)::next, true);
    assertEquals(10, ours.size());
    assertTrue(ours.get(1).errorPercent() < 2, "after two reads " + ours.get(1));
    assertTrue(ours.get(4).errorPercent() < 0.01, "after five reads " + ours.get(4));
    assertTrue(papers.get(4).errorPercent() > 5, "papers after five reads " + papers.get(4));
  }

  @Test
  void withRowsKeptOneReadAPageIsEnough() {
    ExactLedger exact = new ExactLedger(0.85, PAGES);
    exact.pushAbove(1e-11);
    List<Simulation.Point> points =
        run(StaticWeb.known(graph(5)), exact, FrontierSelector.refresh(exact), true);
    assertTrue(points.get(0).bound() < 1e-9, "after one read " + points.get(0));
    assertTrue(points.get(0).errorPercent() < 1e-6, "after one read " + points.get(0));
  }

  @Test
  void aChangingWebIsFollowed() {
    CsrGraph graph = graph(6);
    ExactLedger exact = new ExactLedger(0.85, PAGES);
    exact.pushAbove(0.1);
    List<Simulation.Point> ours =
        run(changing(graph), exact, FrontierSelector.refresh(exact), false);
    OpicLedger opic = new OpicLedger(OpicLedger.Settings.corrected(Window.parse("growing:4")));
    List<Simulation.Point> window = run(changing(graph), opic, new CashClock(opic)::next, false);
    assertTrue(ours.get(9).errorPercent() < 6, "exact " + ours.get(9));
    assertEquals(2, ours.get(9).bound(), "links changed since they were read");
    assertTrue(window.get(9).errorPercent() > ours.get(9).errorPercent(), "window " + window);
  }

  private static ChangingWeb changing(CsrGraph graph) {
    return new ChangingWeb(graph, 0.1, new SplittableRandom(1));
  }

  @Test
  void aGrowingWebIsDiscoveredAndLearned() {
    CsrGraph graph = graph(8);
    RowlessLedger exact = new RowlessLedger(0.85, PAGES);
    int seed = 0;
    while (graph.outDegree(seed) < 5) {
      seed++;
    }
    List<Simulation.Point> points =
        run(StaticWeb.growingFrom(graph, seed), exact, new CountingClock(exact)::next, true);
    assertTrue(points.get(9).errorPercent() < 0.01, "at the end " + points.get(9));
    assertTrue(exact.totals().read() > PAGES / 3, "pages " + exact.totals().read());
  }
}
