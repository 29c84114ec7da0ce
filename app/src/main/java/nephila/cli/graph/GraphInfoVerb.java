package nephila.cli.graph;

import java.util.LinkedHashMap;
import java.util.Map;
import nephila.cli.Verb;
import nephila.formats.LoadedGraph;
import nephila.formats.ReadCounts;
import nephila.graph.Components;
import nephila.graph.Degrees;
import nephila.graph.GraphFacts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila graph info`: what a graph is like.
@Command(
    name = "info",
    description = "Tell what a graph is like: pages, links, degrees, components.",
    footer = {
      "  nephila graph info cnr-2000.graph         a BVGraph",
      "  zcat links.gz | nephila graph info - --json",
    })
public final class GraphInfoVerb extends Verb {
  @Parameters(
      paramLabel = "GRAPH",
      description =
          "Edge list (.gz, .zst, - for standard input), BVGraph, Common Crawl or CSR file.")
  String file = "-";

  @Mixin GraphOptions options = new GraphOptions();

  @Option(names = "--json", description = "One JSON object.")
  boolean json;

  @Override
  public Integer call() {
    LoadedGraph loaded = options.open(file, console());
    GraphFacts facts = GraphFacts.of(loaded.graph());
    if (json) {
      console().json(asMap(loaded, facts));
    } else {
      print(loaded, facts);
    }
    return DONE;
  }

  private void print(LoadedGraph loaded, GraphFacts facts) {
    ReadCounts counts = loaded.counts();
    String names = loaded.names().isPresent() ? ", named" : "";
    String weights = loaded.graph().weighted() ? ", weighted" : "";
    row("format", counts.format() + names + weights);
    count("pages", facts.pages());
    count("links", facts.links());
    count("doubled links dropped", counts.doubled());
    share("dangling pages", facts.dangling(), facts.pages());
    share("pages without in-links", facts.unlinked(), facts.pages());
    count("self-links", facts.selfLinks());
    degrees("out-degree", facts.out());
    degrees("in-degree", facts.in());
    components("weak components", facts.weak(), facts.pages());
    components("strong components", facts.strong().sizes(), facts.pages());
    row("period of the largest", period(facts.strong().period()));
    count("swinging components", facts.strong().swinging());
  }

  private void row(String what, String value) {
    console().out("%-24s%s", what, value);
  }

  private void count(String what, long value) {
    console().out("%-24s%,d", what, value);
  }

  private void share(String what, long value, long of) {
    console().out("%-24s%,d (%.1f %%)", what, value, percent(value, of));
  }

  private void degrees(String what, Degrees degrees) {
    console()
        .out(
            "%-24smean %.2f, median %,d, 90 %% %,d, 99 %% %,d, 99.9 %% %,d, largest %,d",
            what,
            degrees.mean(),
            degrees.p50(),
            degrees.p90(),
            degrees.p99(),
            degrees.p999(),
            degrees.max());
  }

  private void components(String what, Components components, long pages) {
    console()
        .out(
            "%-24s%,d, the largest of %,d pages (%.1f %%)",
            what, components.count(), components.largest(), percent(components.largest(), pages));
  }

  private static String period(int period) {
    return switch (period) {
      case 0 -> "none: it has no cycle";
      case 1 -> "1 (aperiodic)";
      default -> period + ": a walk without a virtual page swings; rank it with --plus-identity";
    };
  }

  private static double percent(long part, long all) {
    return all == 0 ? 0 : 100.0 * part / all;
  }

  private static Map<String, Object> asMap(LoadedGraph loaded, GraphFacts facts) {
    ReadCounts counts = loaded.counts();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("format", counts.format());
    map.put("named", loaded.names().isPresent());
    map.put("weighted", loaded.graph().weighted());
    map.put("pages", facts.pages());
    map.put("links", facts.links());
    map.put("lines", counts.lines());
    map.put("doubledLinks", counts.doubled());
    map.put("dangling", facts.dangling());
    map.put("unlinked", facts.unlinked());
    map.put("selfLinks", facts.selfLinks());
    map.put("outDegree", asMap(facts.out()));
    map.put("inDegree", asMap(facts.in()));
    map.put("weakComponents", asMap(facts.weak()));
    Map<String, Object> strong = asMap(facts.strong().sizes());
    strong.put("periodOfLargest", facts.strong().period());
    strong.put("swinging", facts.strong().swinging());
    map.put("strongComponents", strong);
    return map;
  }

  private static Map<String, Object> asMap(Degrees degrees) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("mean", degrees.mean());
    map.put("p50", degrees.p50());
    map.put("p90", degrees.p90());
    map.put("p99", degrees.p99());
    map.put("p999", degrees.p999());
    map.put("max", degrees.max());
    return map;
  }

  private static Map<String, Object> asMap(Components components) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("count", components.count());
    map.put("largest", components.largest());
    return map;
  }
}
