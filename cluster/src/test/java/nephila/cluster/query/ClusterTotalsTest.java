package nephila.cluster.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.config.CrawlConfig;
import org.junit.jupiter.api.Test;

class ClusterTotalsTest {
  private final CrawlConfig plan = CrawlConfig.of("http://a.test/");
  private final ClusterImportance importance = new ClusterImportance(plan.ledger());
  private final PartitionTotals sum = new PartitionTotals();

  @Test
  void nothingIsOrderedWhilePaymentsOnTheirWayMakeImportanceMeaningless() {
    sum.set(Sum.KNOWN, 1000);
    double worth = importance.sum(sum);
    sum.set(Sum.SENT_SIZE, (long) (worth * 0.02));
    assertEquals(2 * 0.85 * 0.02 / 0.15, importance.onTheirWay(sum), 1e-6);
    assertFalse(ClusterTotals.outrun(importance.onTheirWay(sum), true));
    sum.set(Sum.SENT_SIZE, (long) (worth * 0.06));
    assertTrue(ClusterTotals.outrun(importance.onTheirWay(sum), true));
    sum.set(Sum.ARRIVED_SIZE, (long) (worth * 0.05));
    assertFalse(ClusterTotals.outrun(importance.onTheirWay(sum), true));
  }

  /// What is on its way to a partition that nobody owns arrives when it is restored: the others do
  /// not wait for it.
  @Test
  void whilePartitionsAreSilentTheOthersGoOn() {
    sum.set(Sum.KNOWN, 1000);
    sum.set(Sum.SENT_SIZE, Long.MAX_VALUE / 2);
    assertTrue(ClusterTotals.outrun(importance.onTheirWay(sum), true));
    assertFalse(ClusterTotals.outrun(importance.onTheirWay(sum), false));
  }
}
