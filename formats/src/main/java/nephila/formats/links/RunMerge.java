package nephila.formats.links;

import java.util.ArrayList;
import java.util.List;
import nephila.Progress;

/// Merges sorted runs of links into one ascending sequence. Equal links come one after the other,
/// in the order of the runs.
final class RunMerge {
  /// Runs merged at once; more are merged in rounds.
  static final int MOST_RUNS = 128;

  private RunMerge() {}

  /// Takes the merged links.
  @FunctionalInterface
  interface Sink {
    void link(long link, double weight);
  }

  /// Merges all runs; reports progress in links of `total`.
  static void merge(List<RunFile> runs, long total, Progress progress, Sink sink) {
    List<RunFile.Reader> readers = new ArrayList<>();
    try {
      for (RunFile run : runs) {
        readers.add(run.read());
      }
      new Heap(readers).drain(total, progress, sink);
    } finally {
      readers.forEach(RunFile.Reader::close);
    }
  }

  /// A binary heap of readers by the link they are at, then by the order of the runs.
  private static final class Heap {
    private final RunFile.Reader[] readers;
    private final int[] heap;
    private final int size;

    Heap(List<RunFile.Reader> all) {
      readers = all.toArray(RunFile.Reader[]::new);
      size = readers.length;
      heap = new int[size];
      for (int i = 0; i < size; i++) {
        heap[i] = i;
      }
      for (int i = size / 2 - 1; i >= 0; i--) {
        sink(i);
      }
    }

    void drain(long total, Progress progress, Sink out) {
      long done = 0;
      while (size > 0 && readers[heap[0]].link != RunFile.Reader.END) {
        RunFile.Reader first = readers[heap[0]];
        long bound = bound();
        do {
          out.link(first.link, first.weight);
          first.next();
          if ((++done & 0xfffff) == 0) {
            progress.at("merging links", done, total);
          }
        } while (first.link < bound);
        sink(0);
      }
    }

    /// The smallest link of the other readers: below it the first one goes on without asking.
    private long bound() {
      long bound = RunFile.Reader.END;
      for (int child = 1; child <= 2 && child < size; child++) {
        bound = Math.min(bound, readers[heap[child]].link);
      }
      return bound;
    }

    private void sink(int start) {
      int at = start;
      while (true) {
        int least = at;
        for (int child = 2 * at + 1; child <= 2 * at + 2 && child < size; child++) {
          if (before(heap[child], heap[least])) {
            least = child;
          }
        }
        if (least == at) {
          return;
        }
        int moved = heap[at];
        heap[at] = heap[least];
        heap[least] = moved;
        at = least;
      }
    }

    private boolean before(int a, int b) {
      long linkA = readers[a].link;
      long linkB = readers[b].link;
      return linkA < linkB || (linkA == linkB && a < b);
    }
  }
}
