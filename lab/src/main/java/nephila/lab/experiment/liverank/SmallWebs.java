package nephila.lab.experiment.liverank;

import java.util.Arrays;
import java.util.List;
import nephila.lab.experiment.Workbench;
import nephila.lab.experiment.liverank.OrderingCosts.Line;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.liverank.Order;

/// Eight more generated webs, small ones, where chance says much: how the learned ordering does
/// against the best of the paper's on each.
final class SmallWebs {
  private static final int WEBS = 8;
  private static final int MOST_PAGES = 10_000;

  private SmallWebs() {}

  static void compare(Workbench bench, Chapter chapter, double share) {
    int pages = Math.min(MOST_PAGES, bench.pages() / 2);
    String name = "generated webs of %,d pages, %.0f %% alive".formatted(pages, 100 * share);
    Table table = Table.of("Cost of the learned ordering over the best, " + name, columns());
    List<Line> orders = Arrays.stream(Order.values()).map(Line::of).toList();
    int holding = 0;
    double worst = 0;
    for (int web = 1; web <= WEBS; web++) {
      OldSnapshot old = OldSnapshot.generated(pages, share, web);
      OrderingCosts costs = OrderingCosts.measure(bench, old, orders);
      Object[] cells = new Object[LiveRankClaims.WANTED.length + 1];
      cells[0] = "seed " + web;
      for (int k = 0; k < LiveRankClaims.WANTED.length; k++) {
        double ratio = costs.learnedToBest(LiveRankClaims.WANTED[k]);
        cells[k + 1] = OrderingCosts.rounded(ratio);
        holding += ratio <= LiveRankClaims.TOLERANCE ? 1 : 0;
        worst = Math.max(worst, ratio);
      }
      table = table.row(cells);
    }
    int cases = WEBS * LiveRankClaims.WANTED.length;
    chapter
        .table(table)
        .claim(
            new Claim(
                "Nephila",
                "The learned ordering is the best, or within 2 % of the best of the paper in"
                    + " hindsight.",
                "at every α of 0.1 … 0.9, 0.95, %d %s".formatted(WEBS, name),
                "%s: in %d of %d cases; cost against the best: %s %% at worst"
                    .formatted(name, holding, cases, Shown.number(100 * (worst - 1))),
                ClaimVerdict.of(holding, cases)));
  }

  private static String[] columns() {
    String[] columns = new String[LiveRankClaims.WANTED.length + 1];
    columns[0] = "web";
    for (int k = 0; k < LiveRankClaims.WANTED.length; k++) {
      columns[k + 1] = "α = " + LiveRankClaims.WANTED[k];
    }
    return columns;
  }
}
