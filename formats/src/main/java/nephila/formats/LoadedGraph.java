package nephila.formats;

import java.util.Optional;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.graph.MappedCsrGraph;
import nephila.graph.PageNames;
import nephila.graph.RowGraph;
import org.jspecify.annotations.Nullable;

/// A graph read from files: its links, its pages' names where the files have any, and what reading
/// met.
public final class LoadedGraph {
  private final String source;
  private final RowGraph graph;
  private final @Nullable PageNames names;
  private final ReadCounts counts;
  private @Nullable CsrGraph inMemory;

  public LoadedGraph(String source, RowGraph graph, @Nullable PageNames names, ReadCounts counts) {
    this.source = source;
    this.graph = graph;
    this.names = names;
    this.counts = counts;
  }

  /// What the user called it.
  public String source() {
    return source;
  }

  /// The graph, in memory or mapped from its file.
  public RowGraph graph() {
    return graph;
  }

  /// The graph in memory; copied there by the first call where it is mapped.
  ///
  /// @throws UserError where it has more links than an array holds
  public CsrGraph csr() {
    if (inMemory == null) {
      inMemory =
          switch (graph) {
            case CsrGraph csr -> csr;
            case MappedCsrGraph mapped when mapped.loadable() -> mapped.load();
            default ->
                throw new UserError(
                    "%s: %,d links are more than fit in memory; the limit is 2^31 - 17"
                        .formatted(source, graph.links()));
          };
    }
    return inMemory;
  }

  public Optional<PageNames> names() {
    return Optional.ofNullable(names);
  }

  /// The name of `page`, or its number where pages have no names.
  public String name(int page) {
    return names == null ? Integer.toString(page) : names.name(page);
  }

  public ReadCounts counts() {
    return counts;
  }

  /// The graph with every link turned round, in memory.
  public LoadedGraph transposed() {
    return new LoadedGraph(source, csr().transpose(), names, counts);
  }

  LoadedGraph withNames(PageNames other) {
    return new LoadedGraph(source, graph, other, counts);
  }
}
