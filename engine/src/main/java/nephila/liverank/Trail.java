package nephila.liverank;

import java.util.Arrays;

/// The pages asked so far, in the order of the questions, with their answers.
public final class Trail {
  private int[] pages = new int[1024];
  private boolean[] alive = new boolean[1024];
  private int length;
  private int found;
  private int closed;

  void add(int page, boolean isAlive) {
    if (length == pages.length) {
      pages = Arrays.copyOf(pages, 2 * length);
      alive = Arrays.copyOf(alive, 2 * length);
    }
    pages[length] = page;
    alive[length++] = isAlive;
    if (isAlive) {
      found++;
    }
  }

  /// A question that was lost on a page that is closed.
  void addClosed(int page) {
    add(page, false);
    closed++;
  }

  /// How many of the pages asked were closed.
  public int closed() {
    return closed;
  }

  /// How many pages were asked.
  public int asked() {
    return length;
  }

  /// How many of them were alive.
  public int found() {
    return found;
  }

  /// The page of question `k`, from 0.
  public int page(int k) {
    return pages[k];
  }

  /// The answer to question `k`.
  public boolean alive(int k) {
    return alive[k];
  }

  /// The cost of this run for a snapshot that holds `liveCount` living pages (n_a).
  public CostCurve cost(int liveCount) {
    int[] questions = new int[found];
    int at = 0;
    for (int k = 0; k < length; k++) {
      if (alive[k]) {
        questions[at++] = k + 1;
      }
    }
    return new CostCurve(questions, liveCount);
  }
}
