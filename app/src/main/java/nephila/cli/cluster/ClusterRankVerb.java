package nephila.cli.cluster;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import nephila.UserError;
import nephila.cli.Interruption;
import nephila.cli.Numbers;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.graph.GraphOptions;
import nephila.cli.graph.RankReport;
import nephila.cluster.KafkaConnection;
import nephila.cluster.LocalBroker;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.transfer.ClusterRank;
import nephila.config.CrawlConfig;
import nephila.formats.LoadedGraph;
import nephila.store.NewFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila cluster rank`: the rank of a link graph that is too large for one machine.
@Command(
    name = "rank",
    description = {
      "The rank (PageRank) of a link graph, computed by the workers of a cluster, with a proven"
          + " error bound. Prints the most important pages, or writes all of them with --out, as"
          + " nephila rank does, which is faster for a graph that fits into one machine.",
      "Workers join with nephila cluster worker --kafka .. --crawl NAME. Without --kafka, a broker"
          + " in this process and workers on this machine. Killed or interrupted, the same command"
          + " goes on where it was.",
    },
    footer = {
      "  nephila cluster rank links.txt.gz --top 10                    two workers on this machine",
      "  nephila cluster rank links.txt.gz --workers 3 --dir my-rank   can be gone on with",
      "  nephila cluster rank cnr-2000 --kafka broker:9092 --crawl r1 --out ranks.tsv",
      "  nephila cluster worker --kafka broker:9092 --crawl r1 --dir w1     on each machine",
    })
public final class ClusterRankVerb extends Verb {
  private static final long LINE_NANOS = 10_000_000_000L;
  private static final long SILENT_MILLIS = 15_000;

  @Parameters(
      paramLabel = "GRAPH",
      description = "Edge list (ids or names, .gz, .zst, - for stdin), BVGraph, CSR, Common Crawl.")
  String graph = "";

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "The brokers, several with commas (usually one in this process).")
  @Nullable String kafka;

  @Option(
      names = "--crawl",
      paramLabel = "NAME",
      description = "The first part of the topics' names, by which workers join (usually rank).")
  String crawl = "rank";

  @Mixin final KafkaClientOptions clients = new KafkaClientOptions();

  @Option(
      names = "--workers",
      converter = Numbers.Count.class,
      paramLabel = "N",
      description = "Workers to start on this machine (usually 2, with --kafka none).")
  @Nullable Integer workers;

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description =
          "Where the broker and the workers of this machine keep everything (usually a temporary"
              + " folder, removed in the end).")
  @Nullable Path dir;

  @Option(
      names = "--partitions",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      defaultValue = "16",
      description = "Into how many parts the pages are dealt, for ever (usually 16).")
  int partitions = 16;

  @Option(
      names = "--replication",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies of every topic on the brokers (usually 1).")
  int replication = 1;

  @Option(
      names = "--memory",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "MIB",
      description = "Memory of each worker for pages; with less they are read from its disk.")
  @Nullable Integer memory;

  @Option(names = "--damping", paramLabel = "D", description = "Share passed along links (0.85).")
  double damping = CrawlConfig.usual().damping();

  @Option(
      names = {"--threshold", "--error"},
      paramLabel = "E",
      description =
          "Proven L1 error, and so of every value at most (1e-6, or as little as its units allow).")
  @Nullable Double threshold;

  @Option(names = "--top", paramLabel = "K", description = "Only the K most important pages.")
  @Nullable Integer top;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write page<TAB>rank, best first, full precision; - for stdout, .gz packed.")
  @Nullable String out;

  @Option(names = "--json", description = "Figures as JSON on stdout.")
  boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress.")
  boolean quiet;

  @Mixin final GraphOptions files = new GraphOptions();

  private long shown = System.nanoTime();
  private double workersCpu;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    AtomicBoolean stop = new AtomicBoolean();
    try (Interruption interruption = Interruption.calls(() -> stop.set(true))) {
      LoadedGraph loaded = files.open(graph, console());
      if (loaded.graph().weighted()) {
        throw new UserError(
            loaded.source()
                + ": a cluster ranks links that are all alike; leave --weights out, or use nephila"
                + " rank");
      }
      return kafka == null ? here(loaded, stop) : there(loaded, kafka, stop);
    }
  }

  private int there(LoadedGraph loaded, String brokers, AtomicBoolean stop)
      throws IOException, InterruptedException {
    KafkaConnection connection = clients.connection(brokers, crawl);
    Path place = dir == null ? Path.of(".") : dir;
    int code = rank(loaded, connection, place, workers == null ? 0 : workers, null, stop);
    if (code == INTERRUPTED) {
      console().err("Interrupted; workers that run go on. The same command waits for the result.");
    }
    return code;
  }

  /// With a broker in this process.
  private int here(LoadedGraph loaded, AtomicBoolean stop)
      throws IOException, InterruptedException {
    int count = workers == null ? 2 : workers;
    Path place = dir == null ? Files.createTempDirectory("nephila-rank-") : dir;
    int code;
    try (LocalBroker broker = LocalBroker.start(place.resolve("broker"))) {
      code = rank(loaded, clients.connection(broker.address(), crawl), place, count, broker, stop);
    }
    if (code == INTERRUPTED) {
      console()
          .err(
              "Interrupted; what was done is in %s. To go on, the same with --dir %s",
              place, SuggestedCommand.word(place));
    } else if (dir == null) {
      NewFolder.delete(place);
    }
    return code;
  }

  private void check() {
    require(damping > 0 && damping < 1, "--damping " + damping + ": above 0 and below 1");
    require(threshold == null || threshold > 0, "--threshold " + threshold + ": must be above 0");
    require(top == null || top >= 0, "--top " + top + ": must be at least 0");
    require(
        !json || !"-".equals(out), "--json and --out - both write to stdout: give --out a file");
    require(partitions <= 10_000, "--partitions " + partitions + ": at most 10000");
    require(
        kafka != null || workers == null || workers > 0,
        "--workers 0: somebody must do it; leave --workers out, or name brokers with --kafka");
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new WrongUse(rule);
    }
  }

  /// @param broker the one in this process, null for those of others
  private int rank(
      LoadedGraph loaded,
      KafkaConnection connection,
      Path place,
      int count,
      @Nullable LocalBroker broker,
      AtomicBoolean stop)
      throws IOException, InterruptedException {
    double asked =
        threshold == null ? ClusterRank.usualThreshold(loaded.graph(), damping) : threshold;
    try (ClusterRank rank =
            ClusterRank.begin(
                connection, crawl, loaded.graph(), plan(), partitions, asked, replication);
        LocalWorkers local = new LocalWorkers(place, connection, crawl, jvm(), workerOptions())) {
      local.start(rank.isThere() ? 0 : count);
      if (count == 0 && !rank.isThere()) {
        console().err("Workers join with: %s", join(connection));
      }
      rank.send(
          loaded.graph(), stop::get, quiet ? (what, done, total) -> {} : console().progress());
      boolean done =
          rank.await(
              stop::get, (now, sum) -> follow(line(now, sum, asked), now, local, stop, connection));
      if (!done) {
        return INTERRUPTED;
      }
      ClusterRank.Result result = rank.result(console().progress());
      rank.done();
      local.await();
      tell(new RankReport(loaded, result.rank(), top), result.totals(), broker);
      return DONE;
    }
  }

  private CrawlConfig plan() {
    CrawlConfig plan = CrawlConfig.usual().with("damping", damping);
    return memory == null ? plan : plan.with("memory", memory);
  }

  private List<String> jvm() {
    return memory == null ? List.of() : List.of("-Xmx" + Math.max(256, 2 * memory + 64) + "m");
  }

  private static List<String> workerOptions() {
    return List.of("--standbys", "0", "--quiet");
  }

  private String join(KafkaConnection connection) {
    return String.format(
        "nephila cluster worker --kafka %s --crawl %s --dir DIR", connection.servers(), crawl);
  }

  private void follow(
      String told,
      ClusterStatus now,
      LocalWorkers local,
      AtomicBoolean stop,
      KafkaConnection connection) {
    workersCpu = Math.max(workersCpu, local.cpuSeconds());
    if (!stop.get()) {
      for (int number : local.startAgain()) {
        console().err("Worker %d has ended before its time and is started again.", number);
      }
    }
    String line = told;
    if (now.staleMillis() > SILENT_MILLIS) {
      line += "; silent for a while, is a worker there? " + join(connection);
    }
    if (quiet) {
      return;
    }
    if (console().terminal()) {
      console().screen(List.of(line));
    } else if (System.nanoTime() - shown > LINE_NANOS) {
      shown = System.nanoTime();
      console().err("%s", line);
    }
  }

  private static String line(ClusterStatus now, PartitionTotals sum, double asked) {
    return String.format(
        Locale.ROOT,
        "%,d pages there%s; %s of %.1e asked for; %,d rows paid; %d of %d partitions",
        now.read(),
        now.moving() > 0 ? String.format(Locale.ROOT, ", %,d to come", now.moving()) : "",
        now.allTold()
            ? String.format(Locale.ROOT, "error %.1e", now.errorBound())
            : "error unknown",
        asked,
        sum.get(Sum.PUSHES),
        now.reporting(),
        now.partitions());
  }

  private void tell(RankReport report, PartitionTotals sum, @Nullable LocalBroker broker) {
    report.write(out, console());
    double cpu = cpuSeconds();
    if (json) {
      Map<String, Object> figures = report.figures();
      figures.put("rowsPaid", sum.get(Sum.PUSHES));
      figures.put("cpuSeconds", cpu);
      if (broker != null) {
        figures.put("workersCpuSeconds", workersCpu);
        figures.put("brokerBytes", broker.bytesIn());
      }
      report.addTop(figures);
      console().json(figures);
    } else {
      String cost = String.format(Locale.ROOT, "%.2f CPU s here", cpu);
      if (broker != null) {
        cost +=
            String.format(
                Locale.ROOT,
                " and %.2f of the workers, %,d MB through the broker",
                workersCpu,
                broker.bytesIn() / 1_000_000);
      }
      report.show(out, "error not proven", cost, console());
    }
  }

  private static double cpuSeconds() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean measured
        ? measured.getProcessCpuTime() / 1e9
        : 0;
  }
}
