package nephila.formats;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nephila.Progress;
import nephila.UserError;

/// A file with a URL on each line and, where wanted, a status: what other crawlers take and give.
///
/// - `.tsv`, `.csv`, `.txt`: with a line of headings that names columns `url` and `status`, or
///   without one a URL alone, or a URL and a status in either order, with tabs, commas or blanks
///   between them.
/// - `.jsonl`: an object a line with the members `url` and `status`.
///
/// Plain, gzip or zstd. Empty lines and lines that begin with `#` are skipped. One that cannot be
/// understood is an error with its place, but for the last, which may be cut off: that one is told.
public final class UrlLines {
  private static final Pattern URL_MEMBER =
      Pattern.compile("\"url\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern STATUS_MEMBER =
      Pattern.compile("\"status\"\\s*:\\s*\"?([-\\w]+)\"?");

  private final boolean wantsStatus;
  private final Consumer<Line> to;
  private int urlColumn = -1;
  private int statusColumn = -1;
  private boolean begun;
  private boolean cutOff;

  /// A line.
  ///
  /// @param status as written, empty where none was wanted
  /// @param number of the line, from 1
  public record Line(String url, String status, long number) {}

  private UrlLines(boolean wantsStatus, Consumer<Line> to) {
    this.wantsStatus = wantsStatus;
    this.to = to;
  }

  /// Reads a file of URLs; returns whether its last line was cut off and is left out.
  public static boolean urls(Path file, Progress progress, Consumer<Line> to) {
    return new UrlLines(false, to).read(file, progress);
  }

  /// Reads a file of URLs and statuses; returns whether its last line was cut off and is left out.
  public static boolean answers(Path file, Progress progress, Consumer<Line> to) {
    return new UrlLines(true, to).read(file, progress);
  }

  private boolean read(Path file, Progress progress) {
    try (TextLines lines = TextSource.open(file, progress)) {
      UserError wrong = null;
      while (lines.at < lines.end || lines.refill()) {
        boolean comment = lines.window[lines.at] == '#';
        String line = lines.restOfLine(lines.at);
        lines.skipLine();
        if (comment || line.isEmpty()) {
          continue;
        }
        if (wrong != null) {
          throw wrong; // it was not the last
        }
        wrong = enter(line, lines);
      }
      cutOff = wrong != null;
      if (wrong != null && !begun) {
        throw wrong;
      }
      return cutOff;
    }
  }

  /// Enters a line; returns what is wrong with it, null for nothing.
  private @org.jspecify.annotations.Nullable UserError enter(String line, TextLines lines) {
    String url = "";
    String status = "";
    if (line.startsWith("{")) {
      Matcher member = URL_MEMBER.matcher(line);
      url = member.find() ? unescaped(member.group(1)) : "";
      Matcher said = STATUS_MEMBER.matcher(line);
      status = said.find() ? said.group(1) : "";
    } else {
      String[] cells = cells(line);
      if (!begun && headings(cells)) {
        begun = true;
        return null;
      }
      if (urlColumn >= 0) {
        url = cell(cells, urlColumn);
        status = cell(cells, statusColumn);
      } else if (cells.length <= 2) {
        int at = cells[0].contains("://") ? 0 : cells.length - 1;
        url = cells[at];
        status = cells.length == 2 ? cells[1 - at] : "";
      }
    }
    if (!url.contains("://") || (wantsStatus && status.isEmpty())) {
      String wanted = wantsStatus ? "an answer is 'url TAB status'" : "a page is a URL";
      String rule = wanted + "; with more columns, name them in a first line";
      return UserError.atLine(lines.file, lines.line, "'" + shortened(line) + "'; " + rule);
    }
    begun = true;
    to.accept(new Line(url, status, lines.line));
    return null;
  }

  private boolean headings(String[] cells) {
    List<String> names = new ArrayList<>();
    for (String cell : cells) {
      names.add(cell.toLowerCase(Locale.ROOT));
    }
    urlColumn = names.indexOf("url");
    statusColumn = names.indexOf("status");
    return urlColumn >= 0;
  }

  private static String cell(String[] cells, int column) {
    return column < 0 || column >= cells.length ? "" : cells[column];
  }

  private static String[] cells(String line) {
    if (line.indexOf('\t') >= 0) {
      return stripped(line.split("\t", -1));
    }
    if (line.indexOf(',') >= 0) {
      // A URL may have commas: only a status before the first or behind the last is cut off.
      int first = line.indexOf(',');
      int last = line.lastIndexOf(',');
      if (!line.contains("://")) {
        return stripped(line.split(",", -1));
      }
      if (line.indexOf("://") > first && isWord(line.substring(0, first))) {
        return stripped(splitQuoted(line));
      }
      return line.startsWith("\"") || isWord(line.substring(last + 1))
          ? stripped(splitQuoted(line))
          : new String[] {line};
    }
    return line.split("\\s+");
  }

  private static boolean isWord(String text) {
    return text.strip().matches("-?[\\w.]+");
  }

  /// The cells of a line of CSV.
  private static String[] splitQuoted(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int k = 0; k < line.length(); k++) {
      char c = line.charAt(k);
      if (c == '"') {
        boolean doubled = quoted && k + 1 < line.length() && line.charAt(k + 1) == '"';
        if (doubled) {
          cell.append(c);
          k++;
        } else {
          quoted = !quoted;
        }
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells.toArray(String[]::new);
  }

  private static String[] stripped(String[] cells) {
    return Arrays.stream(cells).map(String::strip).toArray(String[]::new);
  }

  private static String unescaped(String text) {
    StringBuilder plain = new StringBuilder();
    for (int k = 0; k < text.length(); k++) {
      char c = text.charAt(k);
      if (c == '\\' && k + 5 < text.length() && text.charAt(k + 1) == 'u') {
        String code = text.substring(k + 2, k + 6);
        plain.append(code.matches("\\p{XDigit}{4}") ? (char) Integer.parseInt(code, 16) : '?');
        k += 5;
      } else if (c == '\\' && k + 1 < text.length()) {
        plain.append(text.charAt(++k));
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static String shortened(String line) {
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }
}
