package nephila.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A second of every target, with another seed each time; bench/fuzz runs longer.
@Tag("slow")
class FuzzTest {
  @TempDir Path work;

  @Test
  void noBytesOfStrangersBreakAReader() throws Exception {
    long seed = Long.getLong("nephila.fuzz.seed", System.nanoTime());
    List<String> findings = new ArrayList<>();
    for (Map.Entry<String, Targets.Case> one : Targets.all(work).entrySet()) {
      Fuzz.Result result =
          Fuzz.run(one.getKey(), one.getValue(), seed, Duration.ofSeconds(1), work);
      findings.addAll(result.findings());
      assertTrue(result.executions() > 0, one.getKey());
    }
    assertEquals(List.of(), findings, "replay with -Dnephila.fuzz.seed=" + seed);
  }
}
