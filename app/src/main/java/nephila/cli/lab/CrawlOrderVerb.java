package nephila.cli.lab;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.formats.PageNameFile;
import nephila.lab.simulation.CrawlOrder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila crawlorder`: how much importance an order of first reads captures.
@Command(
    name = "crawlorder",
    description = "Measure how much importance different crawl orders capture early.",
    footer = {
      "  nephila crawlorder graph.txt.gz --start 0",
      "  nephila crawlorder graph.txt.gz --start 17 --order bfs,exact,oracle --json",
    })
public final class CrawlOrderVerb extends Verb {
  private static final double[] SHARES = {0.01, 0.05, 0.1, 0.2, 0.5};

  @Parameters(paramLabel = "GRAPH", description = "Any graph file.")
  String graph = "";

  @Option(
      names = "--order",
      paramLabel = "LIST",
      description = "Of bfs,backlinks,opic,exact,pagerank,oracle,random (default: all).")
  String orders = "bfs,backlinks,opic,exact,pagerank,oracle,random";

  @Option(
      names = "--start",
      paramLabel = "ID",
      description = "Number or name of the first page; default 0.")
  String start = "0";

  @Option(
      names = "--urls",
      paramLabel = "FILE",
      description =
          "URLs of the pages: --start can be one, and exact learns from them. Default: NAME.urls"
              + " or NAME.urls.gz beside the graph, if there.")
  @Nullable Path urls;

  @Option(names = "--seed", paramLabel = "S", description = "Of the random order; default 1.")
  long seed = 1;

  @Option(names = "--json", description = "JSON lines: order, percent, captured.")
  boolean json;

  @Override
  public Integer call() {
    var chosen = WrongUse.typed(() -> CrawlOrder.Order.parse(orders));
    if (urls == null) {
      urls = PageNameFile.beside(graph);
      if (urls != null) {
        console().err("nephila: URLs of the pages from %s", urls);
      }
    }
    LoadedGraph loaded =
        new GraphReader().urls(urls).stdin(System.in).progress(console().progress()).open(graph);
    CrawlOrder crawl = new CrawlOrder(loaded.csr(), startPage(loaded), loaded.names());
    if (!json) {
      console().out("%,d pages can be reached", crawl.reachablePages());
      console()
          .out("%-10s %8s %8s %8s %8s %8s", "pages read", "1 %", "5 %", "10 %", "20 %", "50 %");
    }
    for (CrawlOrder.Order order : chosen) {
      String name = order.name().toLowerCase(java.util.Locale.ROOT);
      show(name, crawl.captured(order, SHARES, new SplittableRandom(seed)));
    }
    return DONE;
  }

  private int startPage(LoadedGraph loaded) {
    int named = loaded.names().map(names -> names.find(start)).orElse(-1);
    if (named >= 0) {
      return named;
    }
    int pages = loaded.graph().pages();
    try {
      int page = Integer.parseInt(start);
      if (pages == 0 || (page >= 0 && page < pages)) {
        return page;
      }
    } catch (NumberFormatException e) {
      throw new WrongUse("--start " + start + " is neither the number nor the name of a page");
    }
    throw new WrongUse("--start " + start + ": the pages of this graph are 0 to " + (pages - 1));
  }

  private void show(String order, double[] captured) {
    if (!json) {
      console()
          .out(
              "%-10s %8.4f %8.4f %8.4f %8.4f %8.4f",
              order, captured[0], captured[1], captured[2], captured[3], captured[4]);
      return;
    }
    for (int k = 0; k < SHARES.length; k++) {
      int percent = (int) Math.round(100 * SHARES[k]);
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("order", order);
      line.put("percent", percent);
      line.put("captured", captured[k]);
      console().json(line);
    }
  }
}
