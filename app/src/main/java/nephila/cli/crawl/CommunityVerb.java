package nephila.cli.crawl;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.cli.FileToWrite;
import nephila.cli.Verb;
import nephila.cli.WholeFile;
import nephila.cli.WrongUse;
import nephila.community.Distances;
import nephila.community.FindGlobalRank;
import nephila.community.KnownGraph;
import nephila.community.LocalDomain;
import nephila.community.Selection;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila community`: the global rank of a local domain, of the live web or of a known graph.
@Command(
    name = "community",
    description = {
      "The global rank of a site's or a topic's own pages, from a few pages fetched outside.",
      "With a SITE it is crawled into --dir, then pages around it are fetched; with --topic and"
          + " --example a focused crawl finds the pages of the topic first; with --graph and"
          + " --local the same is replayed on a graph that is known whole, and compared with the"
          + " truth. With --from the local domain is taken from an archive or a folder of files,"
          + " and only pages around it are fetched."
    },
    footer = {
      "  nephila community https://example.org/ --dir example --agent MyBot --contact"
          + " me@example.org",
      "  nephila community --topic spiders --example https://a.org/web --example"
          + " https://b.org/silk --dir spiders",
      "  nephila community https://example.org/ --from example.wacz --dir example --agent MyBot"
          + " --contact me@example.org",
      "  nephila community --from public_html --base https://intranet.example.org/ --dir intranet"
          + " --agent MyBot --contact me@example.org",
      "  nephila community --graph cnr.edges.gz --urls cnr-urls.tsv.gz --local site.txt",
      "  nephila community --graph g.txt --local topic.txt --select worth,sc,random --json",
    })
public final class CommunityVerb extends Verb {
  @Parameters(
      arity = "0..*",
      paramLabel = "SITE",
      description = "Where the local domain begins, on the live web.")
  List<String> seeds = List.of();

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description = "Where to keep what is crawled; one that exists is gone on with.")
  @Nullable Path dir;

  @Mixin final SiteOptions site = new SiteOptions();

  @Mixin final TopicTyped topic = new TopicTyped();

  @Option(
      names = "--from",
      paramLabel = "SOURCE",
      description = {
        "Take the local domain from here and ask no server for it: a crawl dir, WARC, WACZ, a"
            + " folder of them, or a folder of the site's own files.",
        "May be repeated. The SITEs say which pages of an archive belong to it."
      })
  List<Path> from = List.of();

  @Option(
      names = "--base",
      paramLabel = "URL",
      description = "Where the folder of files is published, or would be.")
  @Nullable String base;

  @Option(
      names = "--impact",
      description =
          "Show the outside pages that pass most to the local domain: their global rank times the"
              + " share of their links that lead into it.")
  boolean impact;

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description = "The whole graph: an edge list, BVGraph or any other graph file.")
  @Nullable String graph;

  @Option(
      names = "--urls",
      paramLabel = "FILE",
      description = "The pages' addresses: line i is page i, or 'page<TAB>address'.")
  @Nullable Path urls;

  @Option(
      names = "--local",
      paramLabel = "FILE",
      description = "The local domain: a page a line, its number or its address.")
  @Nullable Path local;

  @Option(
      names = "--select",
      split = ",",
      paramLabel = "NAME",
      description =
          "How to choose the pages to fetch: worth (ours, the default), sc, sc-exact,"
              + " sc-as-written, one-step, pf, cho, outlink, random; several with commas.")
  List<String> select = List.of("worth");

  @Option(
      names = "--iterations",
      paramLabel = "T",
      description = "In how many steps the budget is spent (default ${DEFAULT-VALUE}).")
  int iterations = 50;

  @Option(
      names = "--budget",
      paramLabel = "PAGES",
      description = "How many pages to fetch outside, or as in 2n (default ${DEFAULT-VALUE}).")
  String budget = "2n";

  @Option(
      names = "--discarded",
      paramLabel = "FILE",
      description = "Outside pages that were fetched already, as a focused crawl does; free.")
  @Nullable Path discarded;

  @Option(
      names = "--reference",
      paramLabel = "FILE",
      description =
          "The true rank, 'page<TAB>value'; without, it is computed from the whole graph.")
  @Nullable Path reference;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the random selection (default ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--out",
      converter = FileToWrite.class,
      paramLabel = "FILE",
      description = "Write local and estimated global rank of every local page.")
  @Nullable Path out;

  @Option(
      names = "--svg",
      converter = FileToWrite.class,
      paramLabel = "FILE",
      description = "Draw the L1 distance per step.")
  @Nullable Path svg;

  @Option(names = "--no-index", description = "Make no search index of the members at the end.")
  boolean noIndex;

  @Option(names = "--json", description = "One JSON object a step on stdout.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    Budget pages = Budget.parse(budget);
    if (iterations < 1) {
      throw new WrongUse("--iterations " + iterations + ": at least 1");
    }
    topic.check();
    if (!from.isEmpty() && (dir == null || topic.isTopic() || topic.depth != null)) {
      throw new WrongUse(
          dir == null
              ? "--from: give --dir too, where the community is to be kept"
              : "--from: has the local domain whole; leave --topic, --example and --depth out");
    }
    if (base != null && from.isEmpty()) {
      throw new WrongUse("--base: says where the files of --from are published; give --from too");
    }
    if (dir != null) {
      return new CommunityLive(this, dir).run();
    }
    if (graph == null || local == null) {
      throw new WrongUse(
          seeds.isEmpty() && !site.given()
              ? "which local domain? Name a SITE and --dir, or --graph and --local"
              : "--dir: where to keep what is crawled?");
    }
    List<Selection> selections =
        WrongUse.typed(() -> select.stream().map(Selection::named).toList());
    CommunityCase given = CommunityCase.read(this, graph, local);
    LocalDomain domain = given.domain();
    int fetches = pages.pages(domain.size());
    double[] localRank = FindGlobalRank.localRank(domain, given.source());
    console()
        .err(
            "local domain %,d of %,d pages; at most %,d pages fetched in %d iterations; truth: %s",
            domain.size(), given.pages(), fetches, iterations, given.truthFrom());
    if (!json) {
      console().out("%-14s %s", "local rank p", row(Distances.between(localRank, given.truth())));
    }
    LineChart chart =
        LineChart.titled("Distance to the true global rank")
            .x(Axis.linear("pages fetched outside"))
            .y(Axis.linear("L1 distance").from(0));
    double[] estimate = localRank;
    for (Selection selection : selections) {
      List<double[]> points = new ArrayList<>();
      estimate = run(given, selection, fetches, points);
      chart = chart.line(selection.toString(), column(points, 0), column(points, 1));
    }
    if (svg != null) {
      WholeFile.write(svg, chart.svg());
    }
    if (out != null) {
      given.write(out, localRank, estimate);
    }
    return DONE;
  }

  private double[] run(
      CommunityCase given, Selection selection, int fetches, List<double[]> points) {
    KnownGraph source = given.source();
    FindGlobalRank finder = new FindGlobalRank(given.domain(), source, selection, seed);
    finder.include(given.discarded());
    if (!json) {
      console().out("");
      console()
          .out("%-14s %7s %8s  %s", selection, "fetched", "L1", "L2        Linf     tau    tau-b");
    }
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    long begun = cpu.getCurrentThreadCpuTime();
    boolean dry =
        finder.run(
            iterations,
            fetches,
            step -> {
              double cpuSeconds = (cpu.getCurrentThreadCpuTime() - begun) / 1e9;
              Distances distances = Distances.between(step.estimate(), given.truth());
              points.add(new double[] {step.fetched(), distances.l1()});
              tell(selection, step, distances, cpuSeconds);
              console().progress().at(selection.toString(), step.iteration(), iterations);
            });
    if (dry) {
      console()
          .err(
              "%s: the frontier ran dry after %,d of %,d pages: nothing more can be reached",
              selection, finder.extra(), fetches);
    }
    return finder.estimate();
  }

  private void tell(
      Selection selection, FindGlobalRank.Step step, Distances distances, double cpuSeconds) {
    if (!json) {
      console().out("%-14d %7d %s", step.iteration(), step.fetched(), row(distances));
      return;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("select", selection.toString());
    line.put("iteration", step.iteration());
    line.put("fetched", step.fetched());
    line.put("frontier", step.frontier());
    line.put("cpuSeconds", cpuSeconds);
    line.put("l1", distances.l1());
    line.put("l2", distances.l2());
    line.put("linf", distances.linf());
    line.put("tau", distances.tau());
    if (!Double.isNaN(distances.taub())) {
      line.put("taub", distances.taub());
    }
    console().json(line);
  }

  private static String row(Distances d) {
    return String.format(
        Locale.ROOT, "%8.5f %9.6f %9.6f %7.4f %7.4f", d.l1(), d.l2(), d.linf(), d.tau(), d.taub());
  }

  private static double[] column(List<double[]> points, int column) {
    return points.stream().mapToDouble(point -> point[column]).toArray();
  }
}
