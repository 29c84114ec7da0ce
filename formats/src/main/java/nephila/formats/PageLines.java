package nephila.formats;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import nephila.Progress;
import org.jspecify.annotations.Nullable;

/// Small text files about pages, plain, gzip or zstd: a line a page, empty lines and lines that
/// begin with `#` left out.
///
/// - a list: `page`;
/// - values: `page<TAB>value`;
/// - addresses: the address of page i in line i, or `page<TAB>address` in every line.
///
/// A page is a number, or a name where a graph has names.
public final class PageLines {
  private PageLines() {}

  /// The pages listed, in the order of the file. A second column is left out.
  ///
  /// @param names the page of a name, −1 where there is none; null where pages have no names
  public static int[] pages(Path file, @Nullable ToIntFunction<String> names) {
    Ints pages = new Ints();
    eachLine(file, (line, lines) -> pages.add(page(firstColumn(line), names, lines)));
    return pages.toArray();
  }

  /// A value per page of a graph; NaN for the pages the file does not name.
  public static double[] values(Path file, int pages, @Nullable ToIntFunction<String> names) {
    double[] values = new double[pages];
    Arrays.fill(values, Double.NaN);
    eachLine(
        file,
        (line, lines) -> {
          String first = firstColumn(line);
          int page = page(first, names, lines);
          if (page >= pages) {
            throw lines.error("page " + page + ", but the graph has pages 0 to " + (pages - 1));
          }
          values[page] = value(line.substring(first.length()).strip(), lines);
        });
    return values;
  }

  /// The address of each page, by page number; null where the file has none. The file has either
  /// `page<TAB>address` in its first line, and then in all, or a line a page.
  public static @Nullable String[] addresses(Path file) {
    Addresses addresses = new Addresses();
    try (TextLines lines = TextSource.open(file, Progress.SILENT)) {
      while (lines.at < lines.end || lines.refill()) {
        addresses.take(lines.restOfLine(lines.at), lines);
        lines.skipLine();
      }
    }
    return addresses.toArray();
  }

  private static final class Addresses {
    private @Nullable String[] byPage = new @Nullable String[1024];
    private int size;
    private boolean numbered;

    void take(String line, TextLines lines) {
      int tab = line.indexOf('\t');
      if (lines.line == 0) {
        numbered = tab > 0 && line.substring(0, tab).chars().allMatch(Character::isDigit);
      }
      if (!numbered) {
        put(size, line);
      } else if (!line.isEmpty()) {
        if (tab < 0) {
          throw lines.error("'" + line + "': the lines before have 'page<TAB>address'");
        }
        put(page(line.substring(0, tab), null, lines), line.substring(tab + 1));
      }
    }

    private void put(int page, String address) {
      if (byPage.length <= page) {
        byPage = Arrays.copyOf(byPage, Math.max(page + 1, 2 * byPage.length));
      }
      byPage[page] = address;
      size = Math.max(size, page + 1);
    }

    @Nullable String[] toArray() {
      return Arrays.copyOf(byPage, size);
    }
  }

  @FunctionalInterface
  private interface EachLine {
    void take(String line, TextLines lines);
  }

  private static void eachLine(Path file, EachLine each) {
    try (TextLines lines = TextSource.open(file, Progress.SILENT)) {
      while (lines.at < lines.end || lines.refill()) {
        String line = lines.restOfLine(lines.at);
        if (!line.isEmpty() && line.charAt(0) != '#') {
          each.take(line, lines);
        }
        lines.skipLine();
      }
    }
  }

  private static String firstColumn(String line) {
    int tab = line.indexOf('\t');
    int space = line.indexOf(' ');
    int end = tab >= 0 ? tab : space;
    return end < 0 ? line : line.substring(0, end);
  }

  private static int page(String text, @Nullable ToIntFunction<String> names, TextLines lines) {
    int named = names == null ? -1 : names.applyAsInt(text);
    if (named >= 0) {
      return named;
    }
    try {
      int page = Integer.parseInt(text);
      if (page >= 0 && page < Integer.MAX_VALUE) {
        return page;
      }
    } catch (NumberFormatException e) {
      if (names != null) {
        throw lines.error("'" + text + "' is no page of the graph: give its number or its name");
      }
    }
    throw lines.error(
        "'" + text + "' is not a page number: pages count from 0 to " + (Integer.MAX_VALUE - 1));
  }

  private static double value(String text, TextLines lines) {
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, as a value without end is.
    }
    throw lines.error("'" + text + "' is not a number: a line is 'page<TAB>value'");
  }

  private static final class Ints {
    private int[] values = new int[256];
    private int size;

    void add(int value) {
      if (values.length == size) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
