package nephila.cli.graph;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.graph.LinkGraph;
import nephila.rank.Fixpoint;
import nephila.rank.MutualReinforcement;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import nephila.rank.RankVector;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila rank`: the off-line rank of any link graph, with a proven error bound.
@Command(
    name = "rank",
    description = {
      "The off-line rank (PageRank) of a link graph, with a proven error bound.",
      "Prints the most important pages, or writes all of them with --out.",
    },
    footer = {
      "  nephila rank links.txt.gz --top 10            the ten most important pages of an edge"
          + " list",
      "  nephila rank cnr-2000 --out ranks.tsv    every rank of a BVGraph to a file",
      "  nephila rank links.txt.gz --variant hubs      the pages that point to the best"
          + " authorities",
    })
public final class RankVerb extends Verb {
  /// What importance is computed of.
  enum Variant {
    pagerank,
    small_edge,
    walk,
    links,
    either,
    authorities,
    hubs;

    /// Whether a virtual page takes part.
    boolean hasVirtualPage() {
      return this == pagerank || this == small_edge;
    }

    /// Whether the matrix may be patched.
    boolean isFixpoint() {
      return this == walk || this == links || this == either;
    }

    @Override
    public String toString() {
      return name().replace('_', '-');
    }
  }

  @Parameters(
      paramLabel = "GRAPH",
      description = "Edge list (ids or names, .gz, .zst, - for stdin), BVGraph, CSR, Common Crawl.")
  String graph = "";

  @Option(names = "--damping", paramLabel = "D", description = "Share passed along links (0.85).")
  double damping = RankOptions.DEFAULTS.damping();

  @Option(
      names = "--threshold",
      paramLabel = "E",
      description = "Proven L1 error, and so of every value at most (1e-10).")
  double threshold = 1e-10;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads (all cores); with 1 a run repeats bit for bit.")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--weights", description = "The third column of an edge list is a weight.")
  boolean weights;

  @Option(names = "--names", description = "Take ids of an edge list as names.")
  boolean names;

  @Option(names = "--top", paramLabel = "K", description = "Only the K most important pages.")
  @Nullable Integer top;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write page<TAB>rank, best first, full precision; - for stdout, .gz packed.")
  @Nullable String out;

  @Option(names = "--urls", paramLabel = "FILE", description = "Line i names page i.")
  @Nullable Path urls;

  @Option(
      names = "--preference",
      paramLabel = "FILE",
      description = {
        "page<TAB>value: how the virtual page pays; pages not named get 0.",
        "Or as crawl --preference takes it: site=, host= and url~ too.",
      })
  @Nullable Path preference;

  @Mixin RankWeights linkWeights = new RankWeights();

  @Option(
      names = "--warm",
      paramLabel = "FILE",
      description = "Start from an earlier --out of this or an older graph.")
  @Nullable Path warm;

  @Option(
      names = "--variant",
      converter = VariantName.class,
      paramLabel = "NAME",
      description = {
        "pagerank: 1 - D goes to the virtual page (default)",
        "small-edge: 1/(out+1) goes to the virtual page",
        "walk, links, either: no virtual page; L[i,j] = 1/out,",
        "1, or 1 for a link or a back-link",
        "authorities, hubs: Kleinberg's, L = K'K and KK', K[i,j] = 1",
      })
  Variant variant = Variant.pagerank;

  @Option(names = "--plus-identity", description = "walk, links, either: iterate L + I.")
  boolean plusIdentity;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description = "walk, links, either: small edges of sum E from every page to all.")
  double epsilon;

  @Option(names = "--json", description = "Figures as JSON on stdout.")
  boolean json;

  /// Makes `small-edge` of `small_edge`.
  static final class VariantName implements CommandLine.ITypeConverter<Variant> {
    @Override
    public Variant convert(String typed) {
      for (Variant variant : Variant.values()) {
        if (variant.toString().equals(typed)) {
          return variant;
        }
      }
      throw new CommandLine.TypeConversionException(
          "'"
              + typed
              + "' is not one of pagerank, small-edge, walk, links, either, authorities, hubs");
    }
  }

  @Override
  public Integer call() {
    check();
    double before = cpuSeconds();
    LoadedGraph loaded =
        new GraphReader()
            .names(names)
            .weights(weights)
            .urls(urls)
            .stdin(System.in)
            .progress(console().progress())
            .open(graph);
    double read = cpuSeconds();
    RankVector rank = solve(loaded);
    double solved = cpuSeconds();
    RankReport report = new RankReport(loaded, rank, top);
    report.write(out, console());
    if (json) {
      Map<String, Object> figures = report.figures();
      figures.put("cpuSeconds", solved - before);
      figures.put("solveCpuSeconds", solved - read);
      report.addTop(figures);
      console().json(figures);
    } else {
      String unproven =
          variant.isFixpoint()
              ? "error not proven"
              : String.format(Locale.ROOT, "residual below %.1e, error not proven", threshold);
      String cost = String.format(Locale.ROOT, "%.2f CPU s", solved - before);
      report.show(out, unproven, cost, console());
    }
    return DONE;
  }

  private void check() {
    require(damping >= 0 && damping < 1, "--damping " + damping + ": at least 0 and below 1");
    require(threshold > 0, "--threshold " + threshold + ": must be above 0");
    require(threads >= 1, "--threads " + threads + ": must be at least 1");
    require(top == null || top >= 0, "--top " + top + ": must be at least 0");
    require(
        epsilon >= 0 && epsilon < Double.POSITIVE_INFINITY,
        "--epsilon " + epsilon + ": must be at least 0");
    require(
        !json || !"-".equals(out), "--json and --out - both write to stdout: give --out a file");
    boolean fixpoint = !variant.hasVirtualPage();
    require(
        variant.isFixpoint() || (!plusIdentity && epsilon == 0),
        "--plus-identity and --epsilon need --variant walk, links or either");
    require(!fixpoint || preference == null, "--preference needs --variant pagerank or small-edge");
    require(
        warm == null || fixpoint == variant.isFixpoint(),
        "--warm does not go with --variant authorities or hubs: they always start alike");
    linkWeights.check();
    require(
        !fixpoint || !linkWeights.areSet(),
        "--internal, --dynamic and --by need --variant pagerank or small-edge");
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new WrongUse(rule);
    }
  }

  private RankVector solve(LoadedGraph loaded) {
    RankOptions options =
        RankOptions.DEFAULTS
            .withDamping(damping)
            .withThreshold(threshold)
            .withThreads(threads)
            .withProgress(console().progress());
    if (preference != null) {
      options = options.withPreference(RankWeights.preference(preference, loaded));
    }
    if (warm != null) {
      options = options.withWarmStart(RankFile.read(warm, loaded, false));
    }
    LinkGraph links = linkWeights.weigh(loaded);
    options = linkWeights.weigh(loaded, options);
    return switch (variant) {
      case pagerank -> PageRank.solve(links, options);
      case small_edge ->
          PageRank.solve(links, options.withVirtualPage(RankOptions.VirtualPage.SMALL_EDGE));
      case walk -> fixpoint(links, Fixpoint.Matrix.WALK, options);
      case links -> fixpoint(links, Fixpoint.Matrix.LINK, options);
      case either -> fixpoint(loaded.csr(), Fixpoint.Matrix.EITHER, options);
      case authorities -> new MutualReinforcement(links).authorities(options);
      case hubs -> new MutualReinforcement(links).hubs(options);
    };
  }

  private RankVector fixpoint(LinkGraph links, Fixpoint.Matrix matrix, RankOptions options) {
    return new Fixpoint(links, matrix, plusIdentity, epsilon).solve(options);
  }

  private static double cpuSeconds() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean measured
        ? measured.getProcessCpuTime() / 1e9
        : 0;
  }
}
