package nephila.cli.graph;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import nephila.UserError;
import nephila.cli.WrongUse;
import nephila.formats.LoadedGraph;
import nephila.graph.LinkGraph;
import nephila.graph.SiteVotes;
import nephila.graph.WeighedGraph;
import nephila.rank.RankOptions;
import nephila.url.CanonicalUrl;
import nephila.url.PagePreference;
import picocli.CommandLine.Option;

/// The weights that a crawl has with the options of these names, for a graph whose pages have URLs;
/// and its preference.
final class RankWeights {
  @Option(
      names = "--internal",
      paramLabel = "SHARE",
      description = "What a link inside a site carries of one to another (1). Needs URLs.")
  double internal = 1;

  @Option(
      names = "--dynamic",
      paramLabel = "SHARE",
      description = "What a page with a query passes on of what others do (1). Needs URLs.")
  double dynamic = 1;

  /// What pages vote for.
  enum Unit {
    page,
    site
  }

  @Option(
      names = "--by",
      paramLabel = "page|site",
      description =
          "Whether pages vote for pages (usually) or for sites, as crawl --by. Needs URLs.")
  Unit by = Unit.page;

  boolean areSet() {
    return internal != 1 || dynamic != 1 || by != Unit.page;
  }

  void check() {
    share("--internal", internal);
    share("--dynamic", dynamic);
  }

  private static void share(String option, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new WrongUse(option + " " + value + ": it must be between 0 and 1");
    }
  }

  /// The graph with its links weighed.
  LinkGraph weigh(LoadedGraph loaded) {
    if (internal == 1 && by == Unit.page) {
      return loaded.graph();
    }
    Map<String, Integer> numbers = new HashMap<>();
    int[] sites = new int[loaded.graph().pages()];
    for (int page = 0; page < sites.length; page++) {
      sites[page] = numbers.computeIfAbsent(url(loaded, page).site(), site -> numbers.size());
    }
    if (by == Unit.site) {
      return new SiteVotes(loaded.graph(), sites, numbers.size(), internal);
    }
    return new WeighedGraph(loaded.graph(), (from, to) -> sites[from] == sites[to] ? internal : 1);
  }

  /// The options with what dynamic pages pass on.
  RankOptions weigh(LoadedGraph loaded, RankOptions options) {
    if (dynamic == 1) {
      return options;
    }
    double[] passing = new double[loaded.graph().pages()];
    for (int page = 0; page < passing.length; page++) {
      boolean query = url(loaded, page).pathAndQuery().indexOf('?') >= 0;
      passing[page] = query ? dynamic : 1;
    }
    return options.withPassing(passing);
  }

  /// The preference of a file: a line a page, or the kinds of line that `crawl --preference` takes,
  /// for a graph whose pages have URLs.
  static double[] preference(Path file, LoadedGraph loaded) {
    if (!PagePreference.isByPattern(file)) {
      return RankFile.read(file, loaded, true);
    }
    PagePreference preference = PagePreference.read(file);
    double[] shares = new double[loaded.graph().pages()];
    for (int page = 0; page < shares.length; page++) {
      shares[page] = preference.share(url(loaded, page));
    }
    return shares;
  }

  private static CanonicalUrl url(LoadedGraph loaded, int page) {
    if (CanonicalUrl.parse(loaded.name(page)) instanceof CanonicalUrl url) {
      return url;
    }
    throw new UserError(
        loaded.source()
            + ": page "
            + page
            + " is '"
            + loaded.name(page)
            + "', which is no URL; weights and preferences by site or pattern need the URLs of"
            + " pages: give --urls FILE");
  }
}
