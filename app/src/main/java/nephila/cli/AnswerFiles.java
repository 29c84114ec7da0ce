package nephila.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import nephila.UserError;
import nephila.formats.UrlLines;
import nephila.liverank.Ordering;
import nephila.refresh.LivenessVerdict;
import nephila.refresh.OldWeb;

/// What other crawlers were answered for pages of an old crawl: URLs with statuses, in any order,
/// in any number of files.
///
/// 2xx and 304 live; 404, 410, redirects (nobody looked whether their target lives), 0 and what is
/// negative (no answer) are dead; 401, 402, 403, 429, 451 and 5xx are closed. The words alive, dead
/// and closed mean themselves. Where two answers for a page contradict each other the last counts.
public final class AnswerFiles {
  private final OldWeb old;
  private final Console console;
  private final LivenessVerdict.Fate[] fates;
  private final ToIntFunction<String> pages;
  private int unknown;
  private String firstUnknown = "";
  private int contradicted;
  private String firstContradicted = "";
  private int redirects;

  private AnswerFiles(OldWeb old, Console console) {
    this.old = old;
    this.console = console;
    this.pages = old.pagesByUrl();
    this.fates = new LivenessVerdict.Fate[old.pages()];
  }

  /// How many pages are answered: alive, dead, closed.
  public record Told(int alive, int dead, int closed) {
    public int all() {
      return alive + dead + closed;
    }
  }

  /// Tells the ordering what the files say.
  public static Told tell(List<Path> files, OldWeb old, Ordering ordering, Console console) {
    AnswerFiles answers = new AnswerFiles(old, console);
    files.forEach(answers::read);
    answers.remark(files);
    return answers.tell(ordering);
  }

  private void read(Path file) {
    boolean cutOff = UrlLines.answers(file, console.progress(), line -> enter(file, line));
    if (cutOff) {
      console.err("%s: its last line is cut off and left out; all before it counts.", file);
    }
  }

  private void enter(Path file, UrlLines.Line line) {
    LivenessVerdict.Fate fate = fate(file, line);
    int page = pages.applyAsInt(line.url());
    if (page == OldWeb.NO_PAGE) {
      firstUnknown = unknown++ == 0 ? OrderFile.at(file, line) : firstUnknown;
      return;
    }
    if (fates[page] != null && fates[page] != fate) {
      firstContradicted = contradicted++ == 0 ? OrderFile.at(file, line) : firstContradicted;
    }
    fates[page] = fate;
  }

  private LivenessVerdict.Fate fate(Path file, UrlLines.Line line) {
    String said = line.status().toLowerCase(Locale.ROOT);
    switch (said) {
      case "alive", "lives", "moved" -> {
        return LivenessVerdict.Fate.ALIVE;
      }
      case "dead", "-" -> {
        return LivenessVerdict.Fate.DEAD;
      }
      case "closed" -> {
        return LivenessVerdict.Fate.CLOSED;
      }
      default -> {
        if (!said.matches("-?[0-9]{1,5}")) {
          throw UserError.atLine(
              file.toString(),
              line.number(),
              "'"
                  + line.status()
                  + "' is no status; give HTTP's, 0 for no answer, or alive, dead, closed");
        }
        return ofStatus(Integer.parseInt(said));
      }
    }
  }

  private LivenessVerdict.Fate ofStatus(int status) {
    if (status / 100 == 2 || status == 304) {
      return LivenessVerdict.Fate.ALIVE;
    }
    if (status / 100 == 3) {
      redirects++;
    }
    return LivenessVerdict.of(status).fate();
  }

  private void remark(List<Path> files) {
    if (unknown > 0) {
      console.err(
          "%,d answers name no page of the old crawl, the first at %s: left out.",
          unknown, firstUnknown);
    }
    if (contradicted > 0) {
      console.err(
          "%,d answers contradict an earlier one for the same page, the first at %s: the last"
              + " counts.",
          contradicted, firstContradicted);
    }
    if (redirects > 0) {
      console.err("%,d answers are redirects nobody followed: they count as dead.", redirects);
    }
    boolean none = true;
    for (LivenessVerdict.Fate fate : fates) {
      none &= fate == null;
    }
    if (none) {
      throw new UserError(
          files.getFirst()
              + ": none of its "
              + unknown
              + " answers is for a page of the old crawl; are they of another one?");
    }
  }

  private Told tell(Ordering ordering) {
    int[] counts = new int[LivenessVerdict.Fate.values().length];
    for (int page = 0; page < old.pages(); page++) {
      LivenessVerdict.Fate fate = fates[page];
      if (fate == LivenessVerdict.Fate.CLOSED) {
        ordering.closed(page);
      } else if (fate != null) {
        ordering.answered(page, fate == LivenessVerdict.Fate.ALIVE);
      }
      if (fate != null) {
        counts[fate.ordinal()]++;
      }
    }
    return new Told(counts[0], counts[1], counts[2]);
  }
}
