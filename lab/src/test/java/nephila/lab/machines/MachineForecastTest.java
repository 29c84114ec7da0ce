package nephila.lab.machines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import nephila.UserError;
import nephila.lab.machines.MeasuredCosts.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineForecastTest {
  @TempDir Path dir;

  private static MachinePlan plan(int machines, double known, double rate) {
    return new MachinePlan(
        machines, 64, 4, 4e9, 1e12, 2e8, 1.25e8, known, known / 5, rate, 0.3, 12, 25_000, 8_000, 1,
        0, 50, 0);
  }

  private static MachineForecast forecast(MachinePlan plan) {
    return MachineForecast.of(plan, MeasuredCosts.usual());
  }

  @Test
  void whatOneReadCostsTimesTheReadsIsWhatTheCoresDo() {
    MachineForecast one = forecast(plan(1, 1e7, 1000)); // all pages fit into memory
    double sweep = 0.3 * 5 * Cost.SWEEP_CPU_MICROS.usual();
    assertEquals(121 + 420 + sweep, one.cpuMicros(), 1e-9);
    assertEquals(1000 * one.cpuMicros() / 1e6 / 4, one.uses().getFirst().share(), 1e-9);
  }

  @Test
  void twiceTheMachinesCarryTwiceTheReads() {
    MachineForecast four = forecast(plan(4, 1e7, 1000));
    MachineForecast eight = forecast(plan(8, 1e7, 1000));
    assertEquals(2 * four.mostReadsPerSecond(), eight.mostReadsPerSecond(), 1e-6);
    assertEquals(four.rereadDays(), eight.rereadDays(), 1e-9);
    assertTrue(eight.lostSeconds() <= four.lostSeconds());
  }

  @Test
  void atTheMostReadsTheFirstResourceIsUsedUp() {
    MachineForecast before = forecast(plan(4, 1e9, 1000));
    MachineForecast at = forecast(plan(4, 1e9, before.mostReadsPerSecond()));
    assertEquals(
        1,
        at.uses().stream()
            .filter(MachineForecast.Use::grows)
            .mapToDouble(MachineForecast.Use::share)
            .max()
            .orElseThrow(),
        1e-9);
  }

  @Test
  void aSlowDiskIsTheBottleneckWhereThereIsOne() {
    MachineForecast slow =
        MachineForecast.of(
            plan(4, 1e7, 1000), new MeasuredCosts(Map.of(Cost.WRITE_AMPLIFICATION, 1e6)));
    assertEquals("disk writes", slow.bottleneck().resource());
  }

  @Test
  void aFileOfCostsIsReadAndItsMistakesAreToldWithTheirLine() throws IOException {
    Path file = dir.resolve("costs");
    Files.writeString(file, "# measured\nread-cpu-micros 99.5  # here\n\n");
    assertEquals(99.5, MeasuredCosts.read(file).of(Cost.READ_CPU_MICROS));
    assertEquals(420, MeasuredCosts.read(file).of(Cost.FETCH_CPU_MICROS));
    Files.writeString(file, "\nread-cpu 99\n");
    UserError wrong = assertThrows(UserError.class, () -> MeasuredCosts.read(file));
    assertTrue(wrong.getMessage().contains("2"), wrong.getMessage());
    Files.writeString(file, "read-cpu-micros -1\n");
    assertThrows(UserError.class, () -> MeasuredCosts.read(file));
  }

  @Test
  void aPlanThatCannotBeIsRefused() {
    assertThrows(
        UserError.class,
        () -> new MachinePlan(2, 64, 4, 4e9, 1e12, 2e8, 1e8, 10, 11, 1, 0, 12, 1, 1, 1, 0, 1, 0));
  }
}
