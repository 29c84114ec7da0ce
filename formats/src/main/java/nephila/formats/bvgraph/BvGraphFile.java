package nephila.formats.bvgraph;

import it.unimi.dsi.webgraph.ImmutableGraph;
import it.unimi.dsi.webgraph.NodeIterator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.Progress;
import nephila.UserError;
import nephila.formats.ErrorText;
import nephila.formats.LoadedGraph;
import nephila.formats.ReadCounts;
import nephila.formats.links.Scratch;
import nephila.graph.CsrFile;
import nephila.graph.CsrFileWriter;
import nephila.graph.CsrGraph;
import nephila.graph.MappedCsrGraph;
import nephila.graph.RowGraph;
import org.jspecify.annotations.Nullable;

/// A graph in WebGraph's BVGraph format: `BASE.graph`, `BASE.properties`.
public final class BvGraphFile {
  /// Intervals may say many links in few bits; an allocation beyond this is no graph's.
  private static final long MOST_LINKS_A_BIT = 1000;

  private final String base;

  private BvGraphFile(String base) {
    this.base = base;
  }

  /// The BVGraph that `path` is a file of, or the base name of; null where there is none.
  public static @Nullable BvGraphFile find(Path path) {
    String name = path.toString();
    String base = name.replaceFirst("\\.(graph|properties|offsets)$", "");
    boolean named = !base.equals(name);
    boolean hasGraph = Files.isRegularFile(Path.of(base + ".graph"));
    boolean hasProperties = Files.isRegularFile(Path.of(base + ".properties"));
    if (hasGraph && hasProperties) {
      return new BvGraphFile(base);
    }
    if (hasGraph && (named || !Files.exists(path))) {
      throw new UserError(base + ".graph: needs " + base + ".properties beside it; it is missing");
    }
    if (hasProperties && (named || !Files.exists(path))) {
      throw new UserError(base + ".properties: needs " + base + ".graph beside it; it is missing");
    }
    return null;
  }

  public LoadedGraph read(String source, Scratch scratch, Progress progress) {
    BvProperties properties = BvProperties.read(Path.of(base + ".properties"));
    RowGraph graph;
    if (properties.usual()) {
      graph = decode(properties, progress);
    } else {
      graph = decodeByLibrary(scratch, progress);
    }
    ReadCounts counts = new ReadCounts("BVGraph", 0, graph.links(), 0);
    return new LoadedGraph(source, graph, null, counts);
  }

  private CsrGraph decode(BvProperties properties, Progress progress) {
    Path file = Path.of(base + ".graph");
    try (InputStream in = Files.newInputStream(file)) {
      if (properties.arcs() > MOST_LINKS_A_BIT * 8 * Files.size(file)) {
        throw new UserError(
            "%s: too short for the %,d arcs of its properties".formatted(file, properties.arcs()));
      }
      BitInput bits = new BitInput(in);
      try {
        return new BvDecoder(bits, properties).decode("reading " + file, progress);
      } catch (UncheckedIOException | IllegalStateException | ArithmeticException e) {
        throw damaged(file, bits, e);
      } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
        throw damaged(file, bits, e);
      }
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static UserError damaged(Path file, BitInput bits, RuntimeException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new UserError(
        "%s: byte %d: damaged, or not what its properties tell (%s)"
            .formatted(file, bits.position(), ErrorText.of(String.valueOf(cause.getMessage()))),
        e);
  }

  /// Other classes of graphs, other codes, more than 2³¹ links: WebGraph reads them, and the graph
  /// goes to a file.
  private MappedCsrGraph decodeByLibrary(Scratch scratch, Progress progress) {
    Path csr = scratch.file("graph.csr");
    try (CsrFileWriter writer = new CsrFileWriter(csr, false)) {
      ImmutableGraph graph = ImmutableGraph.loadOffline(base);
      int pages = graph.numNodes();
      NodeIterator nodes = graph.nodeIterator();
      while (nodes.hasNext()) {
        int page = nodes.nextInt();
        int degree = nodes.outdegree();
        int[] row = nodes.successorArray();
        for (int k = 0; k < degree; k++) {
          writer.link(page, row[k], 1);
        }
        progress.at("reading " + base + ".graph", page, pages);
      }
      writer.finish(pages);
    } catch (UserError e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new UserError(base + ".graph: cannot be decoded (" + e.getMessage() + ")", e);
    }
    return CsrFile.open(csr);
  }
}
