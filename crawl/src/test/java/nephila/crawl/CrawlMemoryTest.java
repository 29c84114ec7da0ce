package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nephila.UserError;
import nephila.config.CrawlConfig;
import org.junit.jupiter.api.Test;

class CrawlMemoryTest {
  private static final long MIB = 1 << 20;

  private final CrawlConfig plan = CrawlConfig.of("http://a.test/");

  @Test
  void theUsualMemoryIsAtMostAQuarterOfTheHeap() {
    assertEquals(512 * MIB, Crawl.memoryBytes(plan, 6000 * MIB));
    assertEquals(126 * MIB, Crawl.memoryBytes(plan, 504 * MIB));
  }

  @Test
  void moreThanHalfOfTheHeapIsRefusedWithTheRemedy() {
    assertEquals(200 * MIB, Crawl.memoryBytes(plan.with("memory", 200), 504 * MIB));
    String told =
        assertThrows(UserError.class, () -> Crawl.memoryBytes(plan.with("memory", 2000), 504 * MIB))
            .getMessage();
    assertTrue(told.startsWith("--memory 2000: at most half of the 504 MiB"), told);
    assertTrue(told.contains("--memory 252 or less") && told.contains("-Xmx4g"), told);
  }
}
