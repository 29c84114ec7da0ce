package nephila.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nephila.community.Distances;
import nephila.community.Selection;
import nephila.lab.community.CommunityLab;
import nephila.lab.community.Comparison;
import nephila.lab.community.Domain;
import nephila.lab.community.InfluenceStudy;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;

/// Tables 1 and 2 and figures 1 and 2 of paper 004 in kind, on domains of real webs.
public final class Communities implements Experiment {
  private static final List<Selection> SELECTIONS =
      List.of(
          Selection.WORTH,
          Selection.SC,
          Selection.ONE_STEP,
          Selection.PF,
          Selection.CHO,
          Selection.OUTLINK,
          Selection.RANDOM);
  private static final int FIGURES = 4;
  private static final int STUDIED = 8;

  /// Correlations over fewer frontier pages say nothing.
  private static final int ENOUGH = 20;

  @Override
  public String name() {
    return "community";
  }

  @Override
  public String about() {
    return "global rank of local domains from few fetches (004 tables 1, 2, figures 1, 2)";
  }

  @Override
  public boolean needsData() {
    return true;
  }

  @Override
  public boolean seeded() {
    return false;
  }

  @Override
  public Chapter run(Workbench bench) {
    boolean quick = bench.scale() != Workbench.Scale.FULL;
    List<Domain> domains = CommunityLab.domains(bench.data().orElseThrow(), quick);
    Comparison sites = quick ? new Comparison(25, 2, 2) : Comparison.OF_THE_PAPER;
    Comparison topics = quick ? new Comparison(25, 1, 2) : Comparison.OF_TOPICS;
    List<Workbench.Run<Comparison.Row>> tasks = new ArrayList<>();
    domains.forEach(
        domain ->
            tasks.add(
                new Workbench.Run<>(
                    domain.name(),
                    () ->
                        (domain.kind() == Domain.Kind.SITE ? sites : topics)
                            .run(domain, SELECTIONS))));
    List<Comparison.Row> rows = bench.all(name(), tasks);
    List<Comparison.Row> whole = rows.stream().filter(row -> !row.dry()).toList();
    Chapter chapter =
        new Chapter(name(), "The global rank of a community (paper 004)")
            .settings(
                "%d domains of real webs, %d left out because their frontier runs dry before the budget; sites: 2n pages fetched in %d iterations, topics: n pages in 25. One run alone: nephila community --graph G --local FILE --select worth,sc"
                    .formatted(domains.size(), rows.size() - whole.size(), quick ? 25 : 50));
    for (Comparison.Row row : whole.subList(0, Math.min(FIGURES, whole.size()))) {
      chapter.figure(CommunityLab.figure2(row));
    }
    influence(chapter, whole);
    for (Domain.Kind kind : Domain.Kind.values()) {
      List<Comparison.Row> some =
          whole.stream().filter(row -> row.domain().kind() == kind).toList();
      if (!some.isEmpty()) {
        chapter.table(table(kind, some));
      }
    }
    return chapter
        .table(domainTable(whole))
        .claim(best(whole))
        .claim(complement(whole))
        .claim(cho(whole))
        .claim(worth(whole))
        .claim(told(whole));
  }

  /// Figure 1 on the smallest domains: one ranking of the web for every page of the frontier.
  private static void influence(Chapter chapter, List<Comparison.Row> rows) {
    List<Domain> smallest =
        rows.stream()
            .map(Comparison.Row::domain)
            .sorted(java.util.Comparator.comparingInt(domain -> domain.pages().size()))
            .limit(STUDIED)
            .toList();
    Table table =
        Table.of(
            "Figure 1 in kind: rank correlation (Spearman) over the pages of the frontier",
            "domain",
            "frontier pages",
            "influence with objective",
            "links with objective",
            "SC score with influence");
    int holding = 0;
    int looked = 0;
    for (Domain domain : smallest) {
      InfluenceStudy study = InfluenceStudy.of(domain);
      double influence = study.influenceToObjective();
      if (study.candidates().length >= ENOUGH) {
        looked++;
        holding += influence < -0.5 && influence < study.outlinksToObjective() ? 1 : 0;
      }
      table =
          table.row(
              domain.name(),
              study.candidates().length,
              influence,
              study.outlinksToObjective(),
              study.scoreToInfluence());
    }
    chapter
        .table(table)
        .claim(
            new Claim(
                "004 §4",
                "A page's influence predicts the objective well, its link count much less.",
                "correlation of influence with GlobalDiff below −0.5 and below that of link counts,"
                    + " over the frontiers of the smallest domains with at least 20 pages in them",
                "in %d of %d domains".formatted(holding, looked),
                ClaimVerdict.of(holding, looked)));
  }

  private static Table table(Domain.Kind kind, List<Comparison.Row> rows) {
    Table table =
        Table.of(
            (kind == Domain.Kind.SITE
                    ? "Table 1 in kind: sites"
                    : "Table 2 in kind: topics, pages within 2 or 3 links of listed ones or of"
                        + " several sites")
                + ", means over "
                + rows.size()
                + " domains",
            "selection",
            "L1",
            "L2",
            "L∞",
            "Kendall τ",
            "τ-b");
    for (Map.Entry<Selection, Distances> line : Comparison.averages(rows).entrySet()) {
      Distances d = line.getValue();
      table = table.row(line.getKey().toString(), d.l1(), d.l2(), d.linf(), d.tau(), d.taub());
    }
    return table;
  }

  private static Table domainTable(List<Comparison.Row> rows) {
    List<String> columns = new ArrayList<>(List.of("domain", "pages", "local rank"));
    SELECTIONS.forEach(selection -> columns.add(selection.toString()));
    Table table = new Table("L1 distance to the true rank by domain", columns, List.of());
    for (Comparison.Row row : rows) {
      List<Object> cells =
          new ArrayList<>(
              List.of(row.domain().name(), row.domain().pages().size(), row.local().l1()));
      for (Selection selection : SELECTIONS) {
        cells.add(row.local().l1() / row.gain(selection));
      }
      table = table.row(cells.toArray());
    }
    return table;
  }

  private static Claim best(List<Comparison.Row> rows) {
    int holding = 0;
    for (Comparison.Row row : rows) {
      boolean least = true;
      for (Selection other : List.of(Selection.PF, Selection.OUTLINK, Selection.RANDOM)) {
        least &= row.ratio(Selection.SC, other) <= 1.02;
      }
      holding += least ? 1 : 0;
    }
    return new Claim(
        "004 §6.2",
        "SC-SELECT outperforms or is competitive with the other selections in all tests.",
        "L1 at most 2 % above PF, OUTLINKCOUNT and RANDOM in every domain",
        "in %d of %d domains; mean ratio to PF %s, to OUTLINKCOUNT %s, to RANDOM %s"
            .formatted(
                holding,
                rows.size(),
                Shown.number(Comparison.meanRatio(rows, Selection.SC, Selection.PF)),
                Shown.number(Comparison.meanRatio(rows, Selection.SC, Selection.OUTLINK)),
                Shown.number(Comparison.meanRatio(rows, Selection.SC, Selection.RANDOM))),
        ClaimVerdict.of(holding, rows.size()));
  }

  private static Claim complement(List<Comparison.Row> rows) {
    double ratio = Comparison.meanRatio(rows, Selection.SC, Selection.ONE_STEP);
    int holding =
        (int) rows.stream().filter(row -> row.ratio(Selection.SC, Selection.ONE_STEP) < 1).count();
    return new Claim(
        "004 §5.2",
        "One step over the whole matrix is off by twice what the page is worth; the stochastic"
            + " complement removes that.",
        "L1 of SC-SELECT below that of the simple one-step method, geometric mean",
        "%s; smaller in %d of %d domains".formatted(Shown.number(ratio), holding, rows.size()),
        ClaimVerdict.of(ratio < 1));
  }

  private static Claim cho(List<Comparison.Row> rows) {
    double ratio = Comparison.meanRatio(rows, Selection.PF, Selection.CHO);
    int holding =
        (int) rows.stream().filter(row -> row.ratio(Selection.PF, Selection.CHO) <= 1).count();
    return new Claim(
        "004 §5.2.2",
        "PF-SELECT divides by o[k] + 1 where Cho and others divide by o[k].",
        "L1 of PF-SELECT at most that of the heuristic by Cho, geometric mean (the paper does not"
            + " say which is better)",
        "%s; at most as large in %d of %d domains"
            .formatted(Shown.number(ratio), holding, rows.size()),
        ClaimVerdict.of(ratio <= 1));
  }

  private static Claim told(List<Comparison.Row> rows) {
    int kept = (int) rows.stream().filter(row -> row.kept(Selection.WORTH)).count();
    double mean =
        rows.stream()
            .mapToDouble(row -> row.told().getOrDefault(Selection.WORTH, Double.NaN))
            .average()
            .orElse(Double.NaN);
    return new Claim(
        "Nephila",
        "The estimate is off by no more than is told, in nine of ten domains.",
        "L1 at most what FindGlobalRank tells, by what the second half of the fetches changed",
        "in %d of %d domains, told %s in the mean".formatted(kept, rows.size(), Shown.number(mean)),
        ClaimVerdict.of(10 * kept >= 9 * rows.size()));
  }

  private static Claim worth(List<Comparison.Row> rows) {
    int holding =
        (int) rows.stream().filter(row -> row.ratio(Selection.WORTH, Selection.SC) < 1).count();
    double ratio = Comparison.meanRatio(rows, Selection.WORTH, Selection.SC);
    return new Claim(
        "Nephila",
        "Our selection has at most 0.6 of the L1 distance of SC-SELECT.",
        "geometric mean over the domains",
        "%s; smaller in %d of %d domains".formatted(Shown.number(ratio), holding, rows.size()),
        ClaimVerdict.of(ratio <= 0.6));
  }
}
