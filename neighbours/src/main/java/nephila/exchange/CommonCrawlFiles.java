package nephila.exchange;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import nephila.graph.CsrGraph;
import nephila.graph.NewFile;
import nephila.rank.PageRank;
import nephila.sites.SiteWeb;
import nephila.sites.Weighing;

/// The graph of hosts or sites as Common Crawl publishes its own: `NAME-vertices.txt.gz` (`id TAB
/// reversed name`, in the order of the names), `NAME-edges.txt.gz` (`from TAB to`) and
/// `NAME-ranks.txt.gz` (positions and values of harmonic centrality and PageRank, best first).
/// Links within a vertex are left out.
public final class CommonCrawlFiles {
  private static final String RANKS_HEAD =
      "#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev";
  private static final long SEED = 1;

  private CommonCrawlFiles() {}

  private interface Lines {
    void to(BufferedWriter out) throws IOException;
  }

  /// Writes the three files whose names begin with `base`.
  public static void write(SiteWeb web, Path base) throws IOException {
    String[] reversed = new String[web.size()];
    Arrays.setAll(reversed, site -> reversed(web.name(site)));
    int[] order = sorted(web.size(), Comparator.comparing((Integer site) -> reversed[site]));
    int[] id = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      id[order[i]] = i;
    }
    file(
        base + "-vertices.txt.gz",
        out -> {
          for (int i = 0; i < order.length; i++) {
            out.write(i + "\t" + reversed[order[i]] + "\n");
          }
        });
    CsrGraph graph = renumbered(web.graph(new Weighing(0, 1, Weighing.Count.ONCE)), id);
    file(base + "-edges.txt.gz", out -> edges(graph, out));
    file(base + "-ranks.txt.gz", out -> ranks(graph, i -> reversed[order[i]], out));
  }

  private static CsrGraph renumbered(CsrGraph graph, int[] id) {
    int[] from = new int[Math.toIntExact(graph.links())];
    int[] to = new int[from.length];
    for (int page = 0; page < id.length; page++) {
      for (long k = graph.rowStart(page); k < graph.rowStart(page + 1); k++) {
        from[(int) k] = id[page];
        to[(int) k] = id[graph.target(k)];
      }
    }
    return CsrGraph.of(id.length, from, to);
  }

  private static void edges(CsrGraph graph, BufferedWriter out) throws IOException {
    for (int page = 0; page < graph.pages(); page++) {
      for (long k = graph.rowStart(page); k < graph.rowStart(page + 1); k++) {
        out.write(page + "\t" + graph.target(k) + "\n");
      }
    }
  }

  private static void ranks(
      CsrGraph graph, java.util.function.IntFunction<String> name, BufferedWriter out)
      throws IOException {
    double[] rank = graph.pages() == 0 ? new double[0] : PageRank.solve(graph).values();
    double[] harmonic = Harmonic.of(graph, SEED);
    int[] byHarmonic = best(harmonic);
    int[] byRank = best(rank);
    int[] place = new int[byRank.length];
    for (int i = 0; i < byRank.length; i++) {
      place[byRank[i]] = i + 1;
    }
    out.write(RANKS_HEAD + "\n");
    for (int i = 0; i < byHarmonic.length; i++) {
      int page = byHarmonic[i];
      out.write((i + 1) + "\t" + harmonic[page] + "\t" + place[page] + "\t" + rank[page]);
      out.write("\t" + name.apply(page) + "\n");
    }
  }

  private static int[] best(double[] values) {
    return sorted(values.length, Comparator.comparingDouble((Integer page) -> -values[page]));
  }

  private static int[] sorted(int count, Comparator<Integer> by) {
    return IntStream.range(0, count).boxed().sorted(by).mapToInt(Integer::intValue).toArray();
  }

  /// `www.example.org` is `org.example.www`, and back; addresses stay as they are.
  public static String reversed(String host) {
    boolean address = host.startsWith("[") || host.matches("[0-9.]+");
    return address ? host : String.join(".", List.of(host.split("\\.")).reversed());
  }

  private static void file(String name, Lines lines) throws IOException {
    try (NewFile file = new NewFile(Path.of(name))) {
      try (BufferedWriter out =
          new BufferedWriter(
              new OutputStreamWriter(
                  new GZIPOutputStream(Files.newOutputStream(file.temporary()), 1 << 16),
                  StandardCharsets.UTF_8))) {
        lines.to(out);
      } catch (IOException e) {
        throw file.failed(e);
      }
      file.commit();
    }
  }
}
