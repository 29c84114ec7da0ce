package nephila.bench;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import nephila.formats.GraphReader;
import nephila.frontier.order.CountingClock;
import nephila.graph.CsrGraph;
import nephila.ledger.ExactLedger;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;

/// What does a payment cost on line, beside a link of a sweep of the off-line solver, on one graph
/// and one thread?
///
/// On line: all pages known, the clock chooses, ten reads a page; the cost of a link is CPU time by
/// links paid, choosing, storing rows at their first read and looking at each row included.
/// Transfers: the same reads once more, chosen beforehand, rows stored. Off line: the CPU time of a
/// solve with in-links ready, by iterations and links. Bare: the same reads in the same order once
/// more, by a loop that compares the row with a stored one and adds to the accounts of its
/// children, without books or choosing: what no ledger can go below. Pushes: stored rows paid
/// again, page after page, as spare CPU does between reads. All in the same JVM, in turn, the
/// median of three rounds after one to warm up. Arguments: graph files.
public final class LedgerBench {
  private static final int ROUNDS = 3;
  private static final int READS_A_PAGE = 10;
  private static final int[] NO_LINKS = {};

  private LedgerBench() {}

  public static void main(String[] args) {
    PrintStream out = System.out;
    out.println(
        "| graph | links a page | off line, ns a link | reads, ns a link | ratio | transfers, ns a"
            + " link | ratio | pushes, ns a link | ratio | bare, ns a link | ratio | million reads"
            + " a minute | × links / 10 |");
    out.println("|" + " --- |".repeat(13));
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
    double[] transfers = new double[ROUNDS];
    double[] bare = new double[ROUNDS];
    double[] pushed = new double[ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
      double[] measured = measure(graph, solver);
      if (round >= 0) {
        offLine[round] = measured[0];
        onLine[round] = measured[1];
        read[round] = measured[2];
        bare[round] = measured[3];
        pushed[round] = measured[4];
        transfers[round] = measured[5];
      }
    }
    double links = (double) graph.links() / graph.pages();
    double millions = 60e3 / median(read);
    return String.format(
        Locale.ROOT,
        "| %s | %.1f | %.2f | %.2f | %.1f | %.2f | %.1f | %.2f | %.1f | %.2f | %.1f | %.1f | %.1f"
            + " |",
        Path.of(file).getFileName(),
        links,
        median(offLine),
        median(onLine),
        median(onLine) / median(offLine),
        median(transfers),
        median(transfers) / median(offLine),
        median(pushed),
        median(pushed) / median(offLine),
        median(bare),
        median(bare) / median(offLine),
        millions,
        millions * links / 10);
  }

  /// Nanoseconds: a link off line, a link on line, a read, a link of the bare loop, of pushes, of
  /// transfers.
  private static double[] measure(CsrGraph graph, PageRank solver) {
    long start = nanos();
    int sweeps = solver.solve().iterations();
    double offLine = (double) (nanos() - start) / sweeps / graph.links();
    ExactLedger ledger = new ExactLedger(0.85, graph.pages());
    ledger.payOnlyWhenRead();
    for (int page = 0; page < graph.pages(); page++) {
      ledger.discovered(page);
    }
    CountingClock clock = new CountingClock(ledger);
    int[] order = new int[READS_A_PAGE * graph.pages()];
    long paid = 0;
    start = nanos();
    for (int k = 0; k < order.length; k++) {
      int page = clock.next();
      order[k] = page;
      int from = (int) graph.rowStart(page);
      int to = (int) graph.rowStart(page + 1);
      ledger.read(page, graph.targets(), from, to);
      paid += to - from;
    }
    double spent = nanos() - start;
    double transfers = readAgain(graph, ledger, order);
    start = nanos();
    for (int k = 0; k < order.length; k++) {
      ledger.unchanged(k % graph.pages(), NO_LINKS);
    }
    double pushing = (double) (nanos() - start) / READS_A_PAGE / graph.links();
    return new double[] {
      offLine,
      spent / paid,
      spent / order.length,
      bare(graph, order) / paid,
      pushing,
      transfers / paid
    };
  }

  private static double readAgain(CsrGraph graph, ExactLedger ledger, int[] order) {
    long start = nanos();
    for (int page : order) {
      int from = (int) graph.rowStart(page);
      ledger.read(page, graph.targets(), from, (int) graph.rowStart(page + 1));
    }
    return nanos() - start;
  }

  private static double bare(CsrGraph graph, int[] order) {
    int[][] stored = graph.rows();
    long[] accounts = new long[2 * graph.pages()];
    long start = nanos();
    int changed = repeat(graph, order, stored, accounts);
    double spent = nanos() - start;
    if (changed > 0 || Arrays.stream(accounts).sum() <= 0) {
      throw new IllegalStateException("the loop did nothing");
    }
    return spent;
  }

  /// Pays a little more each time; returns how many rows were not as stored.
  private static int repeat(CsrGraph graph, int[] order, int[][] stored, long[] accounts) {
    int[] targets = graph.targets();
    int changed = 0;
    for (int k = 0; k < order.length; k++) {
      int page = order[k];
      int from = (int) graph.rowStart(page);
      int to = (int) graph.rowStart(page + 1);
      changed += Arrays.equals(targets, from, to, stored[page], 0, stored[page].length) ? 0 : 1;
      for (int link = from; link < to; link++) {
        accounts[2 * targets[link]] += k;
      }
    }
    return changed;
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
