package nephila.lab.experiment.liverank;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import nephila.lab.experiment.Experiment;
import nephila.lab.experiment.Workbench;
import nephila.lab.experiment.liverank.OrderingCosts.Line;
import nephila.lab.report.Chapter;
import nephila.liverank.Order;

/// Figures 1 to 6 of paper 002 in kind: what each ordering of an old crawl costs. On a generated
/// web with few living pages, as uk-2002 is, and where the data is there on a real one with a third
/// alive, as uk-2006 is; then every ordering on more webs: generated ones, gaps of years in the
/// history of one site, and URLs that say little or nothing.
public final class LiveRanks implements Experiment {
  private static final double FEW = 0.06;
  private static final double[] SHARES = {0.35, 0.6};
  private static final int[][] GAPS = {
    {2000, 2005}, {2000, 2010}, {2001, 2006}, {2001, 2011}, {2005, 2010},
    {2005, 2015}, {2010, 2015}, {2010, 2024}, {2015, 2020}, {2015, 2025}
  };

  @Override
  public String name() {
    return "liverank";
  }

  @Override
  public String about() {
    return "which pages of an old crawl still live: cost of each ordering (002 figures 1 to 6)";
  }

  @Override
  public Chapter run(Workbench bench) {
    Chapter chapter =
        new Chapter(name(), "LiveRank: refreshing an old crawl (paper 002)")
            .settings(
                "Cost at α: questions per living page found when the share α of the living is"
                    + " found; 1 is ideal. Training set random:1% unless named; "
                    + bench.seedText()
                    + "; on webs below 20,000 pages a seed stands for up to 20 runs"
                    + ". One run alone: nephila liverank --pages P --links L");
    long seed = bench.seeds().getFirst();
    figures(bench, chapter, OldSnapshot.generated(bench.pages(), FEW, seed));
    for (double share : SHARES) {
      compare(bench, chapter, OldSnapshot.generated(bench.pages(), share, seed));
    }
    SmallWebs.compare(bench, chapter, FEW);
    if (bench.data().isEmpty()) {
      chapter.text("Real webs were left out: they need the folder of real data (--data DIR).");
      return chapter;
    }
    Path data = bench.data().get();
    OldSnapshot real = OldSnapshot.real(data);
    figures(bench, chapter, real);
    compare(bench, chapter, real.opaque());
    compare(bench, chapter, real.withoutUrls());
    SiteSnapshots site = new SiteSnapshots(data);
    for (int[] gap : GAPS) {
      compare(bench, chapter, site.gap(gap[0], gap[1]));
    }
    return chapter;
  }

  /// All figures of the paper.
  private void figures(Workbench bench, Chapter chapter, OldSnapshot old) {
    List<Line> orders = Arrays.stream(Order.values()).map(Line::of).toList();
    List<Line> sizes =
        List.of(
            Line.of(Order.PA_PLUS_MINUS, "random:0.1%"),
            Line.of(Order.PA_PLUS_MINUS, "random:0.5%"),
            Line.of(Order.PA_PLUS_MINUS, "random:5%"));
    List<Line> choices =
        List.of(
            Line.of(Order.PA_PLUS_MINUS, "pagerank:1%"),
            Line.of(Order.PA_PLUS_MINUS, "indegree:1%"));
    List<Line> dynamicChoices =
        List.of(
            Line.of(Order.BFS, "pagerank:1%"),
            Line.of(Order.BFS, "indegree:1%"),
            Line.of(Order.AI, "pagerank:1%"),
            Line.of(Order.AI, "indegree:1%"));
    OrderingCosts costs =
        OrderingCosts.measure(bench, old, joined(orders, sizes, choices, dynamicChoices));
    LiveShape shape = new LiveShape(old);
    chapter
        .text(old.facts() + ".")
        .figure(shape.inDegrees())
        .figure(shape.ranks())
        .figure(
            costs.chart(
                "Figure 2: static and sample-based",
                lines(Order.R, Order.I, Order.P, Order.PA, Order.PA_PLUS_MINUS)))
        .figure(
            costs.chart(
                "Figure 3a: size of the training set", joined(sizes, lines(Order.PA_PLUS_MINUS))))
        .figure(
            costs.chart(
                "Figure 3b: choice of the training set",
                joined(choices, lines(Order.PA_PLUS_MINUS))))
        .figure(
            costs.chart(
                "Figure 4a: dynamic",
                lines(Order.PA_PLUS_MINUS, Order.BFS, Order.AI, Order.RECURSIVE)))
        .figure(
            costs.chart(
                "Figure 4b: training sets of dynamic ones",
                joined(dynamicChoices, lines(Order.BFS, Order.AI))))
        .figure(
            costs.chart(
                "Figure 6: against active-site first",
                lines(Order.R, Order.PA_PLUS_MINUS, Order.ASF)))
        .figure(
            costs.chart(
                "All, and the learned one",
                lines(
                    Order.P,
                    Order.PA,
                    Order.PA_PLUS_MINUS,
                    Order.ASF,
                    Order.BFS,
                    Order.AI,
                    Order.LEARNED)))
        .table(costs.table())
        .claim(shape.claim());
    LiveRankClaims.ofPaper(costs).forEach(chapter::claim);
    LiveRankClaims.ofLearned(costs, old.living() < 0.1 * old.alive().length)
        .forEach(chapter::claim);
  }

  /// All orderings in one chart and table.
  private void compare(Workbench bench, Chapter chapter, OldSnapshot old) {
    List<Line> orders = Arrays.stream(Order.values()).map(Line::of).toList();
    OrderingCosts costs = OrderingCosts.measure(bench, old, orders);
    chapter
        .text(old.facts() + ".")
        .figure(costs.chart("All orderings", orders))
        .table(costs.table());
    LiveRankClaims.ofLearned(costs, false).forEach(chapter::claim);
  }

  private static List<Line> lines(Order... orders) {
    return Arrays.stream(orders).map(Line::of).toList();
  }

  @SafeVarargs
  private static List<Line> joined(List<Line>... parts) {
    List<Line> all = new ArrayList<>();
    for (List<Line> part : parts) {
      all.addAll(part);
    }
    return all;
  }
}
