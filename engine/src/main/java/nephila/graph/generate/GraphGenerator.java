package nephila.graph.generate;

import java.util.Optional;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.graph.PageNames;
import nephila.graph.RowCollector;
import nephila.graph.RowSink;

/// A made-up graph: its rows can be listed again and again, always the same for the same settings,
/// on any machine. Memory grows with pages, not with links.
///
/// Three models:
/// - *power*: in-degrees ∝ k^−2.1 as on the web, out-degrees ∝ k^−2.7 (Broder et al., Graph
///   structure in the web, 2000), links otherwise at random;
/// - *poisson*: both ends of a link at random, so both degrees are Poisson;
/// - *web*: hosts, directories, navigation, copied links and names: [WebModel].
public abstract sealed class GraphGenerator permits PowerModel, PoissonModel, WebModel {
  private static final int FEWEST_PAGES = 2;

  private final int pages;
  private final double meanDegree;
  private final long seed;

  GraphGenerator(int pages, double meanDegree, long seed) {
    if (pages < FEWEST_PAGES) {
      throw new UserError(pages + " pages: a graph to generate has at least 2");
    }
    if (!(meanDegree > 0) || meanDegree > (pages - 1) / 2.0) {
      throw new UserError(
          "mean degree %s: must be above 0 and at most half the number of other pages, %s"
              .formatted(meanDegree, (pages - 1) / 2.0));
    }
    this.pages = pages;
    this.meanDegree = meanDegree;
    this.seed = seed;
  }

  /// In-degree ∝ k^−2.1.
  public static GraphGenerator power(int pages, double meanDegree, long seed) {
    return new PowerModel(pages, meanDegree, seed);
  }

  /// Degrees are Poisson.
  public static GraphGenerator poisson(int pages, double meanDegree, long seed) {
    return new PoissonModel(pages, meanDegree, seed);
  }

  /// Hosts, directories and names.
  public static GraphGenerator web(int pages, double meanDegree, long seed) {
    return new WebModel(pages, meanDegree, seed);
  }

  /// The same on about `hosts` hosts.
  public static GraphGenerator web(int pages, int hosts, double meanDegree, long seed) {
    return new WebModel(pages, hosts, meanDegree, seed);
  }

  public final int pages() {
    return pages;
  }

  public final double meanDegree() {
    return meanDegree;
  }

  final long seed() {
    return seed;
  }

  /// Lists all rows, page 0 first.
  public abstract void rows(RowSink sink);

  /// Whether pages have names.
  public boolean named() {
    return false;
  }

  /// Lists the names of all pages, page 0 first; none where pages have no names.
  public void names(NameSink sink) {}

  /// Takes the name of a page.
  @FunctionalInterface
  public interface NameSink {
    void name(int page, String name);
  }

  /// The graph in memory.
  public final CsrGraph graph() {
    RowCollector rows = new RowCollector(pages, (long) (1.05 * meanDegree * pages));
    rows(rows);
    return rows.graph();
  }

  /// The names in memory.
  public final Optional<PageNames> pageNames() {
    if (!named()) {
      return Optional.empty();
    }
    PageNames.Builder names = new PageNames.Builder();
    names((page, name) -> names.add(name));
    return Optional.of(names.build());
  }
}
