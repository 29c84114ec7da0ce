package nephila.formats.bvgraph;

import java.util.Arrays;
import nephila.Progress;
import nephila.graph.CsrGraph;

/// Decodes a BVGraph from its first page to its last straight into CSR arrays.
///
/// The format is that of Boldi and Vigna, The WebGraph framework I (2004), with its default codes.
/// A page's row is: out-degree (γ); reference (unary) to one of the last pages; which blocks of
/// that page's row are copied (γ); intervals of successive pages (γ); the rest as gaps (ζ).
/// Decoding everything in order needs no lazy iterators, no window and no offsets: a row referred
/// to lies decoded in the array. Time O(links), no memory beside the graph's but a few rows.
final class BvDecoder {
  private static final int PAGES_A_REPORT = 1 << 14;

  private final BitInput bits;
  private final int windowSize;
  private final int minInterval;
  private final int zetaK;
  private final long[] offsets;
  private final int[] targets;
  private final int pages;

  private int[] copied = new int[1024];
  private int copiedCount;
  private int[] runs = new int[1024];
  private int runCount;

  BvDecoder(BitInput bits, BvProperties properties) {
    this.bits = bits;
    windowSize = properties.windowSize();
    minInterval = properties.minInterval();
    zetaK = properties.zetaK();
    pages = properties.nodes();
    offsets = new long[pages + 1];
    targets = new int[(int) properties.arcs()];
  }

  /// @throws RuntimeException where the bits are not those of such a graph
  CsrGraph decode(String what, Progress progress) {
    int at = 0;
    for (int page = 0; page < pages; page++) {
      at = row(page, at);
      offsets[page + 1] = at;
      if (page % PAGES_A_REPORT == 0) {
        progress.at(what, page, pages);
      }
    }
    if (at != targets.length) {
      throw new IllegalStateException(at + " links where the properties tell " + targets.length);
    }
    return CsrGraph.wrap(offsets, targets);
  }

  /// Decodes one row to `targets[at …]`; returns where it ends.
  private int row(int page, int at) {
    int degree = bits.gamma();
    if (degree == 0) {
      return at;
    }
    int end = Math.addExact(at, degree);
    if (degree < 0 || end > targets.length) {
      throw new IllegalStateException(degree + " links of a page are more than the graph has");
    }
    int reference = windowSize > 0 ? bits.unary() : 0;
    copiedCount = 0;
    if (reference > 0) {
      copyBlocks(page - reference);
    }
    int extra = degree - copiedCount;
    runCount = 0;
    if (extra > 0 && minInterval > 0) {
      extra -= intervals(page, extra);
    }
    if (extra < 0) {
      throw new IllegalStateException("more links than the out-degree tells");
    }
    // The gaps go to the end of the row: what is merged in front of them never overtakes them.
    residuals(page, end - extra, extra);
    if (copiedCount > 0) {
      if (runCount > 0) {
        mergeThree(at, end - extra, end);
      } else {
        mergeCopied(at, end - extra, end);
      }
    } else if (runCount > 0) {
      mergeRuns(at, end - extra, end);
    }
    check(at, end);
    return end;
  }

  private void check(int at, int end) {
    int last = -1;
    for (int k = at; k < end; k++) {
      if (targets[k] <= last) {
        throw new IllegalStateException("links that do not ascend");
      }
      last = targets[k];
    }
    if (last >= pages) {
      throw new IllegalStateException("a link to page " + last + " of " + pages);
    }
  }

  /// The row of `page` in blocks that are copied and left out in turn.
  private void copyBlocks(int page) {
    int from = (int) offsets[page];
    int rowEnd = (int) offsets[page + 1];
    if (rowEnd - from > copied.length) {
      copied = new int[Math.max(rowEnd - from, 2 * copied.length)];
    }
    int blocks = bits.gamma();
    int count = 0;
    for (int b = 0; b < blocks; b++) {
      int length = bits.gamma() + (b == 0 ? 0 : 1);
      if ((b & 1) == 0) {
        System.arraycopy(targets, from, copied, count, length);
        count += length;
      }
      from += length;
    }
    if ((blocks & 1) == 0 && from < rowEnd) {
      System.arraycopy(targets, from, copied, count, rowEnd - from);
      count += rowEnd - from;
    }
    copiedCount = count;
  }

  /// Intervals as pairs of start and length; returns how many links they are, of `extra` at most.
  private int intervals(int page, int extra) {
    int count = bits.gamma();
    if (count < 0 || count > extra / minInterval) {
      throw new IllegalStateException(
          count + " intervals of links where there is no room for them");
    }
    if (2L * count > runs.length) {
      runs = Arrays.copyOf(runs, Math.max(2 * count, 2 * runs.length));
    }
    int links = 0;
    int previous = 0;
    for (int i = 0; i < count; i++) {
      int code = bits.gamma();
      int start = i == 0 ? page + signed(code) : previous + code + 1;
      int length = bits.gamma() + minInterval;
      runs[2 * i] = start;
      runs[2 * i + 1] = length;
      previous = start + length;
      links = Math.addExact(links, length);
    }
    runCount = count;
    return links;
  }

  private void residuals(int page, int at, int count) {
    if (count == 0) {
      return;
    }
    int value = page + signed(bits.zeta(zetaK));
    targets[at] = value;
    int end = at + count;
    for (int k = at + 1; k < end; k++) {
      value += bits.zeta(zetaK) + 1;
      targets[k] = value;
    }
  }

  /// 0, 1, 2, 3, 4 … stand for 0, −1, 1, −2, 2 …
  private static int signed(int code) {
    return (code >>> 1) ^ -(code & 1);
  }

  private void mergeCopied(int at, int residual, int end) {
    int to = at;
    int from = residual;
    int k = 0;
    while (k < copiedCount && from < end) {
      int copy = copied[k];
      int rest = targets[from];
      if (copy < rest) {
        targets[to++] = copy;
        k++;
      } else {
        targets[to++] = rest;
        from++;
      }
    }
    System.arraycopy(copied, k, targets, to, copiedCount - k);
  }

  private void mergeRuns(int at, int residual, int end) {
    int to = at;
    int from = residual;
    for (int i = 0; i < runCount; i++) {
      int start = runs[2 * i];
      while (from < end && targets[from] < start) {
        targets[to++] = targets[from++];
      }
      for (int k = 0; k < runs[2 * i + 1]; k++) {
        targets[to++] = start + k;
      }
    }
  }

  private void mergeThree(int at, int residual, int end) {
    int to = at;
    int from = residual;
    int k = 0;
    for (int i = 0; i < runCount; i++) {
      int start = runs[2 * i];
      while (true) {
        int copy = k < copiedCount ? copied[k] : Integer.MAX_VALUE;
        int rest = from < end ? targets[from] : Integer.MAX_VALUE;
        if (Math.min(copy, rest) >= start) {
          break;
        }
        if (copy < rest) {
          targets[to++] = copy;
          k++;
        } else {
          targets[to++] = rest;
          from++;
        }
      }
      for (int j = 0; j < runs[2 * i + 1]; j++) {
        targets[to++] = start + j;
      }
    }
    while (k < copiedCount) {
      if (from < end && targets[from] < copied[k]) {
        targets[to++] = targets[from++];
      } else {
        targets[to++] = copied[k++];
      }
    }
  }
}
