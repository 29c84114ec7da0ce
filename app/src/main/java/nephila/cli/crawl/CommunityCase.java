package nephila.cli.crawl;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import nephila.UserError;
import nephila.cli.WholeFile;
import nephila.community.KnownGraph;
import nephila.community.LocalDomain;
import nephila.community.Truth;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.formats.PageLines;
import nephila.graph.CsrGraph;
import org.jspecify.annotations.Nullable;

/// What `nephila community` was given: the graph, the addresses, the local domain, the truth.
final class CommunityCase {
  private final CsrGraph graph;
  private final IntFunction<@Nullable String> addresses;
  private final LocalDomain domain;
  private final int[] discarded;
  private final double[] truth;
  private final String truthFrom;

  private CommunityCase(
      CsrGraph graph,
      IntFunction<@Nullable String> addresses,
      LocalDomain domain,
      int[] discarded,
      double[] truth,
      String truthFrom) {
    this.graph = graph;
    this.addresses = addresses;
    this.domain = domain;
    this.discarded = discarded;
    this.truth = truth;
    this.truthFrom = truthFrom;
  }

  static CommunityCase read(CommunityVerb typed, String graphFile, Path localFile) {
    @Nullable String[] urls = typed.urls == null ? null : PageLines.addresses(typed.urls);
    LoadedGraph loaded =
        new GraphReader()
            .pages(urls == null ? 0 : urls.length)
            .stdin(System.in)
            .progress(typed.console().progress())
            .open(graphFile);
    CsrGraph graph = loaded.csr();
    IntFunction<@Nullable String> addresses = addresses(urls, loaded);
    ToIntFunction<String> names = names(urls, loaded);
    LocalDomain domain = LocalDomain.of(PageLines.pages(localFile, names)).within(graph.pages());
    int[] discarded =
        typed.discarded == null ? new int[0] : PageLines.pages(typed.discarded, names);
    for (int page : discarded) {
      if (page >= graph.pages()) {
        throw new UserError(
            typed.discarded + ": page " + page + " is not in the graph of " + graph.pages());
      }
    }
    if (typed.reference == null) {
      double[] truth = domain.restrict(Truth.rank(graph));
      String from = "PageRank of the whole graph (0.85, links of a page to itself dropped)";
      return new CommunityCase(graph, addresses, domain, discarded, truth, from);
    }
    double[] truth = reference(typed.reference, graph.pages(), names, domain);
    String from = typed.reference.toString();
    return new CommunityCase(graph, addresses, domain, discarded, truth, from);
  }

  private static double[] reference(
      Path file, int pages, ToIntFunction<String> names, LocalDomain domain) {
    double[] values = PageLines.values(file, pages, names);
    for (int page : domain.pages()) {
      if (!(values[page] >= 0)) {
        throw new UserError(file + ": no rank for page " + page + " of the local domain");
      }
    }
    mustRank(file, IntStream.of(domain.pages()).mapToDouble(page -> values[page]));
    return domain.restrict(values);
  }

  /// Ranks are compared as shares of their sum.
  static void mustRank(Path file, DoubleStream ranks) {
    if (!(ranks.sum() > 0)) {
      throw new UserError(file + ": every rank of the local domain is 0; it needs one above");
    }
  }

  private static IntFunction<@Nullable String> addresses(
      @Nullable String @Nullable [] urls, LoadedGraph loaded) {
    if (urls != null) {
      return page -> page < urls.length ? urls[page] : null;
    }
    return loaded.names().isPresent() ? page -> loaded.name(page) : page -> null;
  }

  private static ToIntFunction<String> names(
      @Nullable String @Nullable [] urls, LoadedGraph loaded) {
    if (urls == null) {
      return name -> loaded.names().map(names -> names.find(name)).orElse(-1);
    }
    Map<String, Integer> byName = new HashMap<>();
    return name -> {
      if (byName.isEmpty()) {
        IntStream.range(0, urls.length)
            .filter(page -> urls[page] != null)
            .forEach(page -> byName.putIfAbsent(urls[page], page));
      }
      return byName.getOrDefault(name, -1);
    };
  }

  int pages() {
    return graph.pages();
  }

  /// The graph as something to fetch from.
  KnownGraph source() {
    return new KnownGraph(graph, addresses);
  }

  LocalDomain domain() {
    return domain;
  }

  int[] discarded() {
    return discarded;
  }

  double[] truth() {
    return truth;
  }

  String truthFrom() {
    return truthFrom;
  }

  /// Writes `page local global factor address`, the highest global rank first.
  void write(Path file, double[] localRank, double[] estimate) {
    int[] order =
        IntStream.range(0, domain.size())
            .boxed()
            .sorted((a, b) -> Double.compare(estimate[b], estimate[a]))
            .mapToInt(Integer::intValue)
            .toArray();
    StringBuilder text = new StringBuilder("# page\tlocal\tglobal\tfactor\taddress\n");
    for (int i : order) {
      String address = addresses.apply(domain.page(i));
      text.append(
          String.format(
              Locale.ROOT,
              "%d\t%.12e\t%.12e\t%.4f\t%s%n",
              domain.page(i),
              localRank[i],
              estimate[i],
              estimate[i] / localRank[i],
              address == null ? "" : address));
    }
    WholeFile.write(file, text);
  }
}
