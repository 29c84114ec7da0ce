package nephila.formats;

import it.unimi.dsi.webgraph.ImmutableGraph;
import it.unimi.dsi.webgraph.NodeIterator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.Progress;
import nephila.UserError;
import nephila.graph.CsrGraph;
import org.jspecify.annotations.Nullable;

/// A graph in WebGraph's BVGraph format: `BASE.graph`, `BASE.properties`.
final class BvGraphFile {
  private final String base;

  private BvGraphFile(String base) {
    this.base = base;
  }

  /// The BVGraph that `path` is a file of, or the base name of; null where there is none.
  static @Nullable BvGraphFile find(Path path) {
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

  LoadedGraph read(String source, Progress progress) {
    try {
      ImmutableGraph graph = ImmutableGraph.loadOffline(base);
      CsrGraph csr = decode(graph, progress);
      ReadCounts counts = new ReadCounts("BVGraph", 0, csr.links(), 0);
      return new LoadedGraph(source, csr, null, counts);
    } catch (IOException | RuntimeException e) {
      throw new UserError(base + ".graph: cannot be decoded (" + e.getMessage() + ")", e);
    }
  }

  private CsrGraph decode(ImmutableGraph graph, Progress progress) {
    int pages = graph.numNodes();
    long[] offsets = new long[pages + 1];
    int[] targets = new int[Math.toIntExact(graph.numArcs())];
    int at = 0;
    NodeIterator nodes = graph.nodeIterator();
    while (nodes.hasNext()) {
      int page = nodes.nextInt();
      int degree = nodes.outdegree();
      System.arraycopy(nodes.successorArray(), 0, targets, at, degree);
      at += degree;
      offsets[page + 1] = at;
      if ((page & 0xffff) == 0) {
        progress.at("reading " + base + ".graph", page, pages);
      }
    }
    return CsrGraph.wrap(offsets, targets);
  }
}
