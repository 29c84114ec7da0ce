package nephila.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import nephila.cluster.query.ClusterTotals;
import nephila.cluster.query.PartitionStatus;

/// How long the pages of a worker that is lost have no owner: two worker processes share a crawl,
/// one is killed with kill -9, and the clock runs from then until the other has spoken for every
/// partition; once without and once with standby copies. Six seconds of it pass before a worker is
/// missed.
final class RestoreBench {
  private static final long CAUGHT_UP_MILLIS = Long.getLong("standby.millis", 20_000);

  private final Path dir;
  private final KafkaConnection connection;
  private final ClusterSettings settings;
  private final int commitMillis;

  RestoreBench(Path dir, KafkaConnection connection, ClusterSettings settings, int commitMillis) {
    this.dir = dir;
    this.connection = connection;
    this.settings = settings;
    this.commitMillis = commitMillis;
  }

  void run() throws IOException, InterruptedException {
    new CrawlRegistry(connection, "bench").want(CrawlRegistry.State.PAUSED);
    for (int standbys = 0; standbys < 2; standbys++) {
      Process lost = start("a" + standbys, standbys);
      Process other = start("b" + standbys, standbys);
      try (ClusterTotals clusterTotals = ClusterTotals.open(connection, "bench", settings)) {
        String a = "a" + standbys;
        String b = "b" + standbys;
        await(clusterTotals, 0, all -> shared(all, a, b));
        Thread.sleep(CAUGHT_UP_MILLIS);
        List<PartitionStatus> before = clusterTotals.partitionsNow();
        long its =
            before.stream()
                .filter(one -> one.worker().equals(a))
                .mapToLong(RestoreBench::known)
                .sum();
        long known = before.stream().mapToLong(RestoreBench::known).sum();
        lost.destroyForcibly().waitFor();
        long begun = System.nanoTime();
        long since = System.currentTimeMillis();
        await(clusterTotals, since, all -> all.stream().allMatch(one -> one.worker().equals(b)));
        System.out.printf(
            Locale.ROOT,
            "{\"restore\":\"kill"
                + " -9\",\"standbys\":%d,\"known\":%d,\"pagesLost\":%d,\"seconds\":%.1f}%n",
            standbys,
            known,
            its,
            (System.nanoTime() - begun) / 1e9);
      } finally {
        lost.destroyForcibly();
        other.destroyForcibly().waitFor();
      }
    }
  }

  private static long known(PartitionStatus one) {
    return one.known();
  }

  private static boolean shared(List<PartitionStatus> all, String a, String b) {
    return all.stream().allMatch(one -> one.worker().equals(a) || one.worker().equals(b))
        && all.stream().anyMatch(one -> one.worker().equals(a))
        && all.stream().anyMatch(one -> one.worker().equals(b));
  }

  /// Waits until every partition has spoken since that moment, and what they say is as wanted.
  private void await(
      ClusterTotals clusterTotals, long sinceMillis, Predicate<List<PartitionStatus>> wanted)
      throws InterruptedException {
    while (true) {
      List<PartitionStatus> all = clusterTotals.partitionsNow();
      long now = System.currentTimeMillis();
      boolean spoken =
          all.size() == settings.partitions()
              && all.stream().allMatch(one -> now - one.staleMillis() >= sinceMillis);
      if (spoken && wanted.test(all)) {
        return;
      }
      Thread.sleep(50);
    }
  }

  private Process start(String id, int standbys) throws IOException {
    String java = ProcessHandle.current().info().command().orElse("java");
    Files.createDirectories(dir.resolve(id));
    return new ProcessBuilder(
            java,
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            RestoreBench.class.getName(),
            dir.resolve(id).toString(),
            id,
            String.valueOf(standbys),
            connection.servers(),
            String.valueOf(commitMillis))
        .redirectErrorStream(true)
        .redirectOutput(dir.resolve(id + ".txt").toFile())
        .start();
  }

  /// A worker that owns pages and fetches nothing: `DIR ID STANDBYS SERVERS COMMIT_MILLIS`.
  public static void main(String[] args) throws Exception {
    Worker.Options options =
        new Worker.Options(
            KafkaConnection.to(args[3]),
            "bench",
            Path.of(args[0]),
            args[1],
            null,
            1,
            Integer.parseInt(args[2]),
            1,
            Integer.parseInt(args[4]),
            false);
    try (Worker worker = Worker.start(options)) {
      worker.run(false, now -> {});
    }
  }
}
