package nephila.cli.crawl;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import nephila.cli.Console;
import nephila.cli.SuggestedCommand;
import nephila.view.CrawlStatus;
import nephila.view.Freshness;
import nephila.view.PageRow;
import nephila.view.RequisiteCounts;
import org.jspecify.annotations.Nullable;

/// How a crawl ended, for people.
public final class CrawlReport {
  private final Console console;
  private final Path dir;

  public CrawlReport(Console console, Path dir) {
    this.console = console;
    this.dir = dir;
  }

  public void print(CrawlStatus end) {
    console.out(
        "%,d pages read of %,d known on %,d hosts in %s: %s.",
        end.read(), end.known(), end.hosts(), seconds(end.elapsedMillis()), end.reason());
    if (!end.answers().isEmpty()) {
      console.out("Outcomes: %s.", outcomes(end.answers()));
    }
    requisites(end.requisites());
    console.out(
        "The pages read hold %.1f %% of the known importance; importance is %s%s.",
        100 * end.importanceFound(), end.precision(), end.opic() == null ? " in all" : "");
    freshness(console, end.freshness());
    int place = 1;
    for (PageRow page : end.top()) {
      console.out("%3d  %.5f  %s", place++, page.importance(), page.url());
    }
    console.out(
        "More: nephila top %s; why a page was read: nephila why %s URL.",
        SuggestedCommand.word(dir), SuggestedCommand.word(dir));
    if (end.waiting() > 0) {
      console.out(
          "%,d pages wait; go on with: nephila crawl --dir %s",
          end.waiting(), SuggestedCommand.word(dir));
    }
  }

  private void requisites(@Nullable RequisiteCounts counts) {
    if (counts == null) {
      return;
    }
    console.out("%s.", inWords(counts));
    if (counts.leftOut() > 0) {
      console.out(
          "%,d requisites of %,d pages were left out: --max-requisites or --max-requisite-bytes"
              + " was reached.",
          counts.leftOut(), counts.pagesOver());
    }
    if (counts.awaited() > 0) {
      console.out(
          "%,d requisites wait; go on with: nephila crawl --dir %s",
          counts.awaited(), SuggestedCommand.word(dir));
    }
  }

  static String inWords(RequisiteCounts counts) {
    return String.format(
        java.util.Locale.ROOT,
        "%,d requisites fetched, %,.1f MB: %s",
        counts.settled(),
        counts.bytes() / 1e6,
        counts.answers().isEmpty() ? "none yet" : outcomes(counts.answers()));
  }

  /// How fresh the copies are, once some were read again.
  public static void freshness(Console console, Freshness fresh) {
    if (fresh.rereads() == 0) {
      return;
    }
    console.out(
        "%s; last read %s ago on the average, by importance.",
        upToDate(fresh), age(fresh.meanAgeSeconds()));
    for (Freshness.Band band : fresh.isKnown() ? fresh.bands() : List.<Freshness.Band>of()) {
      console.out(
          "  %-8s %,9d pages  %5.1f %% of importance  %6.1f reads each  %10s old  %5.1f %% up to"
              + " date",
          band.name(),
          band.pages(),
          100 * band.importance(),
          band.reads(),
          age(band.meanAgeSeconds()),
          percent(band.upToDate()));
    }
  }

  public static String upToDate(Freshness fresh) {
    if (!fresh.isKnown()) {
      return String.format(
          java.util.Locale.ROOT,
          "how much is up to date is not known: of %,d re-reads, too few to tell, %,d found a"
              + " change",
          fresh.rereads(),
          fresh.changed());
    }
    return String.format(
        java.util.Locale.ROOT,
        "%.1f %% of the importance read is expected to be up to date: of %,d re-reads %,d found a"
            + " change",
        percent(fresh.upToDate()),
        fresh.rereads(),
        fresh.changed());
  }

  private static double percent(@Nullable Double share) {
    return share == null ? Double.NaN : 100 * share;
  }

  private static String age(double seconds) {
    return seconds < 2 * 86400
        ? seconds((long) (seconds * 1000))
        : String.format(java.util.Locale.ROOT, "%.1f days", seconds / 86400);
  }

  public static String outcomes(Map<String, Long> outcomes) {
    return outcomes.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(
            entry ->
                String.format(java.util.Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey()))
        .collect(Collectors.joining(", "));
  }

  public static double megabytes(CrawlStatus now) {
    return now.bytes() == null ? 0 : now.bytes() / 1e6;
  }

  public static String seconds(long millis) {
    long seconds = millis / 1000;
    if (seconds < 60) {
      return String.format(java.util.Locale.ROOT, "%.1f s", millis / 1000.0);
    }
    return seconds < 3600
        ? String.format("%d min %02d s", seconds / 60, seconds % 60)
        : String.format("%d h %02d min", seconds / 3600, seconds / 60 % 60);
  }
}
