package nephila.formats;

import nephila.formats.links.NamedLinks;

/// Reads lines `source target` of page names, or `source target weight`.
///
/// Where the first link of the file has a tab, columns end at tabs and names may hold spaces.
final class NameListParser {
  private final TextLines lines;
  private final boolean weighted;
  private final boolean tabs;
  private final NamedLinks links;

  NameListParser(TextLines lines, NamedLinks links, boolean weighted, boolean tabs) {
    this.lines = lines;
    this.weighted = weighted;
    this.tabs = tabs;
    this.links = links;
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
    int targetFrom = skipBlanks(sourceEnd, end);
    int targetEnd = columnEnd(targetFrom, end);
    int weightFrom = skipBlanks(targetEnd, end);
    int weightEnd = columnEnd(weightFrom, end);
    boolean hasWeight = weightFrom < weightEnd;
    if (targetFrom == targetEnd || hasWeight != weighted || skipBlanks(weightEnd, end) < end) {
      throw Columns.wrongNumber(lines, countColumns(end), weighted);
    }
    double weight = weighted ? Weights.parse(lines, weightFrom, trimmed(weightFrom, weightEnd)) : 1;
    links.add(
        window, from, trimmed(from, sourceEnd), targetFrom, trimmed(targetFrom, targetEnd), weight);
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
}
