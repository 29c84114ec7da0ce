package nephila.formats.links;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import nephila.Progress;
import nephila.UserError;
import nephila.graph.CsrFileWriter;
import nephila.graph.CsrGraph;
import nephila.graph.RowSorter;

/// Gathers links in any order and makes a graph of them, in memory while they fit there, else by
/// sorting runs of them into files and merging the runs.
///
/// A link is one long, source in the upper half. Of doubled links one is kept; their weights add up
/// in the order they were added, in memory or not.
public final class LinkCollector {
  private static final int ALWAYS_WELCOME = 10_000_000;
  private static final int PAGES_A_LINK = 1000;

  private final boolean weighted;
  private final Scratch scratch;
  private final LinkBuffer buffer;
  private final RadixSort sort = new RadixSort();
  private final Deque<RunFile> runs = new ArrayDeque<>();
  private int pages;
  private long links;
  private long doubled;

  public LinkCollector(boolean weighted, Scratch scratch) {
    this(weighted, scratch, new LinkBuffer(weighted));
  }

  /// Starts with the links of `buffer`.
  public LinkCollector(boolean weighted, Scratch scratch, LinkBuffer buffer) {
    this.weighted = weighted;
    this.scratch = scratch;
    this.buffer = buffer;
    for (LinkBuffer.Chunk chunk : buffer.chunks()) {
      links += chunk.used;
    }
  }

  public void add(int source, int target) {
    add((long) source << 32 | target, 1);
  }

  public void add(long link, double weight) {
    if (buffer.full() && buffer.bytes() + buffer.nextBytes() > scratch.memoryBytes()) {
      cache();
    }
    buffer.add(link, weight);
    links++;
  }

  /// The graph has at least that many pages, linked or not.
  public void atLeast(int wanted) {
    pages = Math.max(pages, wanted);
  }

  public boolean weighted() {
    return weighted;
  }

  /// How many links were added.
  public long links() {
    return links;
  }

  /// How many doubled links were dropped; known when the graph is built.
  public long doubled() {
    return doubled;
  }

  /// Whether links were too many for memory: then the graph is made by [#mergeInto].
  public boolean spilled() {
    return !runs.isEmpty();
  }

  /// The graph, from memory; this collector is used up.
  ///
  /// @param file what to name in an error
  public CsrGraph build(String file) {
    notePages();
    refuseGaps(file);
    RowSorter rows = rows(file);
    while (!buffer.chunks().isEmpty()) {
      LinkBuffer.Chunk chunk = buffer.removeFirst();
      for (int k = 0; k < chunk.used; k++) {
        rows.put((int) (chunk.links[k] >>> 32), (int) chunk.links[k], chunk.weight(k));
      }
    }
    CsrGraph graph = rows.build();
    doubled = rows.doubled();
    return graph;
  }

  /// A file of one line may name page two billion: such numbers are names.
  private void refuseGaps(String file) {
    if (pages > ALWAYS_WELCOME && pages / PAGES_A_LINK > links) {
      throw new UserError(
          "%s: page numbers up to %,d but %,d links; say --names to number pages afresh"
              .formatted(file, pages - 1, links));
    }
  }

  /// The memory there is cannot be known beforehand, so it is asked for: an array that does not fit
  /// leaves all else as it was.
  private RowSorter rows(String file) {
    try {
      int[] degrees = new int[pages];
      for (LinkBuffer.Chunk chunk : buffer.chunks()) {
        for (int k = 0; k < chunk.used; k++) {
          degrees[(int) (chunk.links[k] >>> 32)]++;
        }
      }
      return new RowSorter(degrees, weighted);
    } catch (OutOfMemoryError e) {
      throw new UserError(
          "%s: %,d pages need more than the %,d MB of memory there are; raise -Xmx, or say --names"
                  .formatted(file, pages, Runtime.getRuntime().maxMemory() >> 20)
              + " to number pages afresh",
          e);
    }
  }

  private void notePages() {
    int largest = pages - 1;
    for (LinkBuffer.Chunk chunk : buffer.chunks()) {
      for (int k = 0; k < chunk.used; k++) {
        long link = chunk.links[k];
        largest = Math.max(largest, Math.max((int) (link >>> 32), (int) link));
      }
    }
    pages = largest + 1;
  }

  /// Writes the links in memory to sorted runs, a run a chunk.
  private void cache() {
    notePages();
    for (LinkBuffer.Chunk chunk : buffer.chunks()) {
      sort.sort(chunk.links, chunk.weights, chunk.used);
      RunFile run = new RunFile(scratch.file("links"), weighted);
      try (RunFile.Writer out = run.write()) {
        long last = -1;
        for (int k = 0; k < chunk.used; k++) {
          long link = chunk.links[k];
          if (weighted || link != last) {
            out.put(link, chunk.weight(k));
            last = link;
          } else {
            doubled++;
          }
        }
        out.finish();
      }
      runs.add(run);
    }
    buffer.clear();
  }

  /// Writes all links in order; this collector is used up.
  ///
  /// @return how many pages the graph has
  public int mergeInto(CsrFileWriter writer, Progress progress) {
    cache();
    while (runs.size() > RunMerge.MOST_RUNS) {
      mergeSome(progress);
    }
    Distinct distinct = new Distinct(writer);
    RunMerge.merge(List.copyOf(runs), links - doubled, progress, distinct);
    distinct.flush();
    runs.forEach(run -> scratch.delete(run.file()));
    return pages;
  }

  /// Merges the oldest runs into one that takes their place: the order of equal links stays.
  private void mergeSome(Progress progress) {
    List<RunFile> oldest = new ArrayList<>();
    while (oldest.size() < RunMerge.MOST_RUNS) {
      oldest.add(runs.remove());
    }
    RunFile merged = new RunFile(scratch.file("links"), weighted);
    try (RunFile.Writer out = merged.write()) {
      RunMerge.merge(oldest, -1, progress, out::put);
      out.finish();
    }
    oldest.forEach(run -> scratch.delete(run.file()));
    runs.addFirst(merged);
  }

  /// Passes each link on once, with the sum of its weights.
  private final class Distinct implements RunMerge.Sink {
    private final CsrFileWriter writer;
    private long last = -1;
    private double sum;

    Distinct(CsrFileWriter writer) {
      this.writer = writer;
    }

    @Override
    public void link(long link, double weight) {
      if (link == last) {
        sum += weight;
        doubled++;
      } else {
        flush();
        last = link;
        sum = weight;
      }
    }

    void flush() {
      if (last >= 0) {
        writer.link((int) (last >>> 32), (int) last, sum);
      }
    }
  }
}
