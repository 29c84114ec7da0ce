package nephila.formats.links;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Links in memory in the order they came: 8 bytes each, 16 with weights. Grows by chunks, so that
/// nothing is copied and chunks can be given back one by one.
final class LinkBuffer {
  private static final int FIRST_CHUNK = 1 << 15;
  private static final int LARGEST_CHUNK = 1 << 24;

  private final boolean weighted;
  private final List<Chunk> chunks = new ArrayList<>();
  private Chunk last;

  /// A stretch of links; `used` of them are filled.
  static final class Chunk {
    final long[] links;
    final double @Nullable [] weights;
    int used;

    private Chunk(int capacity, boolean weighted) {
      links = new long[capacity];
      weights = weighted ? new double[capacity] : null;
    }

    double weight(int k) {
      return weights == null ? 1 : weights[k];
    }
  }

  LinkBuffer(boolean weighted) {
    this.weighted = weighted;
    last = new Chunk(FIRST_CHUNK, weighted);
    chunks.add(last);
  }

  /// Whether the next link needs a new chunk.
  boolean full() {
    return last.used == last.links.length;
  }

  void add(long link, double weight) {
    if (full()) {
      last = new Chunk(nextCapacity(), weighted);
      chunks.add(last);
    }
    Chunk into = last;
    if (into.weights != null) {
      into.weights[into.used] = weight;
    }
    into.links[into.used++] = link;
  }

  private int nextCapacity() {
    return Math.min(LARGEST_CHUNK, 2 * last.links.length);
  }

  /// Bytes of memory in use.
  long bytes() {
    long links = 0;
    for (Chunk chunk : chunks) {
      links += chunk.links.length;
    }
    return links * (weighted ? 16 : 8);
  }

  /// Bytes that the next chunk would add.
  long nextBytes() {
    return nextCapacity() * (weighted ? 16L : 8L);
  }

  List<Chunk> chunks() {
    return chunks;
  }

  /// Gives the chunk back that comes first.
  Chunk removeFirst() {
    return chunks.removeFirst();
  }

  /// Forgets all links; memory of the last chunk is used again.
  void clear() {
    chunks.clear();
    chunks.add(last);
    last.used = 0;
  }

  /// Gives page i the number `numbers[i]` in all links.
  void renumber(int[] numbers) {
    for (Chunk chunk : chunks) {
      for (int k = 0; k < chunk.used; k++) {
        chunk.links[k] = renumbered(chunk.links[k], numbers);
      }
    }
  }

  static long renumbered(long link, int[] numbers) {
    return (long) numbers[(int) (link >>> 32)] << 32 | numbers[(int) link];
  }
}
