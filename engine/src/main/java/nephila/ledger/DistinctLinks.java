package nephila.ledger;

import java.util.Arrays;

/// Makes the links that a program hands over into a row: ascending, distinct, not negative. Links
/// that are that already are used where they lie. One instance is reused for every read.
final class DistinctLinks {
  private int[] links = {};
  private int from;
  private int to;
  private int[] scratch = {};

  void set(int page, int[] given, int first, int end) {
    if (page < 0) {
      throw new IllegalArgumentException("page " + page + " is negative");
    }
    boolean ordered = true;
    int previous = -1;
    for (int k = first; k < end; k++) {
      int link = given[k];
      ordered &= link > previous;
      previous = link;
    }
    if (ordered) {
      links = given;
      from = first;
      to = end;
    } else {
      sort(page, given, first, end);
    }
  }

  private void sort(int page, int[] given, int first, int end) {
    int count = end - first;
    if (scratch.length < count) {
      scratch = new int[Math.max(count, 2 * scratch.length)];
    }
    System.arraycopy(given, first, scratch, 0, count);
    Arrays.sort(scratch, 0, count);
    if (scratch[0] < 0) {
      throw new IllegalArgumentException("page " + page + " links to page " + scratch[0]);
    }
    int kept = 1;
    for (int k = 1; k < count; k++) {
      if (scratch[k] != scratch[kept - 1]) {
        scratch[kept++] = scratch[k];
      }
    }
    links = scratch;
    from = 0;
    to = kept;
  }

  int[] links() {
    return links;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /// The highest page linked to, or −1.
  int highest() {
    return to == from ? -1 : links[to - 1];
  }
}
