package nephila.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What this process has taken so far.
///
/// @param peakMemory the most bytes it ever had in memory, 0 where the system does not tell
record Spent(double cpuSeconds, long peakMemory) {
  static Spent now() {
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return new Spent(cpu.toNanos() / 1e9, peak());
  }

  private static long peak() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmHWM:")) {
          return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // not Linux
    }
    return 0;
  }
}
