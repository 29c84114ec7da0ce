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

/// The same inputs for every target at each run; bench/fuzz runs longer and with other seeds.
@Tag("slow")
class FuzzTest {
  private static final long INPUTS = 2_000;

  /// Only a target that hangs takes so long.
  private static final Duration MOST = Duration.ofSeconds(30);

  @TempDir Path work;

  @Test
  void noBytesOfStrangersBreakAReader() throws Exception {
    long seed = Long.getLong("nephila.seed", 1);
    List<String> findings = new ArrayList<>();
    for (Map.Entry<String, Targets.Case> one : Targets.all(work).entrySet()) {
      Fuzz.Result result = Fuzz.run(one.getKey(), one.getValue(), seed, INPUTS, MOST, work);
      findings.addAll(result.findings());
      assertTrue(result.executions() > 0, one.getKey());
    }
    assertEquals(List.of(), findings, "replay with -Dnephila.seed=" + seed);
  }
}
