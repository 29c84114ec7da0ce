package nephila.formats;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.graph.PageNames;

/// A text file of links, `source target` on a line; `#` starts a comment.
///
/// Ids or names? What the first links of the file look like decides: all numbers are ids, and then
/// a name further down is an error. Names need a name among the first links. Where only the first
/// line has a name (a heading), it is an error too. `names` takes everything as names.
///
/// A comment before the first link may tell the number of pages (`nodes 1490`, `Nodes: 1490`), for
/// pages that no link mentions.
final class EdgeList {
  private static final int SAMPLE_LINES = 1000;
  private static final Pattern PAGES =
      Pattern.compile("(?i)\\b(?:nodes|pages|vertices)\\b\\s*[:=]?\\s*([0-9]{1,10})\\b");

  private final TextLines lines;
  private final boolean weighted;
  private int toldPages;

  EdgeList(TextLines lines, boolean weighted) {
    this.lines = lines;
    this.weighted = weighted;
  }

  LoadedGraph read(boolean names, int atLeastPages) {
    toldPages = atLeastPages;
    if (!toFirstLink()) {
      throw new UserError(lines.file + ": no links in it; an edge list has 'source target' lines");
    }
    return names || !looksLikeIds() ? readNames() : readIds();
  }

  private LoadedGraph readIds() {
    LinkCollector links = new LinkCollector(weighted);
    links.atLeast(toldPages);
    new IdListParser(lines, links, weighted).parse();
    CsrGraph graph = links.build();
    return new LoadedGraph(lines.file, graph, null, counts("edge list", links));
  }

  private LoadedGraph readNames() {
    boolean tabs = lines.restOfLine(lines.at).indexOf('\t') >= 0;
    NameListParser parser = new NameListParser(lines, weighted, tabs);
    parser.parse();
    CsrGraph graph = parser.build();
    PageNames names = parser.names();
    ReadCounts counts = counts("edge list with names", parser.links());
    return new LoadedGraph(lines.file, graph, names, counts);
  }

  private ReadCounts counts(String format, LinkCollector links) {
    long read = links.links();
    return new ReadCounts(format, lines.line, read, links.doubled());
  }

  /// Moves to the first line with a link; reads the comments before it.
  private boolean toFirstLink() {
    while (lines.at < lines.end || lines.refill()) {
      String line = lines.restOfLine(lines.at);
      if (line.indexOf('\0') >= 0) {
        throw lines.error("a zero byte; this is not an edge list");
      }
      if (!line.isEmpty() && line.charAt(0) != '#') {
        return true;
      }
      readComment(line);
      lines.skipLine();
    }
    return false;
  }

  private void readComment(String comment) {
    Matcher told = PAGES.matcher(comment);
    if (told.find()) {
      long pages = Long.parseLong(told.group(1));
      if (pages <= Integer.MAX_VALUE) {
        toldPages = Math.max(toldPages, (int) pages);
      }
    }
  }

  /// Whether the first links are of numbers.
  private boolean looksLikeIds() {
    String first = lines.restOfLine(lines.at);
    if (numeric(first)) {
      return true;
    }
    int at = lines.at;
    boolean others = false;
    for (int k = 0; k < SAMPLE_LINES; k++) {
      while (lines.window[at] != '\n') {
        at++;
      }
      at++;
      if (at >= lines.end) {
        break;
      }
      String line = lines.restOfLine(at);
      if (!line.isEmpty() && line.charAt(0) != '#') {
        others = true;
        if (!numeric(line)) {
          return false;
        }
      }
    }
    if (others) {
      throw lines.error(
          "'%s', but numbers below: a heading? Put # before it, or say --names if these are names"
              .formatted(Shown.of(first)));
    }
    return false;
  }

  /// Whether the first two columns look like numbers.
  private static boolean numeric(String line) {
    String[] columns = line.split("[ \t]+", 3);
    return looksLikeNumber(columns[0]) && (columns.length < 2 || looksLikeNumber(columns[1]));
  }

  private static boolean looksLikeNumber(String column) {
    return column.matches("-?[0-9]+");
  }
}
