package nephila.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import nephila.crawl.CrawlStatus;

/// How a crawl ended, for people.
final class CrawlReport {
  private final Console console;
  private final Path dir;

  CrawlReport(Console console, Path dir) {
    this.console = console;
    this.dir = dir;
  }

  void print(CrawlStatus end) {
    console.out(
        "%,d pages read of %,d known on %,d hosts in %s: %s.",
        end.read(), end.known(), end.hosts(), seconds(end.runMillis()), end.reason());
    if (!end.outcomes().isEmpty()) {
      console.out("Outcomes: %s.", outcomes(end.outcomes()));
    }
    console.out(
        "The pages read hold %.1f %% of the known importance; importance is exact to %.2g in all.",
        100 * end.captured(), end.errorBound());
    int place = 1;
    for (CrawlStatus.TopPage page : end.top()) {
      console.out("%3d  %.5f  %s", place++, page.importance(), page.url());
    }
    console.out("More: nephila top %s; why a page was read: nephila why %s URL.", dir, dir);
    if (end.queued() > 0) {
      console.out("%,d pages wait; go on with: nephila crawl --dir %s", end.queued(), dir);
    }
  }

  static String outcomes(Map<String, Long> outcomes) {
    return outcomes.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(
            entry ->
                String.format(java.util.Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey()))
        .collect(Collectors.joining(", "));
  }

  static String seconds(long millis) {
    long seconds = millis / 1000;
    if (seconds < 60) {
      return String.format(java.util.Locale.ROOT, "%.1f s", millis / 1000.0);
    }
    return seconds < 3600
        ? String.format("%d min %02d s", seconds / 60, seconds % 60)
        : String.format("%d h %02d min", seconds / 3600, seconds / 60 % 60);
  }
}
