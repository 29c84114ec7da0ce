package nephila.cluster;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// CPU time of this process by what its threads do. Java's threads as Java counts them; those of
/// the compiler, the collector and RocksDB as Linux does, where there is Linux.
///
/// Threads that end between two looks are in "other".
final class ThreadTimes {
  private static final long TICK_NANOS = 10_000_000;

  private final Map<String, Long> nanos = new TreeMap<>();
  private final long process;

  private ThreadTimes() throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null) {
        add(
            work(thread.getThreadName()),
            Math.max(0, threads.getThreadCpuTime(thread.getThreadId())));
      }
    }
    Path tasks = Path.of("/proc/self/task");
    if (Files.isDirectory(tasks)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
        for (Path task : all) {
          addNative(task);
        }
      }
    }
    process =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    add("other", process - nanos.values().stream().mapToLong(Long::longValue).sum());
  }

  static ThreadTimes now() throws IOException {
    return new ThreadTimes();
  }

  private void add(String work, long more) {
    nanos.merge(work, more, Long::sum);
  }

  private void addNative(Path task) {
    try {
      String stat = Files.readString(task.resolve("stat"));
      String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
      if (name.startsWith("C1 Comp") || name.startsWith("C2 Comp")) {
        add("compiler", ticks * TICK_NANOS);
      } else if (name.startsWith("GC ") || name.startsWith("VM ") || name.startsWith("G1 ")) {
        add("collector", ticks * TICK_NANOS);
      } else if (name.startsWith("rocksdb")) {
        add("rocksdb", ticks * TICK_NANOS);
      }
    } catch (IOException e) {
      // It ended meanwhile.
    }
  }

  private static String work(String name) {
    if (name.startsWith("kafka-producer-network-thread")) {
      return name.contains("StreamThread") ? "owner's producer" : "answering";
    }
    if (name.contains("StreamThread") && name.startsWith("bench-")) {
      return "owner";
    }
    if (name.equals("web")) {
      return "answering";
    }
    if (name.contains("request-handler")) {
      return "broker, requests";
    }
    return name.contains("network-thread") ? "broker, network" : "other";
  }

  /// CPU since an earlier look, in microseconds for each of `reads`, as a JSON object.
  String since(ThreadTimes earlier, long reads) {
    return nanos.entrySet().stream()
        .map(
            e -> {
              long spent = e.getValue() - earlier.nanos.getOrDefault(e.getKey(), 0L);
              return String.format(Locale.ROOT, "\"%s\":%.1f", e.getKey(), spent / 1e3 / reads);
            })
        .collect(Collectors.joining(",", "{", "}"));
  }
}
