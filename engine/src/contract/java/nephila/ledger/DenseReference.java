package nephila.ledger;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/// A web as far as it is known, with its rank by power iteration and the papers' OPIC on it, both
/// in doubles on dense arrays: what a ledger is compared with.
final class DenseReference {
  private static final int[] NO_LINKS = {};
  private static final int ROUNDS = 300;

  /// Pages and links that are all alike.
  static final LinkWeights.Kinds ALIKE =
      new LinkWeights.Kinds() {
        @Override
        public boolean isInternal(int from, int to) {
          return false;
        }

        @Override
        public boolean isDynamic(int page) {
          return false;
        }
      };

  private final double damping;
  private final LinkWeights weights;
  private final LinkWeights.Kinds kinds;

  /// What each page brings in, in credits, with the exact forms; with OPIC its weight for the
  /// virtual page.
  private final IntToDoubleFunction credits;

  private int size;
  private int[][] rows = new int[16][];
  private boolean[] read = new boolean[16];
  private boolean[] gone = new boolean[16];

  /// C and H of the papers, in credits.
  private double[] cash = new double[16];

  private double[] history = new double[16];
  private double issued;
  private double spent;
  private double forgotten;
  private double kept;

  DenseReference(
      double damping, LinkWeights weights, LinkWeights.Kinds kinds, IntToDoubleFunction credits) {
    this.credits = credits;
    this.damping = damping;
    this.weights = weights;
    this.kinds = kinds;
  }

  /// What the page passes along each link of its row, of 1.
  private double[] shares(int page) {
    int[] row = rows[page];
    double[] shares = new double[row.length];
    double sum = 0;
    for (int k = 0; k < row.length; k++) {
      shares[k] = kinds.isInternal(page, row[k]) ? weights.internal() : 1;
      shares[k] /= weights.bySite() ? linksTo(kinds.site(row[k]), row) : 1;
      sum += shares[k];
    }
    double passed = damping * (kinds.isDynamic(page) ? weights.dynamic() : 1);
    for (int k = 0; k < row.length; k++) {
      shares[k] = sum == 0 ? 0 : passed * shares[k] / sum;
    }
    return shares;
  }

  private int linksTo(long site, int[] row) {
    int links = 0;
    for (int child : row) {
      links += kinds.site(child) == site ? 1 : 0;
    }
    return links;
  }

  int size() {
    return size;
  }

  boolean isRead(int page) {
    return read[page];
  }

  boolean isGone(int page) {
    return gone[page];
  }

  int[] row(int page) {
    return rows[page];
  }

  /// Makes pages known up to `pages` − 1.
  void reach(int pages) {
    while (size < pages) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
        read = Arrays.copyOf(read, 2 * size);
        gone = Arrays.copyOf(gone, 2 * size);
        cash = Arrays.copyOf(cash, 2 * size);
        history = Arrays.copyOf(history, 2 * size);
      }
      rows[size] = NO_LINKS;
      endow(size++);
    }
  }

  private void endow(int page) {
    cash[page] = 1;
    history[page] = 0;
    issued++;
    spread(0);
  }

  void discovered(int page) {
    reach(page + 1);
    if (gone[page]) {
      gone[page] = false;
      read[page] = false;
      endow(page);
    }
  }

  void read(int page, int[] row) {
    discovered(page);
    for (int child : row) {
      reach(child + 1);
    }
    rows[page] = row;
    read[page] = true;
    double paid = cash[page];
    history[page] += paid;
    spent += paid;
    cash[page] = 0;
    double toVirtualPage = paid;
    double[] shares = shares(page);
    for (int k = 0; k < row.length; k++) {
      if (!gone[row[k]]) {
        cash[row[k]] += paid * shares[k];
        toVirtualPage -= paid * shares[k];
      }
    }
    spread(toVirtualPage);
  }

  /// The virtual page keeps what it has until a page lives that it pays.
  private void spread(double amount) {
    double weight = 0;
    for (int page = 0; page < size; page++) {
      weight += gone[page] ? 0 : credits.applyAsDouble(page);
    }
    kept += amount;
    for (int page = 0; page < size && weight > 0; page++) {
      cash[page] += gone[page] ? 0 : kept * credits.applyAsDouble(page) / weight;
    }
    kept = weight == 0 ? kept : 0;
  }

  int living() {
    int living = 0;
    for (int page = 0; page < size; page++) {
      living += gone[page] ? 0 : 1;
    }
    return living;
  }

  void gone(int page) {
    if (!gone[page]) {
      gone[page] = true;
      rows[page] = NO_LINKS;
      forgotten += history[page];
      double held = cash[page];
      cash[page] = 0;
      spread(held);
    }
  }

  /// The rank of the living: a credit each, links to pages that are gone pay nobody, unread pages
  /// have no links.
  double[] rank() {
    double[] x = new double[size];
    double[][] shares = new double[size][];
    for (int page = 0; page < size; page++) {
      shares[page] = shares(page);
    }
    for (int round = 0; round < ROUNDS; round++) {
      double[] next = new double[size];
      for (int page = 0; page < size; page++) {
        next[page] += gone[page] ? 0 : credits.applyAsDouble(page);
        for (int k = 0; k < rows[page].length; k++) {
          int child = rows[page][k];
          next[child] += gone[child] ? 0 : x[page] * shares[page][k];
        }
      }
      x = next;
    }
    double sum = Arrays.stream(x).sum();
    return sum == 0 ? x : Arrays.stream(x).map(worth -> worth / sum).toArray();
  }

  /// The papers' estimate (H + C) / (G + 1), of the living alone.
  double[] opic() {
    double[] estimate = new double[size];
    for (int page = 0; page < size; page++) {
      double flow = (history[page] + cash[page]) / (spent - forgotten + issued);
      estimate[page] = gone[page] ? 0 : flow;
    }
    return estimate;
  }
}
