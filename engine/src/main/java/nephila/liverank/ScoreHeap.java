package nephila.liverank;

import java.util.Arrays;

/// All pages by descending score, equals by their place in a given order. Scores only grow, by one.
final class ScoreHeap {
  private static final int GONE = -1;

  private final int[] heap;
  private final int[] position;
  private final int[] score;
  private final int[] place;
  private int size;

  /// Every page of `order` with score 0.
  ScoreHeap(int[] order) {
    heap = order.clone();
    size = order.length;
    position = new int[size];
    place = new int[size];
    score = new int[size];
    for (int k = 0; k < size; k++) {
      position[order[k]] = k;
      place[order[k]] = k;
    }
  }

  int score(int page) {
    return score[page];
  }

  int size() {
    return size;
  }

  /// Takes out the first page.
  int poll() {
    int first = heap[0];
    int last = heap[--size];
    position[first] = GONE;
    if (size > 0) {
      sink(last);
    }
    return first;
  }

  /// Adds one to the score of a page; nothing where the page was taken out.
  void increment(int page) {
    score[page]++;
    int at = position[page];
    if (at == GONE) {
      return;
    }
    while (at > 0 && before(page, heap[(at - 1) >>> 1])) {
      put(heap[(at - 1) >>> 1], at);
      at = (at - 1) >>> 1;
    }
    put(page, at);
  }

  private void sink(int page) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (!before(heap[child], page)) {
        break;
      }
      put(heap[child], at);
      at = child;
    }
    put(page, at);
  }

  private void put(int page, int at) {
    heap[at] = page;
    position[page] = at;
  }

  private boolean before(int one, int other) {
    return score[one] != score[other] ? score[one] > score[other] : place[one] < place[other];
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(heap, size));
  }
}
