package nephila.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.lab.simulation.StaticWeb;
import nephila.ledger.OpicLedger;
import nephila.rank.RankOptions;
import nephila.rank.RankOptions.VirtualPage;

/// Theorem 2.1 and lemmas 2.2 and 2.3 of paper 000, looked at after every single step of a run of
/// the engine's OPIC.
///
/// L is the matrix with the virtual page eliminated: what a page passes to it is paid to all pages
/// at once, as the engine does. By lemma 2.3 `L'·X_t − X_t = (C_t − C_0)/|H_t|`, so the theorem's
/// inequality says how large `|C_t − C_0|` may be. Which norm it means the paper does not say.
public final class TheoremSteps implements Experiment {
  private static final int PAGES = 600;
  private static final int TINY_PAGES = 100;
  private static final int CRAWLS = 5;

  /// In cash of which all pages together have 1: what whole units leave.
  private static final double ROUNDING = 1e-6;

  private static final List<String> STRATEGIES = List.of("Greedy", "Cycle", "Random");

  /// The largest values over all steps of a run.
  ///
  /// @param max of |H|·|L'X − X|, by the largest entry
  /// @param l2 by the Euclidean norm
  /// @param l1 by the sum
  /// @param lemma23 the difference of both sides of lemma 2.3, of one page
  /// @param lemma22 the difference of all cash to 1
  record Largest(double max, double l2, double l1, double lemma23, double lemma22) {
    Largest with(Largest other) {
      return new Largest(
          Math.max(max, other.max),
          Math.max(l2, other.l2),
          Math.max(l1, other.l1),
          Math.max(lemma23, other.lemma23),
          Math.max(lemma22, other.lemma22));
    }
  }

  @Override
  public String name() {
    return "theorem";
  }

  @Override
  public String about() {
    return "theorem 2.1 and lemma 2.3 after every step of a run (000 section 2)";
  }

  @Override
  public Chapter run(Workbench bench) {
    int pages = bench.scale() == Workbench.Scale.TINY ? TINY_PAGES : PAGES;
    long seed = bench.seeds().getFirst();
    List<Workbench.Run<Largest>> tasks = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Model model : Model.values()) {
      for (VirtualPage virtualPage : VirtualPage.values()) {
        for (String strategy : STRATEGIES) {
          names.add(model + ", " + Reading.shown(virtualPage) + "; " + strategy);
          tasks.add(
              new Workbench.Run<>(
                  names.getLast() + ", seed " + seed,
                  () -> largest(model, virtualPage, strategy, pages, seed)));
        }
      }
    }
    List<Largest> found = bench.all(name(), tasks);
    Table table =
        Table.of(
            "The largest values over all steps",
            "web and virtual page",
            "strategy",
            "|H|·|L'X − X|, largest entry",
            "Euclidean",
            "sum (L1)",
            "lemma 2.3, both sides' difference");
    Largest all = new Largest(0, 0, 0, 0, 0);
    Map<String, Largest> byName = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      Largest one = found.get(i);
      byName.put(names.get(i), one);
      all = all.with(one);
      String[] parts = names.get(i).split("; ", 2);
      table = table.row(parts[0], parts[1], one.max(), one.l2(), one.l1(), one.lemma23());
    }
    return new Chapter(name(), "The theorem, step by step (paper 000, section 2)")
        .settings(
            "N = %,d pages, %dN steps, seed %d, every step looked at"
                .formatted(pages, CRAWLS, seed))
        .table(table)
        .claim(theorem(all))
        .claim(lemma(all));
  }

  private static Claim theorem(Largest all) {
    return new Claim(
        "000 thm 2.1",
        "|L'·X_t − X_t| < 1/|H_t| at every step.",
        "|H|·|L'X − X| below 1 at every step of every run, in the norm where it is smallest and in"
            + " that where it is largest",
        "largest entry %s, Euclidean %s, sum %s: the sum is |C_t − C_0|, which can reach 2"
            .formatted(Shown.number(all.max()), Shown.number(all.l2()), Shown.number(all.l1())),
        all.l1() < 1
            ? ClaimVerdict.HOLDS
            : all.max() < 1 ? ClaimVerdict.PARTLY : ClaimVerdict.FAILS);
  }

  private static Claim lemma(Largest all) {
    return new Claim(
        "000 lemma 2.3",
        "H_t[j] + C_t[j] = C_0[j] + what the pages that point to j paid it by their history.",
        "both sides within %s of all cash for every page at every step, all cash within the same of 1"
            .formatted(Shown.number(ROUNDING)),
        "largest difference %s, of all cash %s (whole units, and what the virtual page has not given"
                .formatted(Shown.number(all.lemma23()), Shown.number(all.lemma22()))
            + " yet)",
        ClaimVerdict.of(all.lemma23() <= ROUNDING && all.lemma22() <= ROUNDING));
  }

  private static Contender contender(String strategy, VirtualPage virtualPage) {
    return switch (strategy) {
      case "Greedy" -> Contender.opic(strategy, virtualPage, Contender::greedy);
      case "Cycle" -> Contender.opic(strategy, virtualPage, Contender::cycle);
      default -> Contender.opic(strategy, virtualPage, Contender::random);
    };
  }

  private static Largest largest(
      Model model, VirtualPage virtualPage, String strategy, int pages, long seed) {
    StaticWeb web =
        StaticWeb.known(
            model.graph(pages, seed), RankOptions.DEFAULTS.withVirtualPage(virtualPage));
    Contender contender = contender(strategy, virtualPage);
    OpicLedger ledger = (OpicLedger) contender.ledger().apply(pages);
    for (int page = 0; page < pages; page++) {
      ledger.discovered(page);
    }
    var selector = contender.selector().apply(ledger, seed);
    Largest largest = new Largest(0, 0, 0, 0, 0);
    for (long step = 0; step < (long) CRAWLS * pages; step++) {
      int page = selector.next();
      int[] row = web.row(page);
      ledger.read(page, row, 0, row.length);
      if (selector.ordered()) {
        selector.changed(page);
        for (int target : row) {
          selector.changed(target);
        }
      }
      largest = largest.with(look(web, ledger, virtualPage == VirtualPage.SMALL_EDGE));
    }
    return largest;
  }

  /// The state after a step: H and C of all pages, and what lemma 2.3 says of them.
  private static Largest look(StaticWeb web, OpicLedger ledger, boolean smallEdge) {
    int pages = web.pages();
    double total = (double) OpicLedger.CREDIT * pages;
    double turned = ledger.turnover();
    double[] cash = new double[pages];
    double[] history = new double[pages];
    double allCash = 0;
    for (int page = 0; page < pages; page++) {
      cash[page] = ledger.cash(page) / total;
      history[page] = ledger.importance(page) * (turned + 1) - cash[page];
      allCash += cash[page];
    }
    double[] paid = paid(web, ledger, history, smallEdge);
    double lemma23 = 0;
    double max = 0;
    double squares = 0;
    double sum = 0;
    for (int page = 0; page < pages; page++) {
      double start = 1.0 / pages;
      lemma23 = Math.max(lemma23, Math.abs(history[page] + cash[page] - start - paid[page]));
      double off = Math.abs(paid[page] - history[page]);
      max = Math.max(max, off);
      squares += off * off;
      sum += off;
    }
    return new Largest(max, Math.sqrt(squares), sum, lemma23, Math.abs(allCash - 1));
  }

  /// L'·H, from scratch.
  private static double[] paid(
      StaticWeb web, OpicLedger ledger, double[] history, boolean smallEdge) {
    double[] paid = new double[history.length];
    double virtual = 0;
    for (int page = 0; page < history.length; page++) {
      int[] row = web.row(page);
      int out = row.length;
      double passed =
          history[page] * (smallEdge ? out / (out + 1.0) : out == 0 ? 0 : ledger.damping());
      virtual += history[page] - passed;
      for (int target : row) {
        paid[target] += passed / out;
      }
    }
    for (int page = 0; page < paid.length; page++) {
      paid[page] += virtual / paid.length;
    }
    return paid;
  }
}
