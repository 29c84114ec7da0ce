package nephila.formats;

import java.util.ArrayList;
import java.util.List;
import nephila.graph.CsrGraph;
import nephila.graph.RowSorter;

/// Gathers links in any order and makes a graph of them.
///
/// A link is one long, source in the upper half. Costs 8 bytes a link while gathering (16 with
/// weights) and that of the graph on top when it is built.
final class LinkCollector {
  private static final int CHUNK = 1 << 17;

  private final boolean weighted;
  private final List<long[]> chunks = new ArrayList<>();
  private final List<double[]> weightChunks = new ArrayList<>();
  private long[] chunk = new long[CHUNK];
  private double[] weightChunk;
  private int used;
  private int pages;
  private long links;
  private long doubled;

  LinkCollector(boolean weighted) {
    this.weighted = weighted;
    weightChunk = new double[weighted ? CHUNK : 0];
  }

  void add(int source, int target) {
    if (used == CHUNK) {
      nextChunk();
    }
    links++;
    chunk[used++] = (long) source << 32 | target;
  }

  void add(int source, int target, double weight) {
    if (used == CHUNK) {
      nextChunk();
    }
    if (weighted) {
      weightChunk[used] = weight;
    }
    links++;
    chunk[used++] = (long) source << 32 | target;
  }

  private void nextChunk() {
    chunks.add(chunk);
    chunk = new long[CHUNK];
    if (weighted) {
      weightChunks.add(weightChunk);
      weightChunk = new double[CHUNK];
    }
    used = 0;
  }

  /// The graph has at least that many pages, linked or not.
  void atLeast(int wanted) {
    pages = Math.max(pages, wanted);
  }

  /// How many links were added.
  long links() {
    return links;
  }

  /// How many doubled links [#build] dropped.
  long doubled() {
    return doubled;
  }

  /// Gives page i the number `numbers[i]` in all links so far.
  void renumber(int[] numbers) {
    for (long[] some : chunks) {
      renumber(some, CHUNK, numbers);
    }
    renumber(chunk, used, numbers);
  }

  private static void renumber(long[] links, int count, int[] numbers) {
    for (int k = 0; k < count; k++) {
      links[k] = (long) numbers[(int) (links[k] >>> 32)] << 32 | numbers[(int) links[k]];
    }
  }

  CsrGraph build() {
    chunks.add(chunk);
    weightChunks.add(weightChunk);
    int[] degrees = degrees();
    RowSorter rows = new RowSorter(degrees, weighted);
    for (int c = 0; c < chunks.size(); c++) {
      long[] some = chunks.get(c);
      int count = c == chunks.size() - 1 ? used : CHUNK;
      for (int k = 0; k < count; k++) {
        double weight = weighted ? weightChunks.get(c)[k] : 1;
        rows.put((int) (some[k] >>> 32), (int) some[k], weight);
      }
      chunks.set(c, new long[0]);
    }
    CsrGraph graph = rows.build();
    doubled = rows.doubled();
    return graph;
  }

  private int[] degrees() {
    for (int c = 0; c < chunks.size(); c++) {
      int count = c == chunks.size() - 1 ? used : CHUNK;
      for (int k = 0; k < count; k++) {
        long link = chunks.get(c)[k];
        pages = Math.max(pages, Math.max((int) (link >>> 32), (int) link) + 1);
      }
    }
    int[] degrees = new int[pages];
    for (int c = 0; c < chunks.size(); c++) {
      int count = c == chunks.size() - 1 ? used : CHUNK;
      for (int k = 0; k < count; k++) {
        degrees[(int) (chunks.get(c)[k] >>> 32)]++;
      }
    }
    return degrees;
  }
}
