package nephila.lab.experiment;

import java.util.List;
import nephila.graph.CsrGraph;
import nephila.lab.report.Chapter;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.lab.report.Shown;
import nephila.lab.report.Table;
import nephila.lab.simulation.StaticWeb;
import nephila.ledger.Ledger;

/// What a page costs in memory with each ledger, measured on the heap.
public final class Memory implements Experiment {
  private static final int CRAWLS = 3;
  private static final String OPIC = "OPIC, all history";
  private static final String EXACT = "exact, no links stored";

  private static final List<Contender> CONTENDERS =
      List.of(
          Contender.opic(OPIC, Contender::cycle),
          Contender.opic("Interpolation", "interpolation:4", Contender::cycle),
          Contender.opic("Variable, 8 measures", "variable:8", Contender::cycle),
          Contender.opic("Fixed, T = 4", "fixed:4", Contender::cycle),
          Contender.exactForgetting(EXACT, Contender::cycle),
          Contender.exactKeeping("exact, rows kept", 0, Contender::cycle));

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String about() {
    return "bytes a page of every ledger, measured";
  }

  @Override
  public boolean seeded() {
    return false;
  }

  @Override
  public Chapter run(Workbench bench) {
    int pages = Integer.highestOneBit(2 * bench.pages() - 1);
    CsrGraph graph = Model.POISSON.graph(pages, bench.seeds().getFirst());
    StaticWeb web = StaticWeb.known(graph);
    Table table = Table.of("Bytes a page, links of the web itself not counted", "ledger", "bytes");
    double plain = Double.NaN;
    double exact = Double.NaN;
    for (Contender contender : CONTENDERS) {
      bench.progress().at(name(), table.rows().size(), CONTENDERS.size());
      double bytes = bytes(web, contender);
      plain = contender.name().equals(OPIC) ? bytes : plain;
      exact = contender.name().equals(EXACT) ? bytes : exact;
      table = table.row(contender.name(), bytes);
    }
    return new Chapter(name(), "Memory")
        .settings(
            "%,d pages (a power of two, so that arrays that double are full), 10 links a page, %d crawls with Cycle; used heap after collection, before and after."
                .formatted(pages, CRAWLS))
        .text(
            "Paper 000 counts 8 bytes a page of main memory: the cash alone, with the history on"
                + " disk. Here everything is in memory.")
        .table(table)
        .claim(
            new Claim(
                "Nephila",
                "OPIC costs 22 bytes a page, the exact form without stored links 26.",
                "within 2 bytes of what their class comments state",
                "OPIC %s bytes, exact %s bytes".formatted(Shown.number(plain), Shown.number(exact)),
                ClaimVerdict.of(Math.abs(plain - 22) <= 2 && Math.abs(exact - 26.25) <= 2)));
  }

  private static double bytes(StaticWeb web, Contender contender) {
    int pages = web.pages();
    long before = used();
    Ledger ledger = contender.ledger().apply(pages);
    ledger.discovered(pages - 1);
    for (int crawl = 0; crawl < CRAWLS; crawl++) {
      for (int page = 0; page < pages; page++) {
        ledger.read(page, web.row(page));
      }
    }
    double bytes = (double) (used() - before) / pages;
    ledger.audit();
    return Math.max(0, bytes);
  }

  private static long used() {
    for (int k = 0; k < 3; k++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
