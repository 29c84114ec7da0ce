package nephila.formats;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.Progress;
import nephila.UserError;
import nephila.formats.bvgraph.BvGraphFile;
import nephila.formats.links.Scratch;
import nephila.graph.CsrFile;
import nephila.graph.MappedCsrGraph;
import nephila.graph.PageNames;
import org.jspecify.annotations.Nullable;

/// Opens any graph file by its name and its content:
///
/// | given | read as |
/// | --- | --- |
/// | `-` | an edge list from standard input |
/// | `BASE`, `BASE.graph`, `BASE.properties` | BVGraph |
/// | `NAME`, `NAME-vertices.txt.gz`, `NAME-edges.txt.gz` | Common Crawl's vertices and edges |
/// | a file that starts with our magic bytes | Nephila's CSR file |
/// | any other file | an edge list, plain, gzip or zstd |
///
/// Settings chain: `new GraphReader().weights(true).open("links.txt.gz")`. What is wrong with a
/// file is a [UserError] that names the file and the line or byte. One thread only.
public final class GraphReader {
  private boolean names;
  private boolean weights;
  private @Nullable Path urls;
  private int pages;
  private Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
  private long memoryBytes = Runtime.getRuntime().maxMemory() / 4;
  private InputStream stdin = InputStream.nullInputStream();
  private Progress progress = Progress.SILENT;

  /// Takes the columns of an edge list as names even where they look like numbers.
  public GraphReader names(boolean take) {
    names = take;
    return this;
  }

  /// Reads the third column of an edge list as the link's weight; without, it is an error.
  public GraphReader weights(boolean read) {
    weights = read;
    return this;
  }

  /// Takes the pages' names from a file whose line i names page i.
  public GraphReader urls(@Nullable Path file) {
    urls = file;
    return this;
  }

  /// The graph of an edge list of ids has at least that many pages, linked or not.
  public GraphReader pages(int atLeast) {
    pages = atLeast;
    return this;
  }

  /// What `-` reads; nothing unless set.
  public GraphReader stdin(InputStream in) {
    stdin = in;
    return this;
  }

  /// The folder for temporary files of graphs that do not fit in memory; the system's unless set.
  public GraphReader temporary(Path folder) {
    temporary = folder;
    return this;
  }

  /// How many bytes of links and names to gather in memory before temporary files are used; a
  /// quarter of the heap unless set.
  public GraphReader memory(long bytes) {
    memoryBytes = bytes;
    return this;
  }

  public GraphReader progress(Progress listener) {
    progress = listener;
    return this;
  }

  /// Reads the graph.
  ///
  /// @throws UserError where a file is missing or not what it should be
  public LoadedGraph open(String name) {
    PageNames pageNames = urls == null ? null : PageNameFile.read(urls, progress);
    int atLeast = pageNames == null ? pages : Math.max(pages, pageNames.size());
    LoadedGraph loaded;
    try (Scratch scratch = new Scratch(temporary, memoryBytes)) {
      loaded =
          name.equals("-")
              ? readStdin(atLeast, scratch)
              : read(Path.of(name), name, atLeast, scratch);
    }
    return pageNames == null ? loaded : named(loaded, pageNames);
  }

  private LoadedGraph named(LoadedGraph loaded, PageNames pageNames) {
    int wanted = loaded.graph().pages();
    if (pageNames.size() != wanted) {
      throw new UserError(
          "%s: %,d lines for the %,d pages of %s; line i names page i"
              .formatted(urls, pageNames.size(), wanted, loaded.source()));
    }
    return loaded.withNames(pageNames);
  }

  private LoadedGraph read(Path path, String name, int atLeast, Scratch scratch) {
    if (Files.isDirectory(path)) {
      throw new UserError(name + ": is a directory; give a graph file");
    }
    if (isCsr(path)) {
      MappedCsrGraph graph = CsrFile.open(path);
      ReadCounts counts = new ReadCounts("CSR", 0, graph.links(), 0);
      return new LoadedGraph(name, graph, graph.names().orElse(null), counts);
    }
    BvGraphFile bvGraph = BvGraphFile.find(path);
    if (bvGraph != null) {
      return bvGraph.read(name, scratch, progress);
    }
    CommonCrawl commonCrawl = CommonCrawl.find(path);
    if (commonCrawl != null) {
      return commonCrawl.read(name, scratch, progress);
    }
    try (TextLines lines = TextSource.open(path, progress)) {
      return readEdges(lines, atLeast, scratch);
    }
  }

  private static boolean isCsr(Path path) {
    try {
      return CsrFile.isOne(path);
    } catch (IOException e) {
      throw new UserError(path + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private LoadedGraph readStdin(int atLeast, Scratch scratch) {
    try (TextLines lines = TextSource.open(stdin, "stdin", -1, progress)) {
      return readEdges(lines, atLeast, scratch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LoadedGraph readEdges(TextLines lines, int atLeast, Scratch scratch) {
    return new EdgeList(lines, weights, scratch, progress).read(names, atLeast);
  }
}
