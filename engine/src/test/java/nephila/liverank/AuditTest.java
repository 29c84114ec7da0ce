package nephila.liverank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nephila.Progress;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class AuditTest {
  private static final int SEEDS = 50;

  @Test
  void theWantedShareIsReachedInNineRunsOfTen() {
    SpreadingWeb web = SpreadingWeb.generate(4000, 100, 0.35, 0.95, 11);
    for (double alpha : new double[] {0.5, 0.9}) {
      int reached = 0;
      double overshoot = 0;
      for (long seed = 0; seed < SEEDS; seed++) {
        Order order = seed % 2 == 0 ? Order.AI : Order.ASF;
        Ordering ordering = order.start(web.snapshot(), Sample.ONE_PERCENT, seed);
        Audit audit = new Audit(ordering, 4000, 0.05, seed);
        Trail trail =
            new Revisit(audit, Liveness.known(web.alive()), 5)
                .until(audit.reached(alpha, 0.9), Progress.SILENT);
        double share = trail.found() / (double) web.liveCount();
        reached += share >= alpha ? 1 : 0;
        overshoot += (share - alpha) / SEEDS;
      }
      assertTrue(reached >= 0.9 * SEEDS, reached + " of " + SEEDS + " at " + alpha);
      assertTrue(overshoot < 0.15, "mean overshoot " + overshoot + " at " + alpha);
    }
  }

  @Test
  void everyPageIsStillAskedOnce() {
    SpreadingWeb web = SpreadingWeb.generate(500, 50, 0.5, 0.9, 3);
    Audit audit = new Audit(Order.BFS.start(web.snapshot(), Sample.ONE_PERCENT, 1), 500, 0.2, 1);
    Trail trail =
        new Revisit(audit, Liveness.known(web.alive()), 7).until(Stop.never(), Progress.SILENT);
    assertEquals(500, trail.asked());
    assertEquals(web.liveCount(), trail.found());
    assertEquals(1, audit.confidence(1));
    assertEquals(web.liveCount(), audit.liveCount(0.9).estimate(), 0);
  }

  @Test
  void withNothingAliveItStopsBeforeTheEnd() {
    SpreadingWeb web = SpreadingWeb.generate(3000, 50, 0.5, 0.9, 3);
    Audit audit = new Audit(Order.R.start(web.snapshot(), Sample.ONE_PERCENT, 1), 3000, 0.1, 1);
    Trail trail =
        new Revisit(audit, Liveness.known(new boolean[3000]), 10)
            .until(Stop.after(2500), Progress.SILENT);
    assertEquals(2500, trail.asked());
    assertTrue(audit.liveCount(0.9).high() < 60, audit.liveCount(0.9).toString());
  }

  @Test
  void theSampleOfThePaperEstimatesTheLiving() {
    LiveCount count = LiveCount.fromSample(1000, 100, 34, 1.645);
    assertEquals(340, count.estimate(), 1e-9);
    assertTrue(count.low() > 260 && count.low() < 340, count.toString());
    assertTrue(count.high() > 340 && count.high() < 430, count.toString());
    assertEquals(7, LiveCount.fromSample(7, 7, 7, 1.645).high(), 0);
    assertThrows(IllegalArgumentException.class, () -> LiveCount.fromSample(10, 0, 0, 1));
  }

  /// A fifth of the pages closed: what is estimated, and where it stops, are of the open ones.
  @Test
  void closedPagesAreNeitherFoundNorWanted() {
    int pages = 3000;
    boolean[] alive = new boolean[pages];
    java.util.BitSet closed = new java.util.BitSet();
    int living = 0;
    for (int page = 0; page < pages; page++) {
      closed.set(page, page % 5 == 0);
      alive[page] = page % 5 == 1 || page % 5 == 2;
      living += alive[page] ? 1 : 0;
    }
    CsrGraph links = CsrGraph.of(pages, new int[0], new int[0]);
    Ordering order = Order.R.start(OldGraph.withoutUrls(links), Sample.ONE_PERCENT, 1);
    Audit audit = new Audit(order, pages, 0.1, 1);
    Trail trail =
        new Revisit(audit, Liveness.known(alive, closed), 10)
            .until(audit.reached(0.7, 0.9), nephila.Progress.SILENT);
    assertTrue(trail.found() >= 0.69 * living, trail.found() + " of " + living);
    assertTrue(trail.asked() < pages, "it stopped");
    assertTrue(trail.closed() > 0);
    LiveCount count = audit.liveCount(0.9);
    assertTrue(count.low() <= living && living <= count.high(), count.toString());
  }
}
