package nephila.formats.links;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import nephila.Progress;
import nephila.UserError;
import nephila.graph.CsrFileWriter;
import nephila.graph.PageNames;

/// Gathers links between named pages. Pages are numbered in the order of their names' bytes, so
/// that the numbering depends neither on the order of the lines nor on the memory there is.
///
/// While everything fits in memory, a table numbers names as they come, and links are renumbered at
/// the end. When memory is full, table and links are written out as a [SortedRun]. Merging the
/// names of all chapters gives every name its page, and every chapter the pages of its names, by
/// which its links are translated. Memory is that of one chapter.
public final class NamedLinks {
  private static final int MOST_NAME_BYTES = 1 << 30;
  private static final int LINKS_A_CHECK = 1 << 10;

  private final boolean weighted;
  private final Scratch scratch;
  private final List<SortedRun> chapters = new ArrayList<>();
  private NameTable table = new NameTable();
  private LinkBuffer buffer;
  private long links;

  public NamedLinks(boolean weighted, Scratch scratch) {
    this.weighted = weighted;
    this.scratch = scratch;
    buffer = new LinkBuffer(weighted);
  }

  /// A link between the pages named by two stretches of `bytes`.
  public void add(byte[] bytes, int from, int to, int targetFrom, int targetTo, double weight) {
    int source = table.number(bytes, from, to);
    int target = table.number(bytes, targetFrom, targetTo);
    buffer.add((long) source << 32 | target, weight);
    if (++links % LINKS_A_CHECK == 0 && full()) {
      endChapter();
    }
  }

  private boolean full() {
    return table.memory() + buffer.bytes() > scratch.memoryBytes()
        || table.nameBytes() > MOST_NAME_BYTES;
  }

  private void endChapter() {
    chapters.add(SortedRun.write(table, buffer, weighted, scratch));
    table = new NameTable();
    buffer = new LinkBuffer(weighted);
  }

  /// Whether links or names were too many for memory: then [#mergeInto] makes the graph.
  public boolean spilled() {
    return !chapters.isEmpty();
  }

  /// The names in order, from memory; afterwards links have their pages' final numbers.
  public PageNames number() {
    int[] order = table.alphabetical();
    int[] numbers = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      numbers[order[i]] = i;
    }
    buffer.renumber(numbers);
    return table.names(order);
  }

  /// The links in memory, after [#number].
  public LinkCollector collector() {
    return new LinkCollector(weighted, scratch, buffer);
  }

  /// Writes names and links; returns the collector that did, for its counts.
  public LinkCollector mergeInto(CsrFileWriter writer, String file, Progress progress) {
    endChapter();
    int pages = mergeNames(writer, file, progress);
    LinkCollector collector = new LinkCollector(weighted, scratch);
    collector.atLeast(pages);
    for (SortedRun chapter : chapters) {
      chapter.translateInto(collector, scratch);
    }
    collector.mergeInto(writer, progress);
    writer.finish(pages);
    return collector;
  }

  private int mergeNames(CsrFileWriter writer, String file, Progress progress) {
    List<SortedRun.Cursor> cursors = new ArrayList<>();
    try {
      PriorityQueue<SortedRun.Cursor> queue = new PriorityQueue<>();
      for (SortedRun chapter : chapters) {
        SortedRun.Cursor cursor = chapter.open();
        cursors.add(cursor);
        if (cursor.next()) {
          queue.add(cursor);
        }
      }
      return mergeNames(queue, writer, file, progress);
    } finally {
      cursors.forEach(SortedRun.Cursor::close);
    }
  }

  private static int mergeNames(
      PriorityQueue<SortedRun.Cursor> queue, CsrFileWriter writer, String file, Progress progress) {
    int pages = 0;
    byte[] last = null;
    for (SortedRun.Cursor first = queue.poll(); first != null; first = queue.poll()) {
      if (last == null || !Arrays.equals(first.name, last)) {
        if (pages == Integer.MAX_VALUE) {
          throw new UserError(file + ": more than 2^31 - 1 names; the limit of a graph");
        }
        last = first.name;
        writer.name(last, 0, last.length);
        if (++pages % (1 << 16) == 0) {
          progress.at("numbering names", pages, -1);
        }
      }
      first.is(pages - 1);
      if (first.next()) {
        queue.add(first);
      }
    }
    return pages;
  }
}
