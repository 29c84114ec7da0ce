package nephila.cluster.wire;

import nephila.graph.LinkGraph;
import nephila.store.BrokenState;
import nephila.store.record.BinaryRecord;

/// The links of some consecutive pages of a graph that is ranked, on their way to the partition
/// that has the pages. Links are numbers of pages, each row in ascending order: the first beside
/// the page's own number, the others by their distances.
///
/// @param first the number of the first page
/// @param rows the pages that each points to
public record GraphRows(int first, int[][] rows) {
  /// The rows of the pages from `first` on, to `end` at most, and about `links` links; where the
  /// message ends is `next`.
  public record Message(byte[] bytes, int next) {}

  public static Message message(LinkGraph graph, int first, int end, int links) {
    int next = first;
    for (long sum = 0; next < end && sum < links; next++) {
      sum += 1 + graph.outDegree(next);
    }
    BinaryRecord record = Wire.begin(Wire.GRAPH_ROWS).putNumber(first).putNumber(next - first);
    for (int page = first; page < next; page++) {
      record.putNumber(graph.outDegree(page));
      LinkGraph.LinkCursor row = graph.successors(page);
      long before = page;
      boolean begins = true;
      for (int to = row.next(); to != LinkGraph.NO_PAGE; to = row.next()) {
        if (begins) {
          Wire.putSigned(record, to - before);
        } else {
          record.putNumber(to - before);
        }
        begins = false;
        before = to;
      }
    }
    return new Message(record.toBytes(), next);
  }

  /// What a message says whose kind was taken.
  public static GraphRows take(BinaryRecord from) {
    int first = page(from.takeNumber());
    int[][] rows = new int[Wire.count(from, 1)][];
    for (int i = 0; i < rows.length; i++) {
      int[] row = new int[Wire.count(from, 1)];
      long before = (long) first + i;
      for (int k = 0; k < row.length; k++) {
        long step = k == 0 ? Wire.takeSigned(from) : from.takeNumber();
        if (k > 0 && step <= 0) {
          throw new BrokenState("links that do not ascend");
        }
        row[k] = page(before + step);
        before = row[k];
      }
      rows[i] = row;
    }
    Wire.end(from);
    return new GraphRows(first, rows);
  }

  private static int page(long number) {
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw new BrokenState("page " + number);
    }
    return (int) number;
  }
}
