package nephila.cluster.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import nephila.UserError;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.OrderOut;
import nephila.config.CrawlConfig;
import nephila.testweb.contract.SteppedClock;
import org.junit.jupiter.api.Test;

class DrainWaitTest {
  private static final CrawlWorkers TWO =
      new CrawlWorkers(
          new TreeSet<>(List.of("w1", "w2")), Map.of(0, "w1", 1, "w2"), Map.of(0, "w2", 1, "w1"));

  private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final PartitionTotals totals = new PartitionTotals();
  private final List<String> heard = new ArrayList<>();
  private CrawlRegistry.State wanted = CrawlRegistry.State.PAUSED;
  private CrawlWorkers workers = TWO;
  private int reporting = 2;
  private long moving;
  private boolean orders;

  /// What happens while time passes.
  private Runnable step = () -> {};

  private ClusterStatus status() {
    ClusterSettings settings =
        new ClusterSettings(
            CrawlConfig.of("http://a.test/")
                .with("agent", "test")
                .with("contact", "me@example.org")
                .checked(),
            2);
    return ClusterStatus.of(wanted, settings, totals, reporting, 0, 0, Long.MAX_VALUE, moving);
  }

  private List<PartitionStatus> partitions() {
    OrderOut order =
        new OrderOut("http://a.test", 28, clock.millis() - 12_000, clock.millis() + 300_000);
    boolean out = totals.get(Sum.OUT) > 0;
    return List.of(
        new PartitionStatus(
            0, "w1", 0, 9, 3, 6, totals.get(Sum.OUT), 1, true, orders, out ? order : null),
        new PartitionStatus(1, "w2", 40_000, 9, 3, 6, 0, 1, true, orders, null));
  }

  private ClusterStatus await() {
    DrainWait.View view =
        new DrainWait.View() {
          @Override
          public ClusterStatus status() {
            return DrainWaitTest.this.status();
          }

          @Override
          public DrainObstacles obstacles(ClusterStatus now) {
            return DrainObstacles.of(now, partitions(), workers, clock.millis());
          }
        };
    DrainWait wait =
        new DrainWait(
            "web",
            view,
            clock,
            millis -> {
              clock.pass(Duration.ofMillis(millis));
              step.run();
            });
    return wait.await(what -> heard.add(what.words()), () -> "look elsewhere");
  }

  @Test
  void itSaysAtOnceWithWhichWorkerPagesAreAndWhenTheyLapse() {
    totals.set(Sum.OUT, 28);
    totals.set(Sum.SETTLED, 2);
    step = () -> totals.set(Sum.OUT, 0);
    assertTrue(await().drained());
    assertEquals(
        "28 pages are out, asked for longest ago: 28 pages of http://a.test (partition 0), for 12"
            + " s, with worker w2, given up in 300 s at the latest; partition 1 was last heard 40 s"
            + " ago from worker w2",
        heard.getFirst());
    assertEquals(1, heard.size());
  }

  @Test
  void withoutAWorkerItEndsAtOnceAndSaysWhatToType() {
    totals.set(Sum.SENT, 3400);
    totals.set(Sum.SENT_SIZE, 3400);
    totals.set(Sum.SETTLED, 2);
    workers = CrawlWorkers.NONE;
    wanted = CrawlRegistry.State.STOPPED;
    long begun = clock.millis();
    UserError e = assertThrows(UserError.class, this::await);
    assertEquals(begun, clock.millis());
    assertEquals(
        "crawl 'web' does not come to rest: 3,400 units are on their way between partitions; no"
            + " worker runs; it was stopped before that was done: nephila cluster resume --crawl"
            + " web, start a worker, then nephila cluster stop, which waits; or look elsewhere",
        e.getMessage());
  }

  @Test
  void whereNothingMovesItEndsAfterTwoMinutesAndWhereSomethingDoesItWaits() {
    totals.set(Sum.OUT, 5);
    totals.set(Sum.SETTLED, 2);
    int[] steps = {0};
    step =
        () -> {
          if (steps[0]++ < 1000) {
            totals.add(Sum.FETCHED, 1);
          }
        };
    UserError e = assertThrows(UserError.class, this::await);
    assertTrue(e.getMessage().contains("5 pages are out"), e.getMessage());
    assertTrue(steps[0] > 1200, steps[0] + " steps");
  }

  /// Totals may be those of before a page arrived that is moved in, or of an owner that has not
  /// heard of the pause: both would go on after an export began.
  @Test
  void aCrawlDoesNotRestWhilePagesAreMovedInOrAnOwnerMayGiveOrders() {
    totals.set(Sum.SETTLED, 2);
    moving = 1200;
    orders = true;
    int[] steps = {0};
    step =
        () -> {
          moving = ++steps[0] < 10 ? 1200 : 0;
          orders = steps[0] < 20;
        };
    assertTrue(await().drained());
    assertTrue(steps[0] >= 20, steps[0] + " steps");
    assertTrue(heard.getFirst().startsWith("1,200 pages that are moved in"), heard.getFirst());
    assertEquals("2 partitions have not heard that the crawl is to rest", heard.getLast());
  }

  @Test
  void aBoundAndBalancedBooksAreNotToldBeforeEveryPartitionHasTold() {
    totals.set(Sum.KNOWN, 10);
    reporting = 1;
    ClusterStatus part = status();
    assertEquals(2, part.errorBound());
    assertFalse(part.balanced());
    assertEquals("error not known yet: 1 of 2 partitions have told their totals", part.precision());
    reporting = 2;
    assertTrue(status().balanced());
    assertEquals(0, status().errorBound());
  }
}
