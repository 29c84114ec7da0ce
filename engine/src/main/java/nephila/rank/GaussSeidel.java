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
/// Every few sweeps an [Extrapolation] leaps ahead. Whether that helped is no concern of the proof,
/// which looks only at the result; where leaps do not help, they end.
final class GaussSeidel implements AutoCloseable {
  /// Leaps end after so many that made the next change larger than the one before.
  private static final int VAIN_LEAPS = 3;

  private final InLinks in;
  private final double[] base;
  private final double[] share;
  private final double[] y;
  private final double[] z;
  private final int threads;
  private final @Nullable ExecutorService pool;
  private final Extrapolation extrapolation;
  private int vainLeaps;
  private double change = Double.POSITIVE_INFINITY;

  /// Starts from y, which is worked on in place, by core number.
  GaussSeidel(InLinks in, double[] base, double[] share, double[] y, int threads) {
    this.in = in;
    this.base = base;
    this.share = share;
    this.y = y;
    this.threads = Math.min(threads, Math.max(1, in.blocks.length));
    z = new double[y.length];
    extrapolation = new Extrapolation(y.length);
    makeReady();
    pool = this.threads > 1 ? Executors.newFixedThreadPool(this.threads) : null;
  }

  private void makeReady() {
    for (int i = 0; i < y.length; i++) {
      z[i] = y[i] * share[i];
    }
  }

  /// One sweep. Returns the change of y in L1.
  double sweep() {
    double last = change;
    boolean leaps = extrapolation.full();
    if (leaps) {
      extrapolation.leap(y);
      makeReady();
    }
    change = pool == null ? sweepInOrder() : sweepTogether(pool);
    if (leaps && change > last) {
      vainLeaps++;
    }
    if (vainLeaps < VAIN_LEAPS) {
      extrapolation.kept();
    }
    return change;
  }

  private double sweepInOrder() {
    double sum = 0;
    for (RowBlock block : in.blocks) {
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

  private double sweep(RowBlock block) {
    double[] weights = block.weights();
    float[] changes = extrapolation.slot();
    return weights == null ? sweepPlain(block, changes) : sweepWeighted(block, weights, changes);
  }

  /// Four sums run side by side: one would wait for the adder at every link.
  private double sweepPlain(RowBlock block, float[] changes) {
    double[] ready = z;
    int[] ends = block.ends();
    int[] sources = block.sources();
    double changed = 0;
    double sum = 0;
    int k = 0;
    for (int row = 0, page = block.first(); row < ends.length; row += 2, page++) {
      int end = ends[row];
      if (end < 0) {
        end = ~end;
        sum = 0;
      }
      double b = 0;
      double c = 0;
      double d = 0;
      for (; k <= end - 4; k += 4) {
        sum += ready[sources[k]];
        b += ready[sources[k + 1]];
        c += ready[sources[k + 2]];
        d += ready[sources[k + 3]];
      }
      for (; k < end; k++) {
        sum += ready[sources[k]];
      }
      for (end = ends[row + 1]; k < end; k++) {
        b -= ready[sources[k]];
      }
      sum += b + (c + d);
      changed += put(page, sum, changes);
    }
    return changed;
  }

  private double sweepWeighted(RowBlock block, double[] weights, float[] changes) {
    int[] sources = block.sources();
    double changed = 0;
    int k = 0;
    for (int row = 0; row < block.rows(); row++) {
      double sum = 0;
      for (int end = block.ends()[2 * row + 1]; k < end; k++) {
        sum += weights[k] * z[sources[k]];
      }
      changed += put(block.first() + row, sum, changes);
    }
    return changed;
  }

  /// A carried sum may fall a rounding below 0.
  private double put(int page, double received, float[] changes) {
    double value = (base[page] + Math.max(0, received)) * in.selfGain[page];
    double moved = value - y[page];
    changes[page] = (float) moved;
    y[page] = value;
    z[page] = value * share[page];
    return Math.abs(moved);
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
    }
  }
}
