package nephila.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import nephila.cli.Interruption;
import nephila.cli.Numbers;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.crawl.PlanOptions;
import nephila.cluster.ClusterSettings;
import nephila.cluster.Worker;
import nephila.cluster.query.ClusterStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila cluster worker`: joins a crawl on a cluster, or begins it.
@Command(
    name = "worker",
    description =
        "Joins a crawl, or the ranking of a graph: owns a part of its pages, fetches, archives. The"
            + " first worker begins the"
            + " crawl and names its seeds and options; the others need only its name. Ends when the"
            + " crawl is stopped, or with --until-finished when nothing is left to read.",
    footer = {
      "  nephila cluster worker --kafka broker:9092 --crawl web https://example.org/ --agent MyBot"
          + " --contact me@example.org",
      "  nephila cluster worker --kafka broker:9092 --crawl web --id w2 --dir w2",
    })
public final class ClusterWorkerVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Mixin final TopicOptions topics = new TopicOptions();

  @Parameters(arity = "0..*", paramLabel = "SEED", description = "Pages to start from.")
  List<String> seeds = List.of();

  @Option(
      names = "--id",
      paramLabel = "NAME",
      description = "This worker's name, the same after a restart (usually its dir's name).")
  String id = "";

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description = "Where to keep its archive and its part of the state (usually nephila-worker).")
  Path dir = Path.of("nephila-worker");

  @Option(
      names = "--standbys",
      converter = Numbers.Count.class,
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies of the state on other workers, for a quick take-over (usually 1).")
  int standbys = 1;

  @Option(
      names = "--threads",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads for the pages it owns (usually 1).")
  int threads = 1;

  @Option(
      names = "--commit-millis",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      description =
          "How often a transaction ends (usually 200, 1000 where a graph is ranked); longer is"
              + " cheaper and later.")
  int commitMillis;

  @Option(names = "--until-finished", description = "End when nothing is left to read.")
  boolean untilFinished;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress.")
  boolean quiet;

  @Option(names = "--no-fetch", description = "Own pages only; others fetch.")
  boolean noFetch;

  @Mixin final PlanOptions options = new PlanOptions(ClusterSettings.refused());

  /// Has the process end when the one that started it is gone, however that ended.
  private static void endWithStarter() {
    long starter = Long.getLong(LocalWorkers.STARTER, 0);
    if (starter > 0) {
      ProcessHandle.of(starter)
          .ifPresentOrElse(
              process -> process.onExit().thenRun(() -> Runtime.getRuntime().halt(FAILED)),
              () -> Runtime.getRuntime().halt(FAILED));
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    endWithStarter();
    boolean begins = !seeds.isEmpty() || options.seedFile != null || options.config != null;
    ClusterSettings settings = begins ? topics.settings(options.resolve(dir, seeds)) : null;
    String name = id.isEmpty() ? String.valueOf(dir.toAbsolutePath().getFileName()) : id;
    if (!name.matches("[A-Za-z0-9._-]+")) {
      throw new WrongUse("id '" + name + "': letters, digits, '.', '-' and '_' only");
    }
    AtomicReference<@Nullable Worker> running = new AtomicReference<>();
    try (Interruption interruption = Interruption.calls(() -> stop(running.get()));
        Worker worker =
            Worker.start(
                new Worker.Options(
                    kafka.connection(),
                    kafka.crawl,
                    dir,
                    name,
                    settings,
                    topics.replication,
                    standbys,
                    threads,
                    commitMillis,
                    !noFetch))) {
      running.set(worker);
      ClusterStatus end = worker.run(untilFinished, this::show);
      if (!quiet) {
        console().err("%s", ClusterStatusVerb.line(end));
        if (!worker.requisites().isEmpty()) {
          console().err("%s", worker.requisites());
        }
      }
      return interruption.happened() ? INTERRUPTED : DONE;
    }
  }

  private static void stop(@Nullable Worker worker) {
    if (worker != null) {
      worker.stop();
    }
  }

  private long shown;

  private void show(ClusterStatus now) {
    if (quiet) {
      return;
    }
    if (console().terminal()) {
      console().screen(List.of(ClusterStatusVerb.line(now)));
    } else if (System.nanoTime() - shown > 10_000_000_000L) {
      shown = System.nanoTime();
      console().err("%s", ClusterStatusVerb.line(now));
    }
  }
}
