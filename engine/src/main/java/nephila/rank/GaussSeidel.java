package nephila.rank;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Sweeps over the core, y ← base + M·y, each page using what the pages before it have just got.
///
/// What a page passes along a link, `z = y·share`, is kept ready, so a link costs one addition.
/// Self-links are solved in closed form. With several threads a page uses whatever value another
/// thread has written by then: any order of updates converges, because M has no negative entry and
/// a norm below 1; only the last digits differ from run to run.
///
/// Pages that link to each other in pairs make the slowest part shrink by α² a sweep; when the
/// ratio of successive changes has settled at λ, the rest of that series, λ/(1 − λ) times the last
/// change, is added at once. Whether that helped is no concern of the proof, which looks only at
/// the result.
final class GaussSeidel implements AutoCloseable {
  private static final int SWEEPS_BETWEEN_LEAPS = 11;
  private static final double SETTLED = 0.01;
  private static final double LARGEST_RATIO = 0.97;

  private final InLinks in;
  private final double[] base;
  private final double[] share;
  private final double[] y;
  private final double[] z;
  private final int threads;
  private final @Nullable ExecutorService pool;
  private double @Nullable [] before;
  private double change = Double.POSITIVE_INFINITY;
  private double ratio;
  private double previousRatio;
  private int sinceLeap;

  /// Starts from y, which is worked on in place, by core number.
  GaussSeidel(InLinks in, double[] base, double[] share, double[] y, int threads) {
    this.in = in;
    this.base = base;
    this.share = share;
    this.y = y;
    this.threads = Math.min(threads, Math.max(1, in.blocks.length));
    z = new double[y.length];
    for (int i = 0; i < y.length; i++) {
      z[i] = y[i] * share[i];
    }
    pool = this.threads > 1 ? Executors.newFixedThreadPool(this.threads) : null;
  }

  /// One sweep. Returns the change of y in L1.
  double sweep() {
    sinceLeap++;
    boolean leap = sinceLeap > SWEEPS_BETWEEN_LEAPS && settled();
    if (leap) {
      before = y.clone();
    }
    double last = change;
    change = pool == null ? sweepInOrder() : sweepTogether(pool);
    previousRatio = ratio;
    ratio = change / last;
    if (before != null) {
      leap(before, ratio);
      before = null;
      sinceLeap = 0;
      ratio = 0;
      change = Double.POSITIVE_INFINITY;
    }
    return change;
  }

  private boolean settled() {
    return ratio > 0 && ratio < LARGEST_RATIO && Math.abs(ratio - previousRatio) < SETTLED * ratio;
  }

  private void leap(double[] from, double lambda) {
    if (!(lambda > 0 && lambda < LARGEST_RATIO)) {
      return;
    }
    double rest = lambda / (1 - lambda);
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.max(0, y[i] + rest * (y[i] - from[i]));
      z[i] = y[i] * share[i];
    }
  }

  private double sweepInOrder() {
    double sum = 0;
    for (InLinks.Block block : in.blocks) {
      sum += sweep(block);
    }
    return sum;
  }

  private double sweepTogether(ExecutorService workers) {
    AtomicInteger next = new AtomicInteger();
    Callable<Double> work =
        () -> {
          double sum = 0;
          for (int b = next.getAndIncrement(); b < in.blocks.length; b = next.getAndIncrement()) {
            sum += sweep(in.blocks[b]);
          }
          return sum;
        };
    List<Callable<Double>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(work);
    }
    try {
      double sum = 0;
      for (var part : workers.invokeAll(all)) {
        sum += part.get();
      }
      return sum;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while ranking", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private double sweep(InLinks.Block block) {
    double[] weights = block.weights();
    return weights == null
        ? sweepPlain(block.first(), block.starts(), block.sources())
        : sweepWeighted(block.first(), block.starts(), block.sources(), weights);
  }

  /// Four sums run side by side: one would wait for the adder at every link.
  private double sweepPlain(int first, int[] starts, int[] sources) {
    double[] ready = z;
    double changed = 0;
    int k = 0;
    for (int row = 0, page = first; row < starts.length - 1; row++, page++) {
      int end = starts[row + 1];
      double a = base[page];
      double b = 0;
      double c = 0;
      double d = 0;
      for (; k <= end - 4; k += 4) {
        a += ready[sources[k]];
        b += ready[sources[k + 1]];
        c += ready[sources[k + 2]];
        d += ready[sources[k + 3]];
      }
      for (; k < end; k++) {
        a += ready[sources[k]];
      }
      changed += put(page, (a + b) + (c + d));
    }
    return changed;
  }

  private double sweepWeighted(int first, int[] starts, int[] sources, double[] weights) {
    double changed = 0;
    for (int row = 0, page = first; row < starts.length - 1; row++, page++) {
      double sum = base[page];
      for (int k = starts[row]; k < starts[row + 1]; k++) {
        sum += weights[k] * z[sources[k]];
      }
      changed += put(page, sum);
    }
    return changed;
  }

  private double put(int page, double received) {
    double value = received * in.selfGain[page];
    double changed = Math.abs(value - y[page]);
    y[page] = value;
    z[page] = value * share[page];
    return changed;
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
    }
  }
}
