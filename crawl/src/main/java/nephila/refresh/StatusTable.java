package nephila.refresh;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The pages by status, in the lines of the paper's table 1.
public final class StatusTable {
  private StatusTable() {}

  /// One line.
  ///
  /// @param part whether its pages are counted in the line above too
  public record Line(String status, String description, int pages, boolean part) {}

  /// A reason for which pages are closed, as the table tells it.
  private record Closed(LivenessVerdict verdict, String status, String description) {}

  private static final List<Closed> CLOSED =
      List.of(
          new Closed(LivenessVerdict.FORBIDDEN, "robots.txt", "Not asked: we are asked not to"),
          new Closed(LivenessVerdict.LOGIN, "401, to a log-in", "Log-in"),
          new Closed(LivenessVerdict.PAYMENT, "402", "Payment"),
          new Closed(LivenessVerdict.DENIED, "403", "Denied"),
          new Closed(LivenessVerdict.LEGAL, "451", "Legal reasons"),
          new Closed(LivenessVerdict.TOO_MANY_REQUESTS, "429", "Too many requests, to the end"),
          new Closed(LivenessVerdict.SERVER_ERROR, "500 ...", "Server error, to the end"),
          new Closed(LivenessVerdict.CHALLENGE, "Challenge", "Riddle against robots"),
          new Closed(LivenessVerdict.PRIVATE, "Not asked", "Private address"));

  public static List<Line> of(RefreshFindings findings) {
    Map<LivenessVerdict, Integer> counts = findings.verdicts();
    List<Line> lines = new ArrayList<>();
    int gone = count(counts, LivenessVerdict.NOT_FOUND);
    lines.add(new Line("HTTP 404, 410", "Page not found", gone, false));
    int unknown = count(counts, LivenessVerdict.HOST_NOT_FOUND);
    lines.add(new Line("No answer", "Host not found", unknown, false));
    int silent = count(counts, LivenessVerdict.NO_ANSWER);
    lines.add(new Line("No answer", "No connection, or nothing came", silent, false));
    int moved = count(counts, LivenessVerdict.MOVED);
    int redirected = moved + count(counts, LivenessVerdict.REDIRECTED);
    lines.add(new Line("HTTP 301, 302 ...", "Redirection", redirected, false));
    lines.add(new Line("  Target of it", "Page exists at a new place", moved, true));
    int lives = count(counts, LivenessVerdict.LIVES);
    int says = lives + count(counts, LivenessVerdict.SOFT_NOT_FOUND);
    lines.add(new Line("HTTP 200", "Page exists, it says", says, false));
    lines.add(new Line("  True 200", "Page really exists", lives, true));
    int other = count(counts, LivenessVerdict.OTHER);
    lines.add(new Line("Others (400 ...)", "Other error", other, false));
    lines.add(new Line("Closed", "Kept from us: neither alive nor dead", findings.closed(), false));
    for (Closed reason : CLOSED) {
      int pages = count(counts, reason.verdict());
      if (pages > 0) {
        lines.add(new Line("  " + reason.status(), reason.description(), pages, true));
      }
    }
    lines.add(new Line("Not asked", "", findings.pages() - findings.answered(), false));
    lines.add(new Line("Total", "Pages of the old crawl", findings.pages(), false));
    return lines;
  }

  private static int count(Map<LivenessVerdict, Integer> counts, LivenessVerdict verdict) {
    return counts.getOrDefault(verdict, 0);
  }
}
