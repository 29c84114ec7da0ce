package nephila.select;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import nephila.frontier.HostDiscount;

/// The best of many pages, where every page taken makes its siblings count less ([HostDiscount]): a
/// heap of the pages of each family by worth, and a heap of the families by the key of their best
/// page.
///
/// Equal keys go by family, then by page number, the lower first. 24 bytes a page offered, 24 bytes
/// a family. Choosing costs a pass over the pages, and O(log pages) for each page taken.
final class SiblingTurns {
  private final HostDiscount siblings;
  private final IntUnaryOperator familyOf;
  private int[] reads = new int[16];
  private int[] offered = new int[16];
  private double[] offers = new double[16];
  private int count;

  SiblingTurns(HostDiscount siblings, IntUnaryOperator familyOf) {
    this.siblings = siblings;
    this.familyOf = familyOf;
  }

  /// Begins anew; so many pages of each family were read.
  void start(int[] readsByFamily) {
    count = 0;
    if (reads.length < readsByFamily.length) {
      reads = new int[readsByFamily.length];
    }
    System.arraycopy(readsByFamily, 0, reads, 0, readsByFamily.length);
  }

  /// An unread page and its worth.
  void offer(int page, double worth) {
    family(page);
    if (count == offered.length) {
      offered = Arrays.copyOf(offered, 2 * count);
      offers = Arrays.copyOf(offers, 2 * count);
    }
    offered[count] = page;
    offers[count++] = worth;
  }

  private int family(int page) {
    int family = familyOf.applyAsInt(page);
    if (family >= reads.length) {
      reads = Arrays.copyOf(reads, Math.max(family + 1, 2 * reads.length));
    }
    return family;
  }

  /// The best `most` pages in the order of their turns.
  int[] take(int most) {
    int[] starts = new int[reads.length + 1];
    for (int k = 0; k < count; k++) {
      starts[family(offered[k]) + 1]++;
    }
    int[] sizes = Arrays.copyOfRange(starts, 1, starts.length);
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] pages = new int[count];
    double[] worths = new double[count];
    int[] filled = starts.clone();
    for (int k = 0; k < count; k++) {
      int at = filled[family(offered[k])]++;
      pages[at] = offered[k];
      worths[at] = offers[k];
    }
    int[] families = new int[reads.length];
    double[] keys = new double[reads.length];
    int waiting = 0;
    for (int family = 0; family < sizes.length; family++) {
      if (sizes[family] > 0) {
        heapify(pages, worths, starts[family], sizes[family]);
        families[waiting] = family;
        keys[waiting++] = worths[starts[family]] * siblings.share(reads[family]);
      }
    }
    heapify(families, keys, 0, waiting);
    int[] taken = new int[Math.min(most, count)];
    for (int k = 0; k < taken.length; k++) {
      int family = families[0];
      int start = starts[family];
      taken[k] = pages[start];
      reads[family]++;
      if (--sizes[family] > 0) {
        drop(pages, worths, start, sizes[family]);
        keys[0] = worths[start] * siblings.share(reads[family]);
        sink(families, keys, 0, waiting, 0);
      } else {
        drop(families, keys, 0, --waiting);
      }
    }
    return taken;
  }

  private static void heapify(int[] items, double[] keys, int start, int size) {
    for (int k = size / 2 - 1; k >= 0; k--) {
      sink(items, keys, start, size, k);
    }
  }

  /// Takes the root out of a heap that holds `size` items without it.
  private static void drop(int[] items, double[] keys, int start, int size) {
    items[start] = items[start + size];
    keys[start] = keys[start + size];
    sink(items, keys, start, size, 0);
  }

  private static void sink(int[] items, double[] keys, int start, int size, int from) {
    int item = items[start + from];
    double key = keys[start + from];
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && before(items, keys, start + child + 1, start + child)) {
        child++;
      }
      int best = start + child;
      if (keys[best] < key || (keys[best] == key && items[best] > item)) {
        break;
      }
      items[start + at] = items[best];
      keys[start + at] = keys[best];
      at = child;
    }
    items[start + at] = item;
    keys[start + at] = key;
  }

  private static boolean before(int[] items, double[] keys, int a, int b) {
    return keys[a] > keys[b] || (keys[a] == keys[b] && items[a] < items[b]);
  }
}
