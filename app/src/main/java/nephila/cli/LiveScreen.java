package nephila.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import nephila.crawl.CrawlListener;
import nephila.crawl.CrawlStatus;

/// One screen that follows a crawl, on a terminal; nothing elsewhere.
final class LiveScreen implements CrawlListener {
  private static final int WIDTH = 110;

  private final Console console;
  private final Path dir;

  LiveScreen(Console console, Path dir) {
    this.console = console;
    this.dir = dir;
  }

  @Override
  public void progress(CrawlStatus now) {
    console.screen(now.state().equals("finished") ? List.of() : lines(now));
  }

  private List<String> lines(CrawlStatus now) {
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            "%s, %s; Ctrl-C stops and keeps everything",
            now.state(), CrawlReport.seconds(now.runMillis())));
    lines.add(
        line(
            "pages %,d read, %,d known, %,d queued; %.1f a second; %,.1f MB",
            now.read(), now.known(), now.queued(), now.perSecond(), now.bytes() / 1e6));
    lines.add(
        line(
            "hosts %,d, %,d due; %,d requests out; archive and state in %s",
            now.hosts(), now.dueHosts(), now.inFlight(), dir));
    lines.add(
        line("importance found %.1f %%, exact to %.2g", 100 * now.captured(), now.errorBound()));
    if (now.freshness().rereads() > 0) {
      lines.add(line("%s", CrawlReport.upToDate(now.freshness())));
    }
    lines.add(line("outcomes %s", CrawlReport.outcomes(now.outcomes())));
    for (CrawlStatus.TopPage page : now.top()) {
      lines.add(line("  %.5f  %s", page.importance(), page.url()));
    }
    return lines;
  }

  private static String line(String format, Object... args) {
    String text = String.format(Locale.ROOT, format, args);
    return text.length() > WIDTH ? text.substring(0, WIDTH - 1) + "…" : text;
  }
}
