package nephila.lab.community;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import nephila.community.Distances;
import nephila.community.Selection;
import nephila.lab.chart.Axis;
import nephila.lab.chart.LineChart;

/// The domains the lab looks at, and its tables and charts as text. The data folder holds `graphs/`
/// and `community/`.
public final class CommunityLab {
  private static final long SEED = 20061120;

  private CommunityLab() {}

  /// Sites and parts of sites of three real graphs, and topics. `quick` leaves out the large graph.
  public static List<Domain> domains(Path data, boolean quick) {
    List<Domain> domains = new ArrayList<>();
    Path graphs = data.resolve("graphs");
    Domains hollins = new Domains(web(graphs, "hollins", graphs.resolve("hollins.urls.gz")));
    domains.addAll(hollins.hosts(300, 1_000));
    domains.addAll(hollins.directories(2, 150, 1_200));
    Domains stanford =
        new Domains(web(graphs, "cs-stanford", graphs.resolve("cs-stanford.urls.gz")));
    domains.addAll(stanford.directories(1, 100, 1_500));
    Random random = new Random(SEED);
    domains.add(stanford.around(random, 5, 2, 1_000));
    domains.add(stanford.around(random, 5, 3, 1_000));
    domains.add(hollins.around(random, 5, 2, 1_000));
    domains.add(hollins.around(random, 5, 3, 1_000));
    if (!quick) {
      Path addresses = data.resolve("community/cnr-urls.tsv.gz");
      Domains cnr = new Domains(web(graphs, "cnr-2000", addresses));
      List<Domain> sites = new ArrayList<>(cnr.hosts(300, 6_000));
      Collections.shuffle(sites, random);
      domains.addAll(sites.subList(0, Math.min(16, sites.size())));
      domains.add(cnr.several(random, sites, 4));
      domains.add(cnr.several(random, sites, 6));
      domains.add(cnr.around(random, 20, 2, 3_000));
      domains.add(cnr.around(random, 20, 3, 3_000));
    }
    return domains;
  }

  private static Web web(Path graphs, String name, Path addresses) {
    return Web.read(name, graphs.resolve(name + ".edges.gz"), addresses);
  }

  /// Runs the comparison on all domains; `each` hears of every row as it is done.
  public static List<Comparison.Row> run(
      List<Domain> domains,
      List<Selection> selections,
      Comparison comparison,
      Consumer<Comparison.Row> each) {
    List<Comparison.Row> rows = new ArrayList<>();
    for (Domain domain : domains) {
      Comparison.Row row = comparison.run(domain, selections);
      rows.add(row);
      each.accept(row);
    }
    return rows;
  }

  /// One row of the table per domain: the L1 distance of each selection.
  public static String line(Comparison.Row row) {
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT, "| %s | %d |", row.domain().name(), row.domain().pages().size()));
    if (row.dry()) {
      return line.append(" left out: the frontier runs dry before the budget |").toString();
    }
    line.append(String.format(Locale.ROOT, " %.4f |", row.local().l1()));
    row.last()
        .values()
        .forEach(last -> line.append(String.format(Locale.ROOT, " %.4f |", last.l1())));
    return line.toString();
  }

  /// Tables 1 and 2 of the paper in kind: mean distances by selection.
  public static String table(List<Comparison.Row> rows) {
    StringBuilder table = new StringBuilder("| selection | L1 | L2 | Linf | tau | tau-b |\n");
    table.append("| --- | --- | --- | --- | --- | --- |\n");
    for (Map.Entry<Selection, Distances> entry : Comparison.averages(rows).entrySet()) {
      Distances d = entry.getValue();
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %.4f | %.5f | %.5f | %.4f | %.4f |%n",
              entry.getKey(),
              d.l1(),
              d.l2(),
              d.linf(),
              d.tau(),
              d.taub()));
    }
    return table.toString();
  }

  /// Figure 2 of the paper in kind: the L1 distance per iteration on one domain.
  public static LineChart figure2(Comparison.Row row) {
    LineChart chart =
        LineChart.titled(row.domain().name())
            .x(Axis.linear("iteration"))
            .y(Axis.linear("L1 distance to the true rank").from(0));
    for (Map.Entry<Selection, double[]> curve : row.curves().entrySet()) {
      double[] iterations = new double[curve.getValue().length];
      for (int i = 0; i < iterations.length; i++) {
        iterations[i] = i;
      }
      chart = chart.line(curve.getKey().toString(), iterations, curve.getValue());
    }
    return chart;
  }
}
