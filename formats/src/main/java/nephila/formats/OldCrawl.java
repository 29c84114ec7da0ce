package nephila.formats;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nephila.Progress;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;
import org.jspecify.annotations.Nullable;

/// An old crawl in two text files, plain, gzip or zstd.
///
/// Pages: `id TAB url`, and where the truth is known a third column: 1 for alive, 0 for dead, the
/// word `closed` for what a server keeps from us. Links: `source TAB target`, by the ids of the
/// pages; blanks serve as well as tabs. Lines that are empty or start with `#` are skipped. An id
/// is any word. Links from or to pages that the first file does not list are left out and counted.
///
/// @param snapshot the pages in the order of their file, and the links between them
/// @param alive the truth, where the file has it for every page
/// @param closed the pages that the truth calls closed
/// @param unknownLinks how many links were left out
public record OldCrawl(
    OldGraph snapshot, Optional<boolean[]> alive, BitSet closed, long unknownLinks) {
  public static OldCrawl read(Path pages, Path links, Progress progress) {
    Builder builder = new Builder();
    builder.pages(pages, progress);
    builder.links(links, progress);
    return builder.build();
  }

  /// Pages alone, without links.
  public static OldCrawl read(Path pages, Progress progress) {
    Builder builder = new Builder();
    builder.pages(pages, progress);
    return builder.build();
  }

  private static final class Builder {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> urls = new ArrayList<>();
    private boolean[] alive = new boolean[1024];
    private final BitSet closed = new BitSet();
    private int truths;
    private int[] sources = new int[1 << 16];
    private int[] targets = new int[1 << 16];
    private int linkCount;
    private long unknown;

    void pages(Path file, Progress progress) {
      try (TextLines lines = TextSource.open(file, progress)) {
        for (String line = next(lines); !line.isEmpty(); line = next(lines)) {
          page(line.split("\t", -1), lines);
        }
      }
      if (truths > 0 && truths < urls.size()) {
        throw new UserError(
            file
                + ": "
                + truths
                + " of "
                + urls.size()
                + " pages say alive or dead; say it of all");
      }
    }

    private void page(String[] columns, TextLines lines) {
      if (columns.length < 2 || columns.length > 3 || columns[0].isBlank()) {
        throw wrong(
            lines, columns.length + " columns; a page is 'id TAB url' or 'id TAB url TAB 1'");
      }
      int number = urls.size();
      if (numbers.putIfAbsent(columns[0].strip(), number) != null) {
        throw wrong(lines, "page '" + columns[0] + "' is listed twice; give every page its own id");
      }
      urls.add(columns[1].strip());
      if (columns.length == 3) {
        String truth = columns[2].strip();
        if (!truth.equals("0") && !truth.equals("1") && !truth.equals("closed")) {
          throw wrong(
              lines,
              "'" + truth + "' in the third column; write 1 for alive, 0 for dead, or closed");
        }
        closed.set(number, truth.equals("closed"));
        if (number >= alive.length) {
          alive = Arrays.copyOf(alive, 2 * number);
        }
        alive[number] = truth.equals("1");
        truths++;
      }
    }

    void links(Path file, Progress progress) {
      try (TextLines lines = TextSource.open(file, progress)) {
        for (String line = next(lines); !line.isEmpty(); line = next(lines)) {
          int gap = 0;
          while (gap < line.length() && !Character.isWhitespace(line.charAt(gap))) {
            gap++;
          }
          String target = line.substring(gap).strip();
          if (target.isEmpty() || target.chars().anyMatch(Character::isWhitespace)) {
            throw wrong(lines, "'" + line + "'; a link is 'source TAB target'");
          }
          link(numbers.get(line.substring(0, gap)), numbers.get(target));
        }
      }
    }

    private void link(@Nullable Integer source, @Nullable Integer target) {
      if (source == null || target == null) {
        unknown++;
        return;
      }
      if (linkCount == sources.length) {
        sources = Arrays.copyOf(sources, 2 * linkCount);
        targets = Arrays.copyOf(targets, 2 * linkCount);
      }
      sources[linkCount] = source;
      targets[linkCount++] = target;
    }

    /// The next line that says something, or an empty text at the end.
    private static String next(TextLines lines) {
      while (lines.at < lines.end || lines.refill()) {
        boolean comment = lines.window[lines.at] == '#';
        String line = lines.restOfLine(lines.at);
        lines.skipLine();
        if (!comment && !line.isEmpty()) {
          return line;
        }
      }
      return "";
    }

    /// The line was passed already when it is judged.
    private static UserError wrong(TextLines lines, String message) {
      return UserError.atLine(lines.file, lines.line, message);
    }

    OldCrawl build() {
      CsrGraph graph =
          CsrGraph.of(
              urls.size(), Arrays.copyOf(sources, linkCount), Arrays.copyOf(targets, linkCount));
      Optional<boolean[]> truth =
          truths == urls.size() ? Optional.of(Arrays.copyOf(alive, truths)) : Optional.empty();
      return new OldCrawl(OldGraph.of(graph, urls), truth, closed, unknown);
    }
  }
}
