package nephila.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.config.Durations;
import nephila.testweb.hostile.Load;
import nephila.testweb.hostile.Soak;
import nephila.testweb.hostile.Torture;
import nephila.testweb.hostile.TortureReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila lab torture`: the real crawler against a misbehaving web.
@Command(
    name = "torture",
    description =
        "Crawls more than a hundred misbehaving hosts on this machine with the real crawler, and"
            + " says of each what must happen and what did. Needs no network; takes a minute.",
    footer = {
      "  nephila lab torture                       every behaviour, a line each",
      "  nephila lab torture lure- --json          those whose name begins with lure-, for a"
          + " script",
    })
public final class TortureVerb extends Verb {
  /// A crawl may lose so much of its rate beside the worst.
  private static final double MOST_LOSS = 0.1;

  private static final int SAMPLES = 40;

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "Behaviours, or how their names begin (usually all).")
  List<String> names = List.of();

  @Option(names = "--json", description = "A JSON line per behaviour, and one for the whole.")
  boolean json;

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description = "Where to keep the crawls (usually a new temporary folder).")
  Path dir = Path.of("");

  @Option(
      names = "--load",
      description = "How much of its rate a crawl of 100 good hosts loses beside 20 of the worst.")
  boolean load;

  @Option(
      names = "--soak",
      paramLabel = "D",
      description =
          "Crawl a generated web of a million pages for so long, one page of twenty misbehaving;"
              + " memory, open files and rate are shown, books and archive checked.")
  @Nullable String soak;

  @Override
  public Integer call() throws IOException {
    @Nullable Duration time = length(soak);
    Path place = dir.toString().isEmpty() ? Files.createTempDirectory("nephila-torture-") : dir;
    if (load) {
      return load(Load.measure(place));
    }
    if (time != null) {
      return soak(Soak.run(place, time, time.dividedBy(SAMPLES), this::tell));
    }
    TortureReport report =
        Torture.run(
            place,
            behaviour -> names.isEmpty() || names.stream().anyMatch(behaviour.name()::startsWith),
            console().progress());
    report.rows().forEach(this::show);
    long passed = report.rows().stream().filter(TortureReport.Row::passed).count();
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("behaviours", report.rows().size());
      line.put("passed", passed);
      line.put("canary", report.canary());
      line.put("faults", report.faults());
      console().json(line);
    } else {
      report.faults().forEach(fault -> console().out("FAULT %s", fault));
      console()
          .out(
              "%d of %d behaviours as they must; %d connections reached the canary; books and"
                  + " archives %s",
              passed,
              report.rows().size(),
              report.canary(),
              report.faults().isEmpty() ? "whole" : "damaged");
      console().err("The crawls: %s", place);
    }
    return report.passed() ? DONE : FAILED;
  }

  private static @Nullable Duration length(@Nullable String typed) {
    return typed == null ? null : WrongUse.typed(() -> Durations.parse("soak", typed));
  }

  private void tell(Soak.Sample sample) {
    if (!json) {
      console()
          .out(
              "%6d s %,10d pages %7.1f/s heap %,d KiB, resident %,d KiB, %d files open",
              sample.seconds(),
              sample.fetched(),
              sample.perSecond(),
              sample.heap() >> 10,
              sample.resident() >> 10,
              sample.files());
    }
  }

  private Integer soak(Soak.Result result) {
    if (json) {
      console().json(Map.of("soak", result, "heapPerPage", result.heapPerPage()));
    } else {
      result.faults().forEach(fault -> console().out("FAULT %s", fault));
      console()
          .out(
              "%,d pages; the heap grew by %.0f bytes a page in the second half; books and archive"
                  + " %s",
              result.fetched(),
              result.heapPerPage(),
              result.faults().isEmpty() ? "exact" : "damaged");
    }
    return result.faults().isEmpty() ? DONE : FAILED;
  }

  private Integer load(Load seen) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("load", seen);
      line.put("loss", seen.loss());
      console().json(line);
    } else {
      console()
          .out(
              "%d good hosts, %,d pages: %.1f s alone (%.1f s CPU), %.1f s beside %d of the worst"
                  + " (%.1f s CPU): %.1f %% of the rate lost",
              seen.goodHosts(),
              seen.pages(),
              seen.aloneMillis() / 1e3,
              seen.aloneCpuMillis() / 1e3,
              seen.besideMillis() / 1e3,
              seen.badHosts(),
              seen.besideCpuMillis() / 1e3,
              100 * seen.loss());
    }
    return seen.loss() < MOST_LOSS ? DONE : FAILED;
  }

  private void show(TortureReport.Row row) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("name", row.name());
      line.put("must", row.must());
      line.put("happened", row.happened());
      line.put("passed", row.passed());
      console().json(line);
    } else {
      console()
          .out(
              "%-6s %-30s %s; must: %s",
              row.passed() ? "ok" : "FAILED", row.name(), row.happened(), row.must());
    }
  }
}
