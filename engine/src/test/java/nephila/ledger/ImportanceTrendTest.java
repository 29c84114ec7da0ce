package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ImportanceTrendTest {
  @Test
  void aSteadyRiseIsSeenAndContinued() {
    ImportanceTrend trend = new ImportanceTrend();
    assertEquals(0, trend.rate(3));
    for (int day = 0; day < 20; day++) {
      trend.observe(3, 0.01 + 0.002 * day, day);
    }
    assertEquals(0.002, trend.rate(3), 1e-6);
    assertEquals(0.01 + 0.002 * 25, trend.expected(3, 25), 1e-4);
    assertEquals(0, trend.rate(2));
    assertEquals(0, trend.expected(2, 9));
  }

  @Test
  void aTurnShowsAfterAFewReads() {
    ImportanceTrend trend = new ImportanceTrend();
    for (int day = 0; day < 20; day++) {
      trend.observe(0, 1 + day, day);
    }
    for (int day = 20; day < 24; day++) {
      trend.observe(0, 20 - 2 * (day - 19), day);
    }
    assertEquals(-2, trend.rate(0), 0.4);
    assertEquals(0, trend.expected(0, 1000));
  }
}
