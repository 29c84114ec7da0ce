package nephila.testweb.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import nephila.Progress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TortureTest {
  @TempDir Path dir;

  private static List<String> failed(TortureReport report) {
    Stream<String> rows =
        report.rows().stream()
            .filter(row -> !row.passed())
            .map(row -> row.name() + ": " + row.happened() + "; must: " + row.must());
    return Stream.concat(report.faults().stream(), rows).toList();
  }

  @Test
  void noSpellingOfAPrivateAddressLeadsToTheCanary() throws Exception {
    TortureReport report = Torture.run(dir, b -> b.name().startsWith("lure-"), Progress.SILENT);
    assertEquals(List.of(), failed(report));
    assertEquals(0, report.canary());
    assertTrue(report.rows().size() > 25, "all spellings were tried");
  }

  @Test
  @Tag("slow")
  void everyBehaviourCostsItsHostItsTurnAndNobodyElse() throws Exception {
    TortureReport report = Torture.run(dir, b -> !b.name().startsWith("lure-"), Progress.SILENT);
    assertEquals(List.of(), failed(report));
    assertTrue(report.rows().size() > 100, "all behaviours were tried");
  }
}
