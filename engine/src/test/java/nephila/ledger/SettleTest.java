package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import nephila.graph.CsrGraph;
import nephila.graph.generate.GraphGenerator;
import org.junit.jupiter.api.Test;

class SettleTest {
  private static final int PAGES = 20_000;

  @Test
  void whatRoundingLeavesIsNotPushedForEver() {
    CsrGraph web = GraphGenerator.web(PAGES, 10, 7021).graph();
    ExactLedger ledger = new ExactLedger(0.85, PAGES);
    for (int page = 0; page < PAGES; page++) {
      ledger.read(page, web.targets(), (int) web.rowStart(page), (int) web.rowStart(page + 1));
    }
    assertTimeoutPreemptively(Duration.ofSeconds(30), () -> ledger.settle(0));
    assertTrue(ledger.errorBound() < 1e-8, "bound " + ledger.errorBound());
    ledger.audit();
  }
}
