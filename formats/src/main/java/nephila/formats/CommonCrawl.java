package nephila.formats;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.Progress;
import nephila.UserError;
import nephila.formats.links.LinkCollector;
import nephila.formats.links.Scratch;
import nephila.graph.PageNames;
import org.jspecify.annotations.Nullable;

/// A web graph as Common Crawl publishes it: `NAME-vertices.txt.gz` with lines `id TAB
/// reversed.host` (domain graphs add the number of hosts), ids 0, 1, 2 …, and `NAME-edges.txt.gz`
/// with lines `from TAB to`.
final class CommonCrawl {
  private static final String VERTICES = "-vertices.txt";
  private static final String EDGES = "-edges.txt";

  private final Path vertices;
  private final Path edges;

  private CommonCrawl(Path vertices, Path edges) {
    this.vertices = vertices;
    this.edges = edges;
  }

  /// The pair of files that `path` is one of, or the base name of; null where there is none.
  static @Nullable CommonCrawl find(Path path) {
    String name = path.toString();
    int cut = Math.max(name.lastIndexOf(VERTICES), name.lastIndexOf(EDGES));
    String base = cut < 0 ? name : name.substring(0, cut);
    Path vertices = packed(base + VERTICES);
    Path edges = packed(base + EDGES);
    if (vertices != null && edges != null) {
      return new CommonCrawl(vertices, edges);
    }
    if (vertices != null && name.contains(VERTICES)) {
      throw new UserError(path + ": its edges are missing; expected " + base + EDGES + ".gz");
    }
    return null;
  }

  private static @Nullable Path packed(String name) {
    for (String ending : new String[] {".gz", ".zst", ""}) {
      Path file = Path.of(name + ending);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    return null;
  }

  LoadedGraph read(String source, Scratch scratch, Progress progress) {
    PageNames names = readVertices(progress);
    LinkCollector links = new LinkCollector(false, scratch);
    links.atLeast(names.size());
    long lineCount;
    try (TextLines lines = TextSource.open(edges, progress)) {
      new IdListParser(lines, links, false).parse();
      lineCount = lines.line;
    }
    String format = "Common Crawl vertices and edges";
    LoadedGraph loaded =
        EdgeList.finish(source, format, lineCount, links, scratch, progress).withNames(names);
    if (loaded.graph().pages() > names.size()) {
      throw new UserError(
          "%s: links page %d, but %s ends with page %d"
              .formatted(edges, loaded.graph().pages() - 1, vertices, names.size() - 1));
    }
    return loaded;
  }

  private PageNames readVertices(Progress progress) {
    PageNames.Builder names = new PageNames.Builder();
    try (TextLines lines = TextSource.open(vertices, progress)) {
      while (lines.at < lines.end || lines.refill()) {
        readVertex(lines, names);
        lines.skipLine();
      }
    }
    if (names.size() == 0) {
      throw new UserError(vertices + ": is empty; a line is 'id TAB name'");
    }
    return names.build();
  }

  private static void readVertex(TextLines lines, PageNames.Builder names) {
    String[] columns = lines.restOfLine(lines.at).split("\t");
    if (columns.length < 2 || columns.length > 3) {
      throw lines.error(columns.length + " columns; a vertex is 'id TAB name'");
    }
    if (!columns[0].equals(Integer.toString(names.size()))) {
      throw lines.error(
          "vertex id '%s'; expected %d: ids count up from 0"
              .formatted(ErrorText.of(columns[0]), names.size()));
    }
    byte[] name = columns[1].getBytes(StandardCharsets.UTF_8);
    names.add(name, 0, name.length);
  }
}
