package nephila.cluster;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.Topics;
import nephila.config.CrawlConfig;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// A broker, workers and a web without a network in one process: what a read of twelve links costs,
/// and how long a worker's state takes to come back.
///
/// `ClusterBench DIR READS WORKERS COMMIT_MILLIS [restore]` reads READS pages of a generated web:
/// hosts of 200 pages, nine links within the host, three to popular pages of others. The first
/// fifth warms up. CPU is that of the whole process; that of the thread which answers orders in
/// place of the web is shown too, and counted. With `restore`, then [RestoreBench].
///
/// With `year` in place of it 1,000 pages in one partition are read once a day for READS / 1,000
/// days, and what topics and stores have on disk is shown nine times.
public final class ClusterBench {
  private static final int HOST_PAGES = 200;
  private static final int PARTITIONS = 16;

  private final Path dir;
  private final KafkaConnection connection;
  private final long reads;
  private final int commitMillis;
  private final int hosts;
  private final ClusterSettings settings;
  private final boolean year;
  private volatile boolean over;
  private volatile long answeringNanos;

  private ClusterBench(
      Path dir, KafkaConnection connection, long reads, int commitMillis, boolean year) {
    this.year = year;
    this.dir = dir;
    this.connection = connection;
    this.reads = reads;
    this.commitMillis = commitMillis;
    this.hosts = year ? 5 : (int) Math.max(50, 3 * reads / HOST_PAGES);
    CrawlConfig plan =
        CrawlConfig.usual()
            .with("scope", Scope.Kind.ANY)
            .with("delay", Duration.ZERO)
            .with("robots", false)
            .with("max-pages", reads)
            .with("importance", System.getProperty("importance", "exact"))
            .with("agent", "bench")
            .with("contact", "bench@example.org");
    for (int i = 0; i < Math.min(50, hosts); i++) {
      plan = plan.withSeed(url(i, 0).text());
    }
    if (year) {
      plan = plan.with("refresh", 1).with("select", "cycle").with("min-age", Duration.ZERO);
    }
    this.settings = new ClusterSettings(plan, year ? 1 : PARTITIONS);
  }

  public static void main(String[] args) throws Exception {
    Path dir = Path.of(args[0]);
    Files.createDirectories(dir);
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"))) {
      ClusterBench bench =
          new ClusterBench(
              dir,
              KafkaConnection.to(broker.address()),
              Long.parseLong(args[1]),
              Integer.parseInt(args[3]),
              args.length > 4 && args[4].equals("year"));
      if (bench.year) {
        bench.year(Integer.parseInt(args[2]));
      } else {
        bench.run(Integer.parseInt(args[2]), args.length > 4 && args[4].equals("restore"));
      }
    }
    System.exit(0);
  }

  private static CanonicalUrl url(int host, int page) {
    return CanonicalUrl.ofCanonical("http://h" + host + ".test/section/page-" + page + ".html");
  }

  private List<CanonicalUrl> links(CanonicalUrl from) {
    String text = from.text();
    int host = Integer.parseInt(text.substring(8, text.indexOf('.')));
    int page = Integer.parseInt(text.substring(text.lastIndexOf('-') + 1, text.length() - 5));
    long mix = (host * 31L + page) * 0x9E3779B97F4A7C15L;
    List<CanonicalUrl> links = new ArrayList<>(12);
    for (int i = 0; i < 9; i++) {
      int to = i < 3 ? (page + 1 + i) % HOST_PAGES : (int) ((mix >>> 5 * i & 0xFFFF) % HOST_PAGES);
      links.add(url(host, to));
    }
    for (int i = 0; i < 3; i++) {
      mix = mix * 6364136223846793005L + 1442695040888963407L;
      double far = (mix >>> 11) * 0x1.0p-53;
      links.add(url((int) (hosts * far * far), (int) (mix & 7)));
    }
    return links.stream().distinct().toList();
  }

  private void run(int count, boolean restore) throws Exception {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      workers.add(worker("w" + i, settings, 0));
    }
    Thread web = Thread.ofPlatform().name("web").start(this::answer);
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    PartitionTotals before = await(workers.getFirst(), reads / 5);
    ThreadTimes times = ThreadTimes.now();
    for (int fifth = 2; fifth <= 5; fifth++) {
      long cpu = system.getProcessCpuTime();
      long answering = answeringNanos;
      long begun = System.nanoTime();
      PartitionTotals after = await(workers.getFirst(), reads / 5 * fifth - (fifth == 5 ? 1 : 0));
      ThreadTimes now = ThreadTimes.now();
      long read = after.get(PartitionTotals.Sum.READ) - before.get(PartitionTotals.Sum.READ);
      System.out.printf(
          Locale.ROOT,
          "{\"reads\":%d,\"workers\":%d,\"commitMillis\":%d,\"cpuMicrosPerRead\":%.1f,"
              + "\"answeringMicros\":%.1f,\"pushesPerRead\":%.2f,\"linksPerRead\":%.1f,"
              + "\"errorBound\":%.3f,\"readsPerSecond\":%.0f,\"known\":%d,\"micros\":%s}%n",
          after.get(PartitionTotals.Sum.READ),
          count,
          commitMillis,
          (system.getProcessCpuTime() - cpu) / 1e3 / read,
          (answeringNanos - answering) / 1e3 / read,
          (double) (after.get(PartitionTotals.Sum.PUSHES) - before.get(PartitionTotals.Sum.PUSHES))
              / read,
          (double) after.get(PartitionTotals.Sum.LINKS) / after.get(PartitionTotals.Sum.READ),
          workers.getFirst().status().errorBound(),
          read * 1e9 / (System.nanoTime() - begun),
          after.get(PartitionTotals.Sum.KNOWN),
          now.since(times, read));
      before = after;
      times = now;
    }
    sizes(before);
    over = true;
    web.join();
    for (Worker worker : workers) {
      worker.close();
    }
    if (restore) {
      new RestoreBench(dir, connection, settings, commitMillis).run();
    }
  }

  private void year(int count) throws Exception {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      workers.add(worker("w" + i, settings, 0));
    }
    Thread web = Thread.ofPlatform().name("web").start(this::answer);
    for (int ninth = 1; ninth <= 9; ninth++) {
      long until = ninth == 9 ? reads - 1 : reads * ninth / 9;
      while (workers.getFirst().books().get(PartitionTotals.Sum.FETCHED) < until) {
        Thread.sleep(100);
      }
      PartitionTotals now = workers.getFirst().books();
      StringBuilder line = new StringBuilder();
      long all = 0;
      for (Map.Entry<String, Long> each : onDisk().entrySet()) {
        all += each.getValue();
        if (each.getValue() > 100_000) {
          line.append(",\"").append(each.getKey()).append("\":").append(each.getValue());
        }
      }
      System.out.printf(
          Locale.ROOT,
          "{\"days\":%d,\"pages\":%d,\"bytes\":%d%s}%n",
          now.get(PartitionTotals.Sum.FETCHED) / 1000,
          now.get(PartitionTotals.Sum.KNOWN),
          all,
          line);
    }
    over = true;
    web.join();
    for (Worker worker : workers) {
      worker.close();
    }
  }

  /// What is on disk: the broker's topics, and the owners' stores.
  private Map<String, Long> onDisk() throws IOException {
    Map<String, Long> bytes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(dir)) {
      files
          .filter(file -> file.toString().endsWith(".log") || file.toString().endsWith(".sst"))
          .forEach(file -> bytes.merge(kind(file), length(file), Long::sum));
    } catch (java.io.UncheckedIOException e) {
      return onDisk(); // a file went meanwhile
    }
    return bytes;
  }

  private void sizes(PartitionTotals books) throws IOException {
    Map<String, Long> bytes = onDisk();
    double read = books.get(PartitionTotals.Sum.READ);
    bytes.forEach(
        (kind, size) ->
            System.out.printf(
                Locale.ROOT, "{\"on disk\":\"%s\",\"bytesPerRead\":%.0f}%n", kind, size / read));
  }

  private String kind(Path file) {
    String folder = String.valueOf(file.getParent().getFileName());
    return file.toString().endsWith(".sst")
        ? "store " + folder
        : "topic " + folder.replaceAll("-\\d+$", "");
  }

  private Worker worker(String id, ClusterSettings with, int standbys) throws IOException {
    return Worker.start(
        new Worker.Options(
            connection, "bench", dir.resolve(id), id, with, 1, standbys, 1, commitMillis, false));
  }

  private static PartitionTotals await(Worker worker, long reads) throws InterruptedException {
    while (true) {
      PartitionTotals now = worker.books();
      if (now.get(PartitionTotals.Sum.READ) >= reads) {
        return now;
      }
      Thread.sleep(100);
    }
  }

  /// The web: answers every order at once.
  private void answer() {
    Topics topics = new Topics("bench");
    Map<String, Object> group = new HashMap<>();
    group.put("group.id", "bench-fetchers");
    try (KafkaConsumer<byte[], byte[]> consumer = connection.consumer(group);
        KafkaProducer<byte[], byte[]> producer = connection.producer(Map.of("linger.ms", 20))) {
      consumer.subscribe(List.of(topics.orders()));
      while (!over) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
          FetchOrder order = FetchOrder.of(record.value());
          byte[] message = result(order).message();
          producer.send(new ProducerRecord<>(topics.reads(), order.partition(), null, message));
        }
        answeringNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      }
    }
  }

  private OrderResult result(FetchOrder order) {
    List<OrderResult.Visit> visits = new ArrayList<>();
    long now = System.currentTimeMillis();
    for (FetchOrder.Page page : order.pages()) {
      ReadFacts facts =
          new ReadFacts(
              now,
              200,
              "text/html",
              20_000,
              "0123456789abcdef0123456789abcdef01234567",
              0,
              "",
              "",
              ReadFacts.Reason.DISCOVERY,
              page.worth(),
              0,
              now);
      visits.add(
          new OrderResult.Visit(
              page.key(),
              OrderResult.Outcome.READ,
              facts,
              20_000,
              links(CanonicalUrl.ofCanonical(page.url()))));
    }
    return new OrderResult(
        order.kind(),
        order.origin(),
        order.number(),
        now,
        order.pace(),
        order.allowance(),
        false,
        200,
        null,
        null,
        visits);
  }

  private static long length(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0; // gone meanwhile
    }
  }
}
