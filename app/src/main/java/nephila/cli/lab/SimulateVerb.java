package nephila.cli.lab;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import nephila.Progress;
import nephila.UserError;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.formats.GraphReader;
import nephila.frontier.order.ClockPriority;
import nephila.graph.CsrGraph;
import nephila.lab.selection.BucketSelector;
import nephila.lab.selection.FrontierSelector;
import nephila.lab.selection.PageSelector;
import nephila.lab.selection.RandomSelector;
import nephila.lab.simulation.ChangingWeb;
import nephila.lab.simulation.SimulatedWeb;
import nephila.lab.simulation.Simulation;
import nephila.lab.simulation.StaticWeb;
import nephila.ledger.ExactLedger;
import nephila.ledger.Ledger;
import nephila.ledger.OpicLedger;
import nephila.ledger.RowlessLedger;
import nephila.ledger.window.Window;
import nephila.rank.RankOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila simulate`: on-line importance on a graph whose truth is known.
@Command(
    name = "simulate",
    description = "Run on-line importance on a known graph and measure its error.",
    footer = {
      "  nephila simulate graph.txt.gz --importance exact --reads 5N",
      "  nephila simulate graph.txt.gz --importance opic --window interpolation:4 --change 0.01"
          + " --json",
    })
public final class SimulateVerb extends Verb {
  private static final double DAMPING = 0.85;
  private static final double USUAL_PUSH = 0.01;

  enum Algorithm {
    opic,
    opic_corrected,
    exact,
    rowless
  }

  enum Select {
    greedy,
    buckets,
    cycle,
    random,
    clock,
    refresh
  }

  @Parameters(paramLabel = "GRAPH", description = "Any graph file.")
  String graph = "";

  @Option(
      names = {"--importance", "--algorithm"},
      paramLabel = "NAME",
      description =
          "exact (default), opic or opic-corrected, as in crawl; or rowless: exact by a mean"
              + " credit, with no memory of links at all, which no crawl has.")
  String algorithm = "exact";

  @Option(
      names = "--select",
      paramLabel = "NAME",
      description =
          "greedy, buckets, cycle, random, clock or refresh; default clock; refresh where links"
              + " change, cycle for rowless.")
  @Nullable Select select;

  @Option(
      names = "--window",
      paramLabel = "WINDOW",
      description =
          "For opic: all (default), fixed:T, improved:T:min, variable:k, interpolation:T,"
              + " growing:T, adaptive[:min:max], class:multiple,WINDOW,WINDOW; T in turns of the"
              + " total cash.")
  @Nullable String window;

  @Option(
      names = "--damping",
      paramLabel = "D",
      description = "Share of its worth that a page passes on (0.85).")
  double damping = DAMPING;

  @Option(
      names = "--small-edge",
      description = "For opic: one small edge from each page to the virtual page, not --damping.")
  boolean smallEdge;

  @Option(
      names = "--default-history",
      description = "For opic: new pages start with the importance of recently introduced ones.")
  boolean defaultHistory;

  @Option(
      names = "--links",
      paramLabel = "keep|forget",
      description =
          "For exact, as in crawl: keep each page's links and push along them between reads"
              + " (default), or forget: a page pays when it is read, and the archive knows what it"
              + " pointed to.")
  Links links = Links.keep;

  enum Links {
    keep,
    forget
  }

  @Option(
      names = "--push",
      paramLabel = "CREDITS",
      description =
          "For exact with links kept: push pages that owe more than so many credits, between reads,"
              + " as the crawler does; default 0.01, 0 for none.")
  @Nullable Double push;

  @Option(
      names = "--reads",
      paramLabel = "COUNT",
      description = "How many pages to read: a number, or 10N for ten times all pages (default).")
  String reads = "10N";

  @Option(
      names = "--change",
      paramLabel = "RATE",
      description = "Share of pages whose in-degree halves or doubles during N reads.")
  double change;

  @Option(
      names = "--grow",
      paramLabel = "ID",
      description = "Know only this page at the start and discover the others.")
  @Nullable Integer grow;

  @Option(names = "--seed", paramLabel = "S", description = "Of all that is random; default 1.")
  long seed = 1;

  @Option(
      names = "--json",
      description =
          "A JSON line per N reads; bound is 2 where nothing is certified: windows, changing"
              + " links.")
  boolean json;

  @Override
  public Integer call() {
    check();
    CsrGraph known =
        new GraphReader().stdin(System.in).progress(console().progress()).open(graph).csr();
    if (known.weighted()) {
      console().err("nephila: the weights of %s are left out: a page pays its links alike", graph);
    }
    if (known.pages() == 0) {
      throw new UserError(graph + ": has no pages to read");
    }
    long count = count(known.pages());
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedWeb web = web(known, random);
    Ledger ledger = ledger(known.pages());
    PageSelector selector = selector(ledger, random.split());
    if (!json) {
      console()
          .out("%12s %10s %10s %10s %10s", "reads", "error %", "top 10 %", "bound", "measures");
    }
    Progress progress = console().progress();
    measured = ledger;
    new Simulation(web, ledger, selector, change == 0)
        .run(
            count,
            known.pages(),
            point -> {
              show(point);
              progress.at("reading", point.reads(), count);
            });
    return DONE;
  }

  private void check() {
    if (!(change >= 0 && change <= 10)) {
      throw new WrongUse("--change " + change + " is not between 0 and 10");
    }
    if (push != null && !(push >= 0 && push < Double.POSITIVE_INFINITY)) {
      throw new WrongUse("--push " + push + " is not a number of credits, 0 or more");
    }
    if (change > 0 && grow != null) {
      throw new WrongUse("--change and --grow exclude each other; give one of them");
    }
    if (push != null && push > 0 && (algorithm() != Algorithm.exact || links == Links.forget)) {
      throw new WrongUse("--push needs --importance exact and --links keep");
    }
    if (links == Links.forget && algorithm() == Algorithm.rowless) {
      throw new WrongUse("--links is for exact; rowless stores none; leave it out");
    }
    if (window != null && isExact()) {
      throw new WrongUse("--window is for opic; the exact form has none");
    }
    if (!(damping >= 0.01 && damping <= 0.999)) {
      throw new WrongUse("--damping " + damping + " is not between 0.01 and 0.999");
    }
    if (isExact() && (smallEdge || defaultHistory)) {
      throw new WrongUse(
          (smallEdge ? "--small-edge" : "--default-history")
              + " is for opic; the exact form has "
              + (smallEdge ? "--damping" : "no history"));
    }
    if (smallEdge && damping != DAMPING) {
      throw new WrongUse("--small-edge and --damping exclude each other; give one of them");
    }
    WrongUse.typed(this::window);
  }

  private boolean isExact() {
    return algorithm() == Algorithm.exact || algorithm() == Algorithm.rowless;
  }

  private Algorithm algorithm() {
    try {
      return Algorithm.valueOf(algorithm.toLowerCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new WrongUse(
          "--importance " + algorithm + " is none of exact, opic, opic-corrected, rowless");
    }
  }

  private long count(int pages) {
    try {
      String text = reads.toUpperCase(Locale.ROOT);
      double value =
          text.endsWith("N")
              ? Double.parseDouble(text.substring(0, text.length() - 1)) * pages
              : Double.parseDouble(text);
      if (value >= 1 && value < 1e12) {
        return (long) value;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new WrongUse("--reads " + reads + " is neither a number of pages nor like 10N");
  }

  private SimulatedWeb web(CsrGraph known, SplittableRandom random) {
    RankOptions model =
        smallEdge
            ? RankOptions.DEFAULTS.withVirtualPage(RankOptions.VirtualPage.SMALL_EDGE)
            : RankOptions.DEFAULTS.withDamping(damping);
    if (change > 0) {
      return new ChangingWeb(known, model, change, random.split());
    }
    Integer from = grow;
    return from == null
        ? StaticWeb.known(known, model)
        : WrongUse.typed(() -> StaticWeb.growingFrom(known, model, from));
  }

  private Window window() {
    Window chosen = Window.parse(window == null ? "all" : window);
    if (chosen instanceof Window.ByTime) {
      throw new UserError(
          "window " + window + ": a simulation has no days; give its size in turns of G");
    }
    return chosen;
  }

  private Ledger ledger(int pages) {
    Window chosen = window();
    return switch (algorithm()) {
      case opic -> opic(OpicLedger.Settings.plain().withWindow(chosen));
      case opic_corrected -> opic(OpicLedger.Settings.corrected(chosen));
      case exact -> exact(pages);
      case rowless -> new RowlessLedger(damping, pages);
    };
  }

  private OpicLedger opic(OpicLedger.Settings chosen) {
    OpicLedger.Settings settings = chosen.withVirtualShare(1 - damping);
    settings = smallEdge ? settings.withSmallEdge() : settings;
    return new OpicLedger(defaultHistory ? settings.withDefaultHistory() : settings);
  }

  private ExactLedger exact(int pages) {
    ExactLedger ledger = new ExactLedger(damping, pages);
    double above = pushed();
    ledger.pushAbove(above == 0 ? Double.POSITIVE_INFINITY : above);
    return ledger;
  }

  private PageSelector selector(Ledger ledger, SplittableRandom random) {
    return switch (select == null ? usualSelect() : select) {
      case greedy -> FrontierSelector.greedy(ledger);
      case buckets -> new BucketSelector(ledger);
      case cycle -> FrontierSelector.cycle(ledger);
      case random -> new RandomSelector(ledger, random);
      case refresh -> FrontierSelector.refresh(ledger);
      case clock -> ClockPriority.hand(ledger)::getAsInt;
    };
  }

  /// Where links change, a page says nothing of it before it is read: age counts.
  private Select usualSelect() {
    if (algorithm() == Algorithm.rowless) {
      return Select.cycle;
    }
    return change > 0 && algorithm() == Algorithm.exact ? Select.refresh : Select.clock;
  }

  private double pushed() {
    if (links == Links.forget) {
      return 0;
    }
    return push == null ? USUAL_PUSH : push;
  }

  /// What is measured; null before the first measure.
  private @Nullable Ledger measured;

  private void show(Simulation.Point point) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("reads", point.reads());
      line.put("errorPercent", point.errorPercent());
      line.put("errorPercentTop10", point.errorPercentTop10());
      line.put("l1", point.l1());
      line.put("bound", point.bound());
      line.put("measuresPerPage", point.measuresPerPage());
      if (measured instanceof OpicLedger opic) {
        line.put("turnover", opic.turnover());
        line.put("errorFactor", opic.errorFactor());
      }
      console().json(line);
    } else {
      console()
          .out(
              "%12d %10.4g %10.4g %10.3g %10.2f",
              point.reads(),
              point.errorPercent(),
              point.errorPercentTop10(),
              point.bound(),
              point.measuresPerPage());
    }
  }
}
