package nephila.cli.crawl;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import nephila.cli.Console;
import nephila.refresh.ClosedPolicy;
import nephila.refresh.RefreshFindings;
import nephila.refresh.RefreshGoal;
import nephila.refresh.StatusTable;

/// What a refresh found, for people and for programs.
public final class RefreshReport {
  private final Console console;
  private final RefreshFindings findings;
  private final Path dir;

  /// @param dir where the lists are
  public RefreshReport(Console console, RefreshFindings findings, Path dir) {
    this.console = console;
    this.findings = findings;
    this.dir = dir;
  }

  /// The table of the paper and what there is to say to it.
  public void print() {
    console.out("%-20s%-34s%12s%9s", "Status", "Description", "Pages", "");
    for (StatusTable.Line line : StatusTable.of(findings)) {
      console.out(
          "%-20s%-34s%,12d%8.2f%%",
          line.status(), line.description(), line.pages(), 100.0 * line.pages() / findings.pages());
    }
    console.out(
        "%,d living pages found with %,d requests.", findings.living(), findings.requests());
    shares();
    var estimate = findings.estimate();
    if (estimate != null && findings.answered() < findings.pages()) {
      console.out(
          "By random audits %,.0f %s in all (%,.0f to %,.0f): %.0f %% of them are found.",
          estimate.estimate(),
          isChanged(findings) ? "changed" : "live",
          estimate.low(),
          estimate.high(),
          100 * findings.found() / Math.max(1, estimate.estimate()));
    }
    console.out(
        "Lists: %s/living.tsv, moved.tsv, dead.tsv, closed.tsv, changed.tsv, table.tsv.", dir);
  }

  static boolean isChanged(RefreshFindings findings) {
    return findings.plan().find() == RefreshGoal.CHANGED;
  }

  private void shares() {
    int open = findings.answered() - findings.closed();
    int all = findings.answered();
    ClosedPolicy policy = findings.plan().closed();
    if (findings.closed() > 0) {
      int living = findings.living() + (policy == ClosedPolicy.AS_ALIVE ? findings.closed() : 0);
      console.out(
          "Of the %,d pages asked for %,d are closed; %.1f %% of %s live.",
          all,
          findings.closed(),
          100.0 * living / Math.max(1, policy == ClosedPolicy.APART ? open : all),
          policy == ClosedPolicy.APART
              ? "the others"
              : "all, the closed counted " + policy.shown().replace('-', ' ') + ",");
    }
    if (findings.compared() > 0) {
      console.out(
          "Of %,d living pages compared with their old copies %,d changed.",
          findings.compared(), findings.changed());
    }
  }

  /// All of it for programs.
  public Map<String, Object> summary(String order, boolean interrupted) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", "end");
    line.put("interrupted", interrupted);
    line.put("pages", findings.pages());
    line.put("answered", findings.answered());
    line.put("living", findings.living());
    line.put("closed", findings.closed());
    line.put("compared", findings.compared());
    line.put("changed", findings.changed());
    line.put("order", order);
    line.put("find", findings.plan().find().shown());
    line.put("closedCount", findings.plan().closed().shown());
    line.put("requests", findings.requests());
    Map<String, Object> verdicts = new LinkedHashMap<>();
    findings.verdicts().forEach((verdict, count) -> verdicts.put(verdict.shown(), count));
    line.put("verdicts", verdicts);
    Map<String, Object> statuses = new LinkedHashMap<>();
    findings.statuses().forEach((status, count) -> statuses.put(String.valueOf(status), count));
    line.put("statuses", statuses);
    var estimate = findings.estimate();
    if (estimate != null) {
      line.put("livingEstimate", estimate.estimate());
      line.put("livingLow", estimate.low());
      line.put("livingHigh", estimate.high());
    }
    return line;
  }
}
