package nephila.bench;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import nephila.formats.GraphReader;
import nephila.graph.CsrGraph;
import nephila.ledger.ExactLedger;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import nephila.select.CountingClock;

/// What does a payment cost on line, beside a link of a sweep of the off-line solver, on one graph
/// and one thread?
///
/// On line: all pages known, the clock chooses, ten reads a page; the cost of a link is CPU time by
/// links paid, choosing and looking at each row included. Off line: the CPU time of a solve with
/// in-links ready, by iterations and links. Both in the same JVM, in turn, the median of three
/// rounds after one to warm up. Arguments: graph files.
public final class LedgerBench {
  private static final int ROUNDS = 3;
  private static final int READS_A_PAGE = 10;

  private LedgerBench() {}

  public static void main(String[] args) {
    PrintStream out = System.out;
    out.println(
        "| graph | links a page | off line, ns a link | on line, ns a link | ratio |"
            + " million reads a minute | × links / 10 |");
    out.println("| --- | --- | --- | --- | --- | --- | --- |");
    for (String file : args) {
      out.println(line(file));
    }
  }

  private static String line(String file) {
    CsrGraph graph = new GraphReader().open(file).csr();
    PageRank solver = PageRank.prepare(graph, RankOptions.DEFAULTS.withThreads(1));
    double[] offLine = new double[ROUNDS];
    double[] onLine = new double[ROUNDS];
    double[] read = new double[ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
      double[] measured = measure(graph, solver);
      if (round >= 0) {
        offLine[round] = measured[0];
        onLine[round] = measured[1];
        read[round] = measured[2];
      }
    }
    double links = (double) graph.links() / graph.pages();
    double millions = 60e3 / median(read);
    return String.format(
        Locale.ROOT,
        "| %s | %.1f | %.2f | %.2f | %.1f | %.1f | %.1f |",
        Path.of(file).getFileName(),
        links,
        median(offLine),
        median(onLine),
        median(onLine) / median(offLine),
        millions,
        millions * links / 10);
  }

  /// Nanoseconds: a link off line, a link on line, a read.
  private static double[] measure(CsrGraph graph, PageRank solver) {
    long start = nanos();
    int sweeps = solver.solve().iterations();
    double offLine = (double) (nanos() - start) / sweeps / graph.links();
    ExactLedger ledger = new ExactLedger(0.85, ExactLedger.Links.KEEP, graph.pages());
    for (int page = 0; page < graph.pages(); page++) {
      ledger.discovered(page);
    }
    CountingClock clock = new CountingClock(ledger);
    long reads = (long) READS_A_PAGE * graph.pages();
    long paid = 0;
    start = nanos();
    for (long k = 0; k < reads; k++) {
      int page = clock.next();
      int from = (int) graph.rowStart(page);
      int to = (int) graph.rowStart(page + 1);
      ledger.read(page, graph.targets(), from, to);
      paid += to - from;
    }
    double spent = nanos() - start;
    return new double[] {offLine, spent / paid, spent / reads};
  }

  private static long nanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
