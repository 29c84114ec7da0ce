package nephila.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/// What a growing crawl costs, as the operating system sees it: a line of JSON each time. Linux.
public final class Meter {
  private final Path dir;
  private final float[] rank;
  private double captured;
  private long lastReads;
  private long lastTransfers;
  private long lastNanos = System.nanoTime();
  private double lastOwn;
  private double lastCpu = cpuSeconds();

  /// With `args[place]` a file of importance, a float a page, captured importance is shown too.
  public Meter(Path dir, GeneratedWeb web, String[] args, int place) throws IOException {
    this.dir = dir;
    this.rank = args.length > place ? WebRank.load(Path.of(args[place])) : new float[0];
    if (rank.length > 0 && rank.length != web.pages()) {
      throw new IOException(
          args[place] + " ranks " + rank.length + " pages, the web has " + web.pages());
    }
  }

  /// Begins after so many reads.
  public void begin(long reads) {
    lastReads = reads;
    lastNanos = System.nanoTime();
    lastCpu = cpuSeconds();
    lastOwn = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }

  /// The page was read.
  public void read(long page) {
    captured += rank.length == 0 ? 0 : rank[(int) page];
  }

  /// Prints where it stands and the rates since it was last printed.
  public void show(long reads, long known, long transfers, double bound, int hosts, long given) {
    long nanos = System.nanoTime();
    double cpu = cpuSeconds();
    double own = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    double seconds = (nanos - lastNanos) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "{\"known\":%d,\"reads\":%d,\"readsPerSecond\":%.0f,\"cpuMicrosPerRead\":%.0f,"
            + "\"wheelMicrosPerRead\":%.0f,\"hosts\":%d,\"transfersPerSecond\":%.0f,\"rssMiB\":%d,\"peakMiB\":%d,\"heapMiB\":%d,"
            + "\"diskBytesPerPage\":%.1f,\"writtenBytes\":%d,\"givenBytes\":%d,\"bound\":%.3g,\"captured\":%.5f}%n",
        known,
        reads,
        (reads - lastReads) / seconds,
        1e6 * (cpu - lastCpu) / Math.max(1, reads - lastReads),
        1e6 * (own - lastOwn) / Math.max(1, reads - lastReads),
        hosts,
        (transfers - lastTransfers) / seconds,
        proc("status", "VmRSS:") >> 10,
        proc("status", "VmHWM:") >> 10,
        Runtime.getRuntime().totalMemory() >> 20,
        (double) diskBytes() / known,
        proc("io", "write_bytes:"),
        given,
        bound,
        captured);
    lastReads = reads;
    lastTransfers = transfers;
    lastNanos = nanos;
    lastCpu = cpu;
    lastOwn = own;
  }

  private long diskBytes() {
    try (Stream<Path> files = Files.walk(dir)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | java.io.UncheckedIOException e) {
      return 0; // a file went away while it was looked at
    }
  }

  /// CPU of this process so far, all threads.
  public static double cpuSeconds() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  private static long proc(String file, String name) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/" + file))) {
        if (line.startsWith(name)) {
          return Long.parseLong(line.replaceAll("\\D+", ""));
        }
      }
      return 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
