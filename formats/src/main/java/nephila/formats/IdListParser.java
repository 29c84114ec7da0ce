package nephila.formats;

import nephila.formats.links.LinkCollector;

/// Reads lines `source target` of page ids, or `source target weight`, at the speed of the bytes:
/// no object a line.
final class IdListParser {
  /// Pages are numbered by `int`, and there are fewer than 2³¹ of them.
  static final int MAX_ID = Integer.MAX_VALUE - 1;

  private final TextLines lines;
  private final LinkCollector links;
  private final boolean weighted;

  IdListParser(TextLines lines, LinkCollector links, boolean weighted) {
    this.lines = lines;
    this.links = links;
    this.weighted = weighted;
  }

  void parse() {
    while (lines.at < lines.end || lines.refill()) {
      parseWindow();
    }
  }

  private void parseWindow() {
    byte[] window = lines.window;
    int end = lines.end;
    int i = lines.at;
    while (i < end) {
      int start = i;
      lines.at = start;
      i = skipBlanks(window, i);
      if (window[i] == '\n' || window[i] == '#') {
        lines.skipLine();
        i = lines.at;
        continue;
      }
      int from = i;
      long source = 0;
      for (int digit; (digit = window[i] - '0') >= 0 && digit <= 9; i++) {
        source = source * 10 + digit;
      }
      boolean good = i > from && i - from <= 10 && isBlank(window[i]) && source <= MAX_ID;
      i = skipBlanks(window, i);
      from = i;
      long target = 0;
      for (int digit; (digit = window[i] - '0') >= 0 && digit <= 9; i++) {
        target = target * 10 + digit;
      }
      good &= i > from && i - from <= 10 && target <= MAX_ID;
      if (good && weighted) {
        i = addWeighted(window, i, (int) source, (int) target);
      } else {
        i = skipBlanks(window, i);
        if (!good || window[i] != '\n') {
          throw wrong(start);
        }
        links.add((int) source, (int) target);
        i++;
      }
      lines.line++;
    }
    lines.at = i;
  }

  private int addWeighted(byte[] window, int afterTarget, int source, int target) {
    int from = skipBlanks(window, afterTarget);
    int i = from;
    while (!isBlank(window[i]) && window[i] != '\n') {
      i++;
    }
    int rest = skipBlanks(window, i);
    if (from == afterTarget || from == i || window[rest] != '\n') {
      throw wrong(lines.at);
    }
    links.add((long) source << 32 | target, Weights.parse(lines, from, i));
    return rest + 1;
  }

  private static int skipBlanks(byte[] window, int from) {
    int i = from;
    while (isBlank(window[i])) {
      i++;
    }
    return i;
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  /// What is wrong with the line that starts at `start`, told in full: here speed is no matter.
  private RuntimeException wrong(int start) {
    String[] columns = lines.restOfLine(start).split("[ \t\r]+");
    for (int c = 0; c < Math.min(2, columns.length); c++) {
      String column = ErrorText.of(columns[c]);
      if (columns[c].matches("-[0-9]+")) {
        return lines.error("page id " + column + " is negative; ids start at 0");
      }
      if (!columns[c].matches("[0-9]+")) {
        return lines.error(
            "'%s' among page ids; if pages have names here, say --names".formatted(column));
      }
      if (columns[c].length() > 10 || Long.parseLong(columns[c]) > MAX_ID) {
        return lines.error("page id %s is too large; the largest is %d".formatted(column, MAX_ID));
      }
    }
    return Columns.wrongNumber(lines, columns.length, weighted);
  }
}
