package nephila.formats.bvgraph;

import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.ImmutableGraph;
import it.unimi.dsi.webgraph.LazyIntIterator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import nephila.UserError;
import nephila.graph.LinkGraph;
import nephila.graph.NewFile;

/// Writes a graph as BVGraph: `.graph`, `.offsets` and `.properties`, made in a temporary folder
/// and moved into place, the properties last. The folder goes at the end of the process too, should
/// it be interrupted.
public final class BvGraphWriter {
  private static final String[] ENDINGS = {".graph", ".offsets", ".properties"};

  private final Path base;

  /// @param target one of the three files, or their base name
  public BvGraphWriter(Path target) {
    String name = target.getFileName().toString().replaceFirst("\\.(graph|properties)$", "");
    base = target.resolveSibling(name);
  }

  public void write(LinkGraph graph) {
    if (graph.weighted()) {
      throw new UserError(base + ": BVGraph holds no weights; write an edge list or CSR");
    }
    Path folder = base.resolveSibling("." + base.getFileName() + "." + UUID.randomUUID() + ".tmp");
    Path made = folder.resolve(base.getFileName());
    goAtExit(folder, made);
    try {
      Files.createDirectory(folder);
      try {
        // One thread: the same bytes on any machine.
        BVGraph.store(new Adapter(graph), made.toString(), 7, 3, 4, 3, 0, 1, null);
        for (String ending : ENDINGS) {
          Files.move(
              Path.of(made + ending), Path.of(base + ending), StandardCopyOption.REPLACE_EXISTING);
        }
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw NewFile.cannotWrite(base, e);
    } catch (RuntimeException e) {
      throw cause(e);
    }
  }

  /// What is named last goes first: the files, then their folder.
  private static void goAtExit(Path folder, Path made) {
    folder.toFile().deleteOnExit();
    for (String ending : ENDINGS) {
      Path.of(made + ending).toFile().deleteOnExit();
    }
  }

  /// WebGraph wraps what its threads met.
  private RuntimeException cause(RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException io) {
        return NewFile.cannotWrite(base, io);
      }
    }
    return e;
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /// Our graph as WebGraph sees it.
  private static final class Adapter extends ImmutableGraph {
    private final LinkGraph graph;

    Adapter(LinkGraph graph) {
      this.graph = graph;
    }

    @Override
    public int numNodes() {
      return graph.pages();
    }

    @Override
    public long numArcs() {
      return graph.links();
    }

    @Override
    public boolean randomAccess() {
      return true;
    }

    @Override
    public int outdegree(int page) {
      return graph.outDegree(page);
    }

    @Override
    public LazyIntIterator successors(int page) {
      LinkGraph.LinkCursor cursor = graph.successors(page);
      return new LazyIntIterator() {
        @Override
        public int nextInt() {
          return cursor.next();
        }

        @Override
        public int skip(int count) {
          int skipped = 0;
          while (skipped < count && cursor.next() >= 0) {
            skipped++;
          }
          return skipped;
        }
      };
    }

    @Override
    public ImmutableGraph copy() {
      return new Adapter(graph.copy());
    }
  }
}
