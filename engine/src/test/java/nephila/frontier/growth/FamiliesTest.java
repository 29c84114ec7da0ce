package nephila.frontier.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import nephila.ledger.ExactLedger;
import org.junit.jupiter.api.Test;

class FamiliesTest {
  private static final IntUnaryOperator DIRECTORY = page -> page / 5;
  private static final IntUnaryOperator HOST = page -> page / 10;

  private static KnownPages pages() {
    ExactLedger ledger = new ExactLedger();
    ledger.read(0, 1, 10, 11, 20);
    ledger.read(10, 11, 15, 20);
    return KnownPages.of(ledger);
  }

  private static double outside(Families families, int page) {
    float[] row = new float[families.features()];
    families.features(page, row);
    return Math.expm1(row[row.length - 1]);
  }

  @Test
  void linksFromOtherHostsCountForAllPagesOfAHostAndOnce() {
    Families families = new Families(pages(), List.of(DIRECTORY, HOST), 1, page -> 0);
    for (int looks = 0; looks < 3; looks++) {
      families.look();
      assertEquals(0, outside(families, 1), 1e-6);
      assertEquals(2, outside(families, 11), 1e-6);
      assertEquals(2, outside(families, 15), 1e-6, "another directory of the host");
      assertEquals(2, outside(families, 20), 1e-6);
    }
  }

  @Test
  void whereThereIsOneLevelNoLinkIsFromAnotherHost() {
    Families families = new Families(pages(), List.of(DIRECTORY), 1, page -> 0);
    families.look();
    assertEquals(0, outside(families, 20), 0);
  }

  @Test
  void whatIsExpectedGoesByTheFeatures() {
    Families families = new Families(pages(), List.of(DIRECTORY, HOST), 1, page -> 0);
    families.look();
    double[] weights = new double[families.features()];
    Arrays.setAll(weights, k -> 0.1 * (k % 4 + 1));
    Growth growth = new Growth(weights, weights);
    families.weigh(growth);
    assertEquals(
        log(families, weights, 15) - log(families, weights, 1),
        Math.log(families.expected(growth, 15) / families.expected(growth, 1)),
        1e-5);
  }

  @Test
  void aFamilyThatIsNewIsTakenForOneOfOneUnreadPage() {
    ExactLedger ledger = new ExactLedger();
    ledger.read(0, 1, 10, 11, 20);
    Families families = new Families(KnownPages.of(ledger), List.of(DIRECTORY, HOST), 1, page -> 0);
    families.look();
    double[] weights = new double[families.features()];
    Arrays.setAll(weights, k -> 0.1 * (k % 4 + 1));
    Growth growth = new Growth(weights, weights);
    families.weigh(growth);
    ledger.read(10, 15, 37);
    for (int page : new int[] {15, 37}) {
      assertEquals(
          log(families, weights, page) - log(families, weights, 1),
          Math.log(families.expected(growth, page) / families.expected(growth, 1)),
          1e-5);
    }
    float[] row = new float[families.features()];
    families.features(37, row);
    assertEquals(Math.log(2), row[2], 1e-6, "one link");
    assertEquals(0, row[3], "none read");
    assertEquals(Math.log(2), row[4], 1e-6, "one known");
  }

  /// As where the virtual page pays by preference, and none of those preferred was read.
  @Test
  void whatIsExpectedIsANumberWhereAllThatWasReadIsWorthNothing() {
    KnownPages known = pages();
    KnownPages worthless =
        new KnownPages() {
          @Override
          public int pages() {
            return known.pages();
          }

          @Override
          public boolean known(int page) {
            return known.known(page);
          }

          @Override
          public boolean wasRead(int page) {
            return known.wasRead(page);
          }

          @Override
          public double worth(int page) {
            return 0;
          }

          @Override
          public int[] row(int page) {
            return known.row(page);
          }
        };
    Families families = new Families(worthless, List.of(DIRECTORY, HOST), 1, page -> 0);
    families.look();
    double[] weights = new double[families.features()];
    Arrays.setAll(weights, k -> 0.1 * (k % 4));
    Growth growth = new Growth(weights, weights);
    families.weigh(growth);
    for (int page : new int[] {1, 15, 20}) {
      double expected = families.expected(growth, page);
      assertTrue(expected > 0 && expected < 1e-3, "page " + page + ": " + expected);
    }
  }

  private static double log(Families families, double[] weights, int page) {
    float[] row = new float[families.features()];
    families.features(page, row);
    double log = families.logWorth(page);
    for (int k = 0; k < row.length; k++) {
      log += weights[k] * row[k];
    }
    return log;
  }
}
