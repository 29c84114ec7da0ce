package nephila.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import nephila.UserError;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.lab.Lab;
import nephila.lab.experiment.Experiment;
import nephila.lab.experiment.Workbench;
import nephila.lab.experiment.Workbench.Scale;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.Report;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila lab`: the experiments of the papers, run again, and a report of what came out.
@Command(
    name = "lab",
    subcommands = {TortureVerb.class, MachinesVerb.class},
    description = {
      "Run the papers' experiments again and write a report: charts, tables, and which claims"
          + " hold.",
      "All of them, or those named."
    },
    footer = {
      "  nephila lab torture                       the crawler against a misbehaving web",
      "  nephila lab machines --machines 4         what a crawl on many machines would need",
      "  nephila lab --quick                       all experiments, small, in a minute or two",
      "  nephila lab convergence --seeds 1,2,3     figures 2 and 3 as in the paper",
    })
public final class LabVerb extends Verb {
  private static final int QUICK_SEEDS = 2;
  private static final int FULL_SEEDS = 3;

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "Experiments; see --list.")
  List<String> names = List.of();

  @Option(names = "--list", description = "List the experiments and end.")
  boolean list;

  @Option(names = "--quick", description = "Smaller webs and fewer seeds.")
  boolean quick;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where report.html and the CSV files go (default ${DEFAULT-VALUE}).")
  Path out = Path.of("lab-report");

  @Option(
      names = "--seeds",
      split = ",",
      paramLabel = "S",
      description = "Seeds of all that is random (default 1,2,3; 1,2 with --quick).")
  List<Long> seeds = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of real data (graphs/, oldweb/); by default ../shared/data if there.")
  @Nullable Path data;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Runs at the same time; by default as many as there are processors.")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "A JSON line per claim instead of text.")
  boolean json;

  @Override
  public Integer call() {
    List<Experiment> chosen = WrongUse.typed(() -> Lab.named(names));
    if (list) {
      Lab.experiments().forEach(this::describe);
      return DONE;
    }
    if (threads < 1) {
      throw new WrongUse("--threads " + threads + ": at least 1");
    }
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw new UserError("--out " + out + " is a file; give a folder");
    }
    makeFolder();
    long begin = System.nanoTime();
    Report report =
        Lab.run(
            chosen,
            bench(),
            Map.of(),
            chapter -> show(chapter, begin),
            why -> console().err("%s", why));
    Report told = new Report(report.chapters(), facts(begin), report.skipped());
    Path page = told.write(out);
    tell(told, page);
    return DONE;
  }

  /// What takes minutes should not fail at its end.
  private void makeFolder() {
    try {
      Files.createDirectories(out);
    } catch (IOException e) {
      throw new UserError("--out " + out + ": the folder cannot be made", e);
    }
  }

  private void describe(Experiment one) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("name", one.name());
      line.put("about", one.about());
      console().json(line);
    } else {
      console().out("%-14s %s", one.name(), one.about());
    }
  }

  private Workbench bench() {
    List<Long> chosen =
        seeds.isEmpty()
            ? LongStream.rangeClosed(1, quick ? QUICK_SEEDS : FULL_SEEDS).boxed().toList()
            : seeds;
    return new Workbench(
        quick ? Scale.QUICK : Scale.FULL, chosen, folder(), threads, console().progress());
  }

  private Optional<Path> folder() {
    if (data != null) {
      if (!Files.isDirectory(data)) {
        throw new UserError("--data " + data + ": no such folder");
      }
      return Optional.of(data);
    }
    return Optional.of(Path.of("../shared/data")).filter(Files::isDirectory);
  }

  private void show(Chapter chapter, long begin) {
    console().err("%-14s done after %s", chapter.name(), since(begin));
  }

  private static String since(long begin) {
    Duration time = Duration.ofNanos(System.nanoTime() - begin);
    return "%d:%02d min".formatted(time.toMinutes(), time.toSecondsPart());
  }

  private Map<String, String> facts(long begin) {
    Workbench bench = bench();
    Map<String, String> facts = new LinkedHashMap<>();
    StringBuilder typed = new StringBuilder("nephila lab");
    names.forEach(name -> typed.append(' ').append(name));
    typed.append(quick ? " --quick" : "").append(" --seeds ");
    typed.append(String.join(",", bench.seeds().stream().map(String::valueOf).toList()));
    facts.put("Command", typed.toString());
    facts.put("Scale", "N = %,d pages on synthetic webs".formatted(bench.pages()));
    facts.put("Real data", bench.data().isPresent() ? "found" : "absent");
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    facts.put(
        "Time",
        "%s, %,d s of CPU, %d runs at a time".formatted(since(begin), cpu.toSeconds(), threads));
    facts.put(
        "Machine",
        "%d processors, Java %s, %s"
            .formatted(
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                System.getProperty("os.arch")));
    facts.put(
        "Checked",
        "at every measure: all units of cash accounted for, no certified bound below the error");
    return facts;
  }

  private void tell(Report report, Path page) {
    for (Claim claim : report.claims()) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("source", claim.source());
        line.put("claim", claim.claim());
        line.put("measured", claim.measured());
        line.put("verdict", claim.verdict().toString());
        line.put("decides", claim.decides());
        Map<String, String> readings = new LinkedHashMap<>();
        claim.readings().forEach(one -> readings.put(one.reading(), one.verdict().toString()));
        line.put("readings", readings);
        Map<String, String> seeds = new LinkedHashMap<>();
        claim.bySeed().forEach((seed, one) -> seeds.put(seed.toString(), one.toString()));
        line.put("seeds", seeds);
        console().json(line);
      } else {
        console().out("%-13s %-10s %s", claim.verdict(), claim.source(), claim.claim());
        console().out("%24s %s", "", claim.measured());
        if (!claim.readingsAgree() || !claim.seedsAgree()) {
          console().out("%24s decided by %s", "", claim.decides());
        }
      }
    }
    console().err("The report: %s", page);
  }
}
