package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import nephila.graph.CsrGraph;
import nephila.graph.generate.GraphGenerator;
import org.junit.jupiter.api.Test;

class PushesTest {
  private static final int PAGES = 20_000;

  @Test
  void whatRoundingLeavesIsNotPushedForEver() {
    CsrGraph web = GraphGenerator.web(PAGES, 10, 7021).graph();
    RowlessLedger ledger = new RowlessLedger(0.85, RowlessLedger.Links.KEEP, PAGES);
    for (int page = 0; page < PAGES; page++) {
      ledger.read(page, web.targets(), (int) web.rowStart(page), (int) web.rowStart(page + 1));
    }
    assertTimeoutPreemptively(Duration.ofSeconds(30), () -> ledger.push(0, Long.MAX_VALUE));
    assertTrue(ledger.errorBound() < 1e-8, "bound " + ledger.errorBound());
    ledger.audit();
  }
}
