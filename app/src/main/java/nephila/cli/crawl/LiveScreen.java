package nephila.cli.crawl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import nephila.cli.Console;
import nephila.crawl.CrawlListener;
import nephila.view.CrawlStatus;
import nephila.view.PageRow;

/// Follows a crawl: one screen on a terminal, a line a minute on standard error elsewhere.
public final class LiveScreen implements CrawlListener {
  /// The terminal cuts what does not fit; no line is longer than this.
  private static final int WIDTH = 250;

  private static final int BAR = 20;

  private static final long LINE_MILLIS = 60_000;

  private final Console console;
  private final Path dir;
  private final Supplier<String> more;
  private long nextLineMillis = LINE_MILLIS;

  public LiveScreen(Console console, Path dir) {
    this(console, dir, () -> "");
  }

  /// @param more a line of its own that the caller shows, empty for none
  public LiveScreen(Console console, Path dir, Supplier<String> more) {
    this.console = console;
    this.dir = dir;
    this.more = more;
  }

  @Override
  public void progress(CrawlStatus now) {
    if (console.terminal()) {
      console.screen(now.hasEnded() ? List.of() : lines(now));
    } else if (!now.hasEnded() && now.elapsedMillis() >= nextLineMillis) {
      nextLineMillis = now.elapsedMillis() / LINE_MILLIS * LINE_MILLIS + LINE_MILLIS;
      console.err(
          "%s %s: %,d pages read, %,d known, %,d waiting; %.1f a second, %,.1f MB; %.1f %% of the"
              + " known importance, %s",
          now.state(),
          CrawlReport.seconds(now.elapsedMillis()),
          now.read(),
          now.known(),
          now.waiting(),
          now.rate(),
          CrawlReport.megabytes(now),
          100 * now.importanceFound(),
          now.precision());
      if (!more.get().isEmpty()) {
        console.err("%s", more.get());
      }
    }
  }

  private List<String> lines(CrawlStatus now) {
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            "%-8s %s in %s; Ctrl-C stops and keeps everything",
            now.state(), CrawlReport.seconds(now.elapsedMillis()), dir));
    lines.add(
        line(
            "pages    %,d read, %,d known, %,d waiting; %.1f a second; %,.1f MB",
            now.read(), now.known(), now.waiting(), now.rate(), CrawlReport.megabytes(now)));
    lines.add(
        line(
            "hosts    %,d, of which %,d may be asked now; %,d requests on their way",
            now.hosts(), now.dueHosts(), now.inFlight()));
    lines.add(
        line(
            "found    %s %.1f %% of the known importance, %s",
            bar(now.importanceFound()), 100 * now.importanceFound(), now.precision()));
    if (now.freshness().rereads() > 0) {
      lines.add(line("fresh    %s", CrawlReport.upToDate(now.freshness())));
    }
    if (!more.get().isEmpty()) {
      lines.add(line("%s", more.get()));
    }
    lines.add(line("answers  %s", CrawlReport.outcomes(now.answers())));
    if (now.requisites() != null) {
      lines.add(line("beside   %s", CrawlReport.inWords(now.requisites())));
    }
    lines.add("");
    lines.add("importance  reads  the most important pages so far");
    for (PageRow page : now.top()) {
      lines.add(
          line(
              "%8.3f %%  %5s  %s",
              100 * page.importance(), page.reads() == 0 ? "-" : page.reads(), page.url()));
    }
    return lines;
  }

  private static String bar(double share) {
    int full = (int) Math.round(share * BAR);
    return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
  }

  private static String line(String format, Object... args) {
    String text = String.format(Locale.ROOT, format, args);
    return text.length() > WIDTH ? text.substring(0, WIDTH - 1) + "…" : text;
  }
}
