package nephila.cli.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import nephila.cli.ByteSize;
import nephila.cli.Numbers;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.lab.machines.MachineForecast;
import nephila.lab.machines.MachineForecast.Use;
import nephila.lab.machines.MachinePlan;
import nephila.lab.machines.MeasuredCosts;
import nephila.lab.machines.MeasuredCosts.Cost;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `nephila lab machines`: what a crawl on many machines would need.
@Command(
    name = "machines",
    description = {
      "What a crawl on a cluster of many machines would need: which resource gives way first, how"
          + " long a lost machine takes, what a month costs. Arithmetic from costs measured on a"
          + " small cluster; no such cluster was run (docs/scale.md).",
      "Prices are examples of November 2026: give your own.",
    },
    footer = {
      "  nephila lab machines --machines 4 --known 2e9 --read 5e7 --reads-per-second 1000",
      "  nephila lab machines --machines 200 --known 5e10 --reads-per-second 50000 --cores 16"
          + " --price 120",
      "  nephila lab machines --costs my-costs.txt --json     after bench/machines my-costs.txt",
      "  nephila lab machines --list-costs                    what is taken for granted, and from"
          + " where",
    })
public final class MachinesVerb extends Verb {
  @Option(
      names = "--machines",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      description = "Each with a worker and a broker (4).")
  int machines = 4;

  @Option(
      names = "--partitions",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      description = "Of the crawl (eight for each machine, 64 at least).")
  @Nullable Integer partitions;

  @Option(
      names = "--cores",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      description = "Of each (8).")
  int cores = 8;

  @Option(names = "--page-memory", paramLabel = "SIZE", description = "Of each, for pages (8GB).")
  String pageMemory = "8GB";

  @Option(names = "--disk", paramLabel = "SIZE", description = "Of each (2TB).")
  String disk = "2TB";

  @Option(
      names = "--disk-speed",
      paramLabel = "SIZE",
      description = "Bytes a second that each writes (500MB).")
  String diskSpeed = "500MB";

  @Option(
      names = "--network",
      paramLabel = "SIZE",
      description = "Bytes a second in and out of each (125MB, a gigabit).")
  String network = "125MB";

  @Option(names = "--known", paramLabel = "M", description = "Pages known (1e9).")
  double known = 1e9;

  @Option(names = "--read", paramLabel = "M", description = "Of them read (a fifth).")
  @Nullable Double read;

  @Option(names = "--reads-per-second", paramLabel = "R", description = "Of all together (1000).")
  double reads = 1000;

  @Option(names = "--refresh", paramLabel = "S", description = "Share of re-reads (0.3).")
  double refresh = 0.3;

  @Option(names = "--links", paramLabel = "L", description = "Of a page (40).")
  double links = 40;

  @Option(names = "--page-size", paramLabel = "SIZE", description = "Downloaded for a page (30KB).")
  String pageSize = "30KB";

  @Option(
      names = "--archived-size",
      paramLabel = "SIZE",
      description = "Of a page in the archive (10KB).")
  String archivedSize = "10KB";

  @Option(names = "--no-archive", description = "Keep no archive.")
  boolean noArchive;

  @Option(
      names = "--replication",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      description = "Copies of each topic (3, or as many as there are machines).")
  @Nullable Integer replication;

  @Option(
      names = "--standbys",
      converter = Numbers.Count.class,
      paramLabel = "N",
      description = "Copies of the state on other workers (1).")
  int standbys = 1;

  @Option(names = "--price", paramLabel = "P", description = "Of a machine a month (60).")
  double price = 60;

  @Option(
      names = "--price-per-tb",
      paramLabel = "P",
      description = "Of a terabyte that comes in (0: most hosters count what goes out).")
  double pricePerTerabyte;

  @Option(
      names = "--costs",
      paramLabel = "FILE",
      description = "Lines `name value`, as bench/machines writes them.")
  @Nullable Path costs;

  @Option(names = "--list-costs", description = "Print the costs reckoned with, and end.")
  boolean listCosts;

  @Option(names = "--json", description = "Figures as JSON.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    MeasuredCosts measured = costs == null ? MeasuredCosts.usual() : MeasuredCosts.read(costs);
    if (listCosts) {
      for (Cost cost : Cost.values()) {
        boolean given = measured.values().containsKey(cost);
        String source = given ? String.valueOf(costs) : cost.source();
        console().out("%-36s %10.4g   # %s", cost.written(), measured.of(cost), source);
      }
      return DONE;
    }
    MachinePlan plan = WrongUse.typed(this::plan);
    MachineForecast forecast = MachineForecast.of(plan, measured);
    if (json) {
      console().json(figures(forecast));
    } else {
      show(plan, forecast);
    }
    return DONE;
  }

  private MachinePlan plan() {
    positive("--known", known);
    positive("--reads-per-second", reads);
    positive("--links", links);
    if (!(refresh >= 0 && refresh <= 1)) {
      throw new WrongUse("--refresh " + refresh + ": it must be between 0 and 1");
    }
    if (!(price >= 0 && pricePerTerabyte >= 0)) {
      throw new WrongUse("--price and --price-per-tb: at least 0 each");
    }
    return new MachinePlan(
        machines,
        partitions == null ? Math.max(64, 8 * machines) : partitions,
        cores,
        ByteSize.parse("--page-memory", pageMemory),
        ByteSize.parse("--disk", disk),
        ByteSize.parse("--disk-speed", diskSpeed),
        ByteSize.parse("--network", network),
        known,
        read == null ? known / 5 : read,
        reads,
        refresh,
        links,
        ByteSize.parse("--page-size", pageSize),
        noArchive ? 0 : ByteSize.parse("--archived-size", archivedSize),
        replication == null ? Math.min(3, machines) : replication,
        standbys,
        price,
        pricePerTerabyte);
  }

  private static void positive(String option, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new WrongUse(option + " " + value + ": it must be above 0");
    }
  }

  private static Map<String, Object> figures(MachineForecast forecast) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("cpuMicrosPerRead", forecast.cpuMicros());
    forecast.uses().forEach(use -> figures.put(use.resource(), use.share()));
    figures.put("bottleneck", forecast.bottleneck().resource());
    figures.put("mostReadsPerSecond", forecast.mostReadsPerSecond());
    put(figures, "rereadDays", forecast.rereadDays());
    put(figures, "lostMachineSeconds", forecast.lostSeconds());
    figures.put("diskBytesPerMachine", forecast.diskBytes());
    figures.put("pricePerMonth", forecast.pricePerMonth());
    return figures;
  }

  private static void put(Map<String, Object> figures, String name, double value) {
    if (Double.isFinite(value)) {
      figures.put(name, value);
    }
  }

  private void show(MachinePlan plan, MachineForecast forecast) {
    for (Use use : forecast.uses()) {
      console()
          .out(
              "%-12s %7.1f %% of each machine%s",
              use.resource(), 100 * use.share(), use.share() > 1 ? "   TOO MUCH" : "");
    }
    Use first = forecast.bottleneck();
    console().out("");
    console().out("Bottleneck          %s", first.resource());
    console().out("Reads a second      %,.0f at most", forecast.mostReadsPerSecond());
    console().out("CPU a read          %,.0f microseconds", forecast.cpuMicros());
    console().out("Disk                %,.1f GB of each machine", forecast.diskBytes() / 1e9);
    console().out("Read again          %s", again(forecast.rereadDays()));
    console().out("A lost machine      %s", lost(forecast.lostSeconds()));
    console().out("A month             %,.0f", forecast.pricePerMonth());
    if (forecast.uses().stream().anyMatch(use -> use.share() > 1)) {
      console()
          .err(
              "%,d machines do not carry %,.0f reads a second of %,.0f pages: more machines, fewer"
                  + " reads, or more %s.",
              plan.machines(), plan.readsPerSecond(), plan.known(), first.resource());
    }
  }

  private static String again(double days) {
    return Double.isFinite(days)
        ? String.format(Locale.ROOT, "every page that was read after %,.1f days", days)
        : "never";
  }

  private static String lost(double seconds) {
    return Double.isFinite(seconds)
        ? String.format(
            Locale.ROOT,
            "its last pages are worked on again after %,.0f %s",
            seconds < 600 ? seconds : seconds / 60,
            seconds < 600 ? "seconds" : "minutes")
        : "nobody is there to take its pages over";
  }
}
