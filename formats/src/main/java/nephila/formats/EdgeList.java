package nephila.formats;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nephila.Progress;
import nephila.UserError;
import nephila.formats.links.LinkCollector;
import nephila.formats.links.NamedLinks;
import nephila.formats.links.Scratch;
import nephila.graph.CsrFile;
import nephila.graph.CsrFileWriter;
import nephila.graph.PageNames;

/// A text file of links, `source target` on a line; `#` starts a comment.
///
/// Ids or names? What the first links of the file look like decides: all numbers are ids, and then
/// a name further down is an error. Names need a name among the first links. Where only the first
/// line has a name (a heading), it is an error too. `names` takes everything as names.
///
/// A comment before the first link may tell the number of pages (`nodes 1490`, `Nodes: 1490`), for
/// pages that no link mentions.
///
/// A graph too large for memory is sorted in files and comes back mapped from one.
final class EdgeList {
  private static final int SAMPLE_LINES = 1000;
  private static final Pattern PAGES =
      Pattern.compile("(?i)\\b(?:nodes|pages|vertices)\\b\\s*[:=]?\\s*([0-9]{1,10})\\b");

  private final TextLines lines;
  private final boolean weighted;
  private final Scratch scratch;
  private final Progress progress;
  private int toldPages;

  EdgeList(TextLines lines, boolean weighted, Scratch scratch, Progress progress) {
    this.lines = lines;
    this.weighted = weighted;
    this.scratch = scratch;
    this.progress = progress;
  }

  LoadedGraph read(boolean names, int atLeastPages) {
    toldPages = atLeastPages;
    if (!toFirstLink()) {
      throw new UserError(lines.file + ": no links in it; an edge list has 'source target' lines");
    }
    return names || !looksLikeIds() ? readNames() : readIds();
  }

  private LoadedGraph readIds() {
    LinkCollector links = new LinkCollector(weighted, scratch);
    links.atLeast(toldPages);
    new IdListParser(lines, links, weighted).parse();
    return finish(lines.file, "edge list", lines.line, links, scratch, progress);
  }

  /// The graph of the links gathered, in memory or, where they were too many, mapped.
  static LoadedGraph finish(
      String file,
      String format,
      long lines,
      LinkCollector links,
      Scratch scratch,
      Progress progress) {
    if (!links.spilled()) {
      var graph = links.build(file);
      return new LoadedGraph(
          file, graph, null, new ReadCounts(format, lines, links.links(), links.doubled()));
    }
    Path csr = scratch.file("graph.csr");
    try (CsrFileWriter writer = new CsrFileWriter(csr, links.weighted())) {
      writer.finish(links.mergeInto(writer, progress));
    }
    var counts = new ReadCounts(format, lines, links.links(), links.doubled());
    return new LoadedGraph(file, CsrFile.open(csr), null, counts);
  }

  private LoadedGraph readNames() {
    String format = "edge list with names";
    boolean tabs = lines.restOfLine(lines.at).indexOf('\t') >= 0;
    NamedLinks named = new NamedLinks(weighted, scratch);
    new NameListParser(lines, named, weighted, tabs).parse();
    if (!named.spilled()) {
      PageNames names = named.number();
      LinkCollector links = named.collector();
      links.atLeast(names.size());
      return finish(lines.file, format, lines.line, links, scratch, progress).withNames(names);
    }
    Path csr = scratch.file("graph.csr");
    LinkCollector links;
    try (CsrFileWriter writer = new CsrFileWriter(csr, weighted)) {
      links = named.mergeInto(writer, lines.file, progress);
    }
    var counts = new ReadCounts(format, lines.line, links.links(), links.doubled());
    var graph = CsrFile.open(csr);
    return new LoadedGraph(lines.file, graph, graph.names().orElse(null), counts);
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
              .formatted(ErrorText.of(first)));
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
