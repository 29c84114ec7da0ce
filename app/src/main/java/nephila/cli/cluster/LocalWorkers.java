package nephila.cli.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import nephila.UserError;
import nephila.cli.Main;
import nephila.cluster.KafkaConnection;

/// Workers on this machine in processes of their own, in the dirs `worker1`, `worker2` and so on.
final class LocalWorkers implements AutoCloseable {
  /// The property of a worker that says which process started it, with which it ends.
  static final String STARTER = "nephila.cluster.starter";

  /// A worker that dies so often is not started again.
  private static final int MOST_STARTS = 10;

  private static final long PATIENCE_SECONDS = 20;

  private final Path place;
  private final KafkaConnection connection;
  private final String crawl;
  private final List<String> more;
  private final List<String> jvm;
  private final List<Process> workers = new ArrayList<>();
  private int starts;

  /// @param jvm options of the JVM of each
  /// @param more options of `cluster worker`
  LocalWorkers(
      Path place, KafkaConnection connection, String crawl, List<String> jvm, List<String> more) {
    this.place = place;
    this.connection = connection;
    this.crawl = crawl;
    this.jvm = jvm;
    this.more = more;
  }

  void start(int count) throws IOException {
    for (int i = 1; i <= count; i++) {
      workers.add(process(place.resolve("worker" + i)));
    }
  }

  Process get(int index) {
    return workers.get(index);
  }

  /// Starts those again that have ended; returns the numbers of these, from 1.
  List<Integer> startAgain() {
    List<Integer> again = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      if (!workers.get(i).isAlive()) {
        Path dir = place.resolve("worker" + (i + 1));
        if (++starts > MOST_STARTS) {
          throw new UserError(
              "worker " + (i + 1) + " ends again and again; what it said is in " + output(dir));
        }
        try {
          workers.set(i, process(dir));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        again.add(i + 1);
      }
    }
    return again;
  }

  private static Path output(Path dir) {
    return dir.resolve("output.txt");
  }

  private Process process(Path dir) throws IOException {
    Files.createDirectories(dir);
    String java = ProcessHandle.current().info().command().orElse("java");
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    command.add("-XX:+UseSerialGC");
    command.add("-D" + STARTER + "=" + ProcessHandle.current().pid());
    command.addAll(jvm);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("cluster", "worker", "--kafka", connection.servers()));
    command.addAll(List.of("--crawl", crawl, "--dir", dir.toString()));
    command.addAll(more);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output(dir).toFile()))
        .start();
  }

  /// CPU that those have used that run.
  double cpuSeconds() {
    return workers.stream()
        .map(worker -> worker.info().totalCpuDuration().orElse(Duration.ZERO))
        .mapToDouble(time -> time.toMillis() / 1e3)
        .sum();
  }

  /// Waits for them to end of themselves; not for ever.
  void await() throws InterruptedException {
    for (Process worker : workers) {
      worker.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /// Ends those that still run.
  @Override
  public void close() {
    workers.forEach(Process::destroyForcibly);
  }
}
