package nephila.rank;

import java.util.Arrays;

/// Kleinberg's hubs and authorities on line: pages are read one at a time, in any order, and both
/// values of every page are known at any moment. The rows of the pages read are kept, so that what
/// a page said before is taken back when it is read again.
///
/// Each page has its hub value h; a page's authority is the sum of the hub values of the pages that
/// point to it, `a = Kᵀh`, kept up to date to the last link. Reading page k sets `h[k]` to
/// `(K·a)[k] / λ`, λ being the Rayleigh quotient `|a|²/|h|²` of the moment: one coordinate of the
/// power iteration. Where pages go on being read, h tends to the principal eigenvector of KKᵀ of
/// the links read.
///
/// A page that is read for the first time starts with the mean of those read before. Costs a pass
/// over the page's old and new links a read; 24 bytes a page and its row. Not thread-safe.
public final class OnlineReinforcement {
  private static final int[] NONE = {};

  private double[] hub = new double[64];
  private double[] authority = new double[64];
  private int[][] rows = new int[64][];
  private boolean[] read = new boolean[64];
  private int pages;
  private long readPages;
  private double hubs;
  private double hubSquares;
  private double authoritySquares;

  /// How many pages are known: one more than the highest number read or linked to.
  public int pages() {
    return pages;
  }

  /// The page was read and links to exactly these pages, each once.
  public void read(int page, int... links) {
    int highest = page;
    for (int target : links) {
      highest = Math.max(highest, target);
    }
    know(highest);
    boolean first = !read[page];
    double before = hub[page];
    double start = first ? (readPages == 0 ? 1 : hubs / readPages) : before;
    pay(rows[page], -before);
    rows[page] = links.clone();
    pay(links, start);
    set(page, start);
    if (first) {
      read[page] = true;
      readPages++;
      return;
    }
    double lambda = hubSquares == 0 ? 0 : authoritySquares / hubSquares;
    if (lambda <= 0) {
      return; // no page points anywhere
    }
    double sum = 0;
    for (int target : links) {
      sum += authority[target];
    }
    double next = sum / lambda;
    pay(links, next - start);
    set(page, next);
    if (hubSquares > 1e200 || hubSquares < 1e-200) {
      rescale();
    }
  }

  private void know(int page) {
    if (page >= hub.length) {
      int length = Math.max(page + 1, 2 * hub.length);
      hub = Arrays.copyOf(hub, length);
      authority = Arrays.copyOf(authority, length);
      rows = Arrays.copyOf(rows, length);
      read = Arrays.copyOf(read, length);
    }
    for (; pages <= page; pages++) {
      rows[pages] = NONE;
    }
  }

  private void set(int page, double value) {
    hubs += value - hub[page];
    hubSquares += value * value - hub[page] * hub[page];
    hub[page] = value;
  }

  private void pay(int[] row, double amount) {
    for (int target : row) {
      double before = authority[target];
      double after = before + amount;
      authoritySquares += (after - before) * (after + before);
      authority[target] = after;
    }
  }

  /// Counts everything anew at another scale: only ratios mean anything.
  private void rescale() {
    double scale = 1 / Math.sqrt(hubSquares);
    Arrays.fill(authority, 0, pages, 0);
    hubs = 0;
    hubSquares = 0;
    authoritySquares = 0;
    for (int page = 0; page < pages; page++) {
      double value = hub[page] * scale;
      hub[page] = 0;
      set(page, value);
    }
    for (int page = 0; page < pages; page++) {
      pay(rows[page], hub[page]);
    }
  }

  /// The hub value of every page now, summing to 1 (all 0 where no page points anywhere).
  public double[] hubs() {
    return normalised(hub);
  }

  /// The authority of every page now, summing to 1.
  public double[] authorities() {
    return normalised(authority);
  }

  private double[] normalised(double[] values) {
    double[] all = Arrays.copyOf(values, pages);
    double sum = 0;
    for (int page = 0; page < pages; page++) {
      all[page] = Math.max(0, all[page]); // below 0 by rounding only
      sum += all[page];
    }
    for (int page = 0; page < pages && sum > 0; page++) {
      all[page] /= sum;
    }
    return all;
  }
}
