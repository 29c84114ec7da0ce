package nephila.liverank;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import nephila.Progress;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The orderings on a real old web, 85,275 pages; skipped where it is not at hand.
@Tag("slow")
class OldWebTest {
  private static final Path DATA =
      Path.of(System.getProperty("nephila.root", "."), "../shared/data/oldweb");

  private final List<String> urls = new ArrayList<>();
  private boolean[] alive = new boolean[1 << 17];

  private CsrGraph read() throws IOException {
    assumeTrue(Files.isDirectory(DATA), "needs the real old web in " + DATA);
    try (BufferedReader lines = lines("pages.tsv.gz")) {
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .forEach(
              columns -> {
                alive[urls.size()] = columns[2].equals("1");
                urls.add(columns[1]);
              });
    }
    alive = Arrays.copyOf(alive, urls.size());
    try (BufferedReader lines = lines("links.tsv.gz")) {
      int[][] links =
          lines
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(line -> Arrays.stream(line.split("\t")).mapToInt(Integer::parseInt).toArray())
              .toArray(int[][]::new);
      int[] sources = Arrays.stream(links).mapToInt(link -> link[0]).toArray();
      int[] targets = Arrays.stream(links).mapToInt(link -> link[1]).toArray();
      return CsrGraph.of(urls.size(), sources, targets);
    }
  }

  private static BufferedReader lines(String name) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(DATA.resolve(name))), StandardCharsets.UTF_8));
  }

  private CostCurve cost(Order order, OldGraph snapshot, long seed) {
    int living = 0;
    for (boolean one : alive) {
      living += one ? 1 : 0;
    }
    return new Revisit(order.start(snapshot, Sample.ONE_PERCENT, seed), Liveness.known(alive), 1)
        .until(Stop.never(), Progress.SILENT)
        .cost(living);
  }

  private static void assertNear(double wanted, double cost, Order order) {
    assertTrue(Math.abs(cost / wanted - 1) < 0.08, order + " costs " + cost + ", not " + wanted);
  }

  @Test
  void theOrderingsCostWhatWasMeasuredElsewhereAndTheLearnedOneLittle() throws IOException {
    CsrGraph links = read();
    OldGraph snapshot = OldGraph.of(links, urls);
    Order[] orders = {Order.R, Order.I, Order.P, Order.ASF, Order.BFS, Order.AI};
    double[] half = {2.94, 2.52, 2.53, 1.27, 1.55, 1.32};
    double[] most = {2.94, 2.80, 2.85, 1.67, 1.51, 1.54};
    for (int k = 0; k < orders.length; k++) {
      CostCurve curve = cost(orders[k], snapshot, 1);
      assertNear(half[k], curve.cost(0.5), orders[k]);
      assertNear(most[k], curve.cost(0.9), orders[k]);
    }
    for (long seed = 1; seed <= 3; seed++) {
      assertCosts(1.08, 1.13, snapshot, seed);
    }
    List<String> opaque = new ArrayList<>();
    for (int page = 0; page < snapshot.pages(); page++) {
      opaque.add("http://s" + snapshot.site(page) + ".test/" + page);
    }
    assertCosts(1.10, 1.20, OldGraph.of(links, opaque), 1);
  }

  private void assertCosts(double half, double most, OldGraph snapshot, long seed) {
    CostCurve learned = cost(Order.LEARNED, snapshot, seed);
    assertTrue(learned.cost(0.5) <= half, "learned costs " + learned.cost(0.5) + " at .5");
    assertTrue(learned.cost(0.9) <= most, "learned costs " + learned.cost(0.9) + " at .9");
  }
}
