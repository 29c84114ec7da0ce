package nephila.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// What an index of digests ([DigestIndex]) costs: CPU to build it from a CDXJ index, the process's
/// memory, bytes on disk, CPU and time a look-up of digests that it has and that it has not.
///
/// `DigestBench DIR COUNT`: the CDXJ has COUNT lines with digests from a seed and addresses of some
/// 70 letters; it comes through a pipe that `bench/digests` makes, so that it needs no room.
public final class DigestBench {
  private static final char[] BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".toCharArray();
  private static final int LOOK_UPS = 400_000;
  private static final long SEED = 29;

  private DigestBench() {}

  public static void main(String[] args) throws IOException {
    if (args.length == 3 && args[0].equals("write")) {
      write(Long.parseLong(args[1]), Path.of(args[2]));
      return;
    }
    Path dir = Path.of(args[0]);
    long count = Long.parseLong(args[1]);
    long begun = cpuNanos();
    long at = System.nanoTime();
    try (DigestIndex index = DigestIndex.open(dir, List.of(args[2]))) {
      report(
          "built",
          "%,d digests in %.0f s, %.1f us CPU a digest",
          count,
          seconds(at),
          micros(begun, count));
      report("memory", "%d MiB at most resident, heap %d MiB", peakMiB(), heapMiB());
      report(
          "disk",
          "%.1f bytes a digest, %.2f GiB",
          (double) bytes(dir) / count,
          bytes(dir) / 0x1p30);
      look(index, "known", count, 0);
      look(index, "not known", count, 1);
      report("memory", "%d MiB at most resident", peakMiB());
    }
  }

  private static void look(DigestIndex index, String what, long count, int odd) {
    SplittableRandom random = new SplittableRandom(SEED + odd);
    byte[][] asked = new byte[LOOK_UPS][];
    for (int i = 0; i < LOOK_UPS; i++) {
      asked[i] = odd == 0 ? digest(random.nextLong(count)) : digest(-1 - random.nextLong(1L << 60));
    }
    long begun = cpuNanos();
    long at = System.nanoTime();
    int found = 0;
    for (byte[] sha1 : asked) {
      found += index.find(sha1) != null ? 1 : 0;
    }
    report(
        what,
        "%,d of %,d found, %.1f us CPU, %.1f us a look-up",
        found,
        LOOK_UPS,
        micros(begun, LOOK_UPS),
        1e6 * seconds(at) / LOOK_UPS);
  }

  /// The digest of line `number`.
  private static byte[] digest(long number) {
    SplittableRandom random = new SplittableRandom(SEED ^ number * 0x9E3779B97F4A7C15L);
    byte[] sha1 = new byte[20];
    random.nextBytes(sha1);
    return sha1;
  }

  private static void write(long count, Path to) throws IOException {
    byte[] buffer = new byte[1 << 20];
    int used = 0;
    try (OutputStream out = Files.newOutputStream(to)) {
      for (long number = 0; number < count; number++) {
        String url =
            "http://host"
                + number / 5000
                + ".example/section-"
                + number % 97
                + "/article-"
                + number
                + "-of-the-day.html";
        String line =
            "example,host"
                + number / 5000
                + ")/a"
                + number
                + " 20260301120000 {\"url\": \""
                + url
                + "\", \"mime\": \"text/html\", \"status\": \"200\", \"digest\": \""
                + base32(digest(number))
                + "\", \"length\": \"5012\", \"offset\": \""
                + number * 5012
                + "\", \"filename\": \"NEPHILA-1.warc.gz\"}\n";
        byte[] bytes = line.getBytes(UTF_8);
        if (used + bytes.length > buffer.length) {
          out.write(buffer, 0, used);
          used = 0;
        }
        System.arraycopy(bytes, 0, buffer, used, bytes.length);
        used += bytes.length;
      }
      out.write(buffer, 0, used);
    }
  }

  private static String base32(byte[] bytes) {
    char[] out = new char[32];
    for (int i = 0; i < 4; i++) {
      long five = 0;
      for (byte b : Arrays.copyOfRange(bytes, 5 * i, 5 * i + 5)) {
        five = five << 8 | b & 255;
      }
      for (int j = 0; j < 8; j++) {
        out[8 * i + j] = BASE32[(int) (five >>> 35 - 5 * j) & 31];
      }
    }
    return new String(out);
  }

  private static void report(String what, String format, Object... values) {
    System.out.printf(Locale.ROOT, "%-10s " + format + "%n", prepend(what, values));
  }

  private static Object[] prepend(String what, Object[] values) {
    Object[] all = new Object[values.length + 1];
    all[0] = what;
    System.arraycopy(values, 0, all, 1, values.length);
    return all;
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static double micros(long begun, long count) {
    return (cpuNanos() - begun) / 1e3 / count;
  }

  private static double seconds(long at) {
    return (System.nanoTime() - at) / 1e9;
  }

  private static long peakMiB() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
              .filter(line -> line.startsWith("VmHWM"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
              .findFirst()
              .orElse(0)
          >> 10;
    }
  }

  private static long heapMiB() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted() >> 20;
  }

  private static long bytes(Path dir) throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
