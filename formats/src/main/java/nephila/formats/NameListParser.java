package nephila.formats;

import nephila.graph.CsrGraph;
import nephila.graph.PageNames;
import org.jspecify.annotations.Nullable;

/// Reads lines `source target` of page names, or `source target weight`. Pages are numbered in the
/// order of their names' bytes, so that the numbering depends neither on the order of the lines nor
/// on the memory there is.
///
/// Where the first link of the file has a tab, columns end at tabs and names may hold spaces.
final class NameListParser {
  private final TextLines lines;
  private final boolean weighted;
  private final boolean tabs;
  private final NameTable table = new NameTable();
  private final LinkCollector links;
  private @Nullable PageNames names;

  NameListParser(TextLines lines, boolean weighted, boolean tabs) {
    this.lines = lines;
    this.weighted = weighted;
    this.tabs = tabs;
    links = new LinkCollector(weighted);
  }

  void parse() {
    while (lines.at < lines.end || lines.refill()) {
      if (lines.window[lines.at] != '#') {
        parseLine();
      }
      lines.skipLine();
    }
  }

  private void parseLine() {
    byte[] window = lines.window;
    int end = lines.at;
    while (window[end] != '\n') {
      end++;
    }
    int from = skipBlanks(lines.at, end);
    if (from == end) {
      return;
    }
    int sourceEnd = columnEnd(from, end);
    int source = table.number(window, from, trimmed(from, sourceEnd));
    from = skipBlanks(sourceEnd, end);
    int targetEnd = columnEnd(from, end);
    int weightFrom = skipBlanks(targetEnd, end);
    int weightEnd = columnEnd(weightFrom, end);
    boolean hasWeight = weightFrom < weightEnd;
    if (from == targetEnd || hasWeight != weighted || skipBlanks(weightEnd, end) < end) {
      throw Columns.wrongNumber(lines, countColumns(end), weighted);
    }
    int target = table.number(window, from, trimmed(from, targetEnd));
    double weight = weighted ? Weights.parse(lines, weightFrom, trimmed(weightFrom, weightEnd)) : 1;
    links.add(source, target, weight);
  }

  private int countColumns(int end) {
    int count = 0;
    int i = skipBlanks(lines.at, end);
    while (i < end) {
      count++;
      i = skipBlanks(columnEnd(i, end), end);
    }
    return count;
  }

  private int columnEnd(int from, int end) {
    int i = from;
    while (i < end && lines.window[i] != '\t' && (tabs || lines.window[i] != ' ')) {
      i++;
    }
    return trimmedReturn(i, from, end);
  }

  /// A carriage return before the end of the line belongs to no column.
  private int trimmedReturn(int i, int from, int end) {
    return i == end && i > from && lines.window[i - 1] == '\r' ? i - 1 : i;
  }

  private int trimmed(int from, int to) {
    int i = to;
    while (i > from && lines.window[i - 1] == ' ') {
      i--;
    }
    return i;
  }

  private int skipBlanks(int from, int end) {
    int i = from;
    while (i < end
        && (lines.window[i] == ' ' || lines.window[i] == '\t' || lines.window[i] == '\r')) {
      i++;
    }
    return i;
  }

  /// The graph of the links parsed, and [#names].
  CsrGraph build() {
    int[] order = table.alphabetical();
    int[] rank = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      rank[order[i]] = i;
    }
    names = table.names(order);
    links.renumber(rank);
    links.atLeast(order.length);
    return links.build();
  }

  LinkCollector links() {
    return links;
  }

  @Nullable PageNames names() {
    return names;
  }
}
