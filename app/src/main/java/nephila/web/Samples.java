package nephila.web;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.crawl.PageEvent;
import nephila.process.Statuses;
import nephila.store.record.ReadFacts;
import nephila.view.CrawlStatus;
import nephila.view.OpicTotals;
import nephila.view.PageRow;
import nephila.web.CrawlView.Errors;
import nephila.web.CrawlView.History;
import nephila.web.CrawlView.Trouble;
import org.jspecify.annotations.Nullable;

/// What the page remembers of a running crawl: figures over time, the latest troubles, the
/// importance of the top pages over time. Bounded: when the samples are many, every other one is
/// forgotten. Thread-safe.
final class Samples {
  private static final int MOST = 600;
  private static final int MOST_TROUBLES = 200;
  private static final int MOST_PAGES = 500;

  /// How the crawl stood at one moment.
  ///
  /// @param bound what [OpicTotals#drawn] says
  record Sample(
      double t, long read, long known, double found, double bound, double first, double again) {}

  private final List<Sample> samples = new ArrayList<>();
  private final ArrayDeque<Trouble> troubles = new ArrayDeque<>();
  private final Map<String, Long> kinds = new HashMap<>();
  private final Map<String, List<double[]>> pages = new LinkedHashMap<>();
  private @Nullable SampleFile file;
  private double before;
  private double spacing = 1;
  private long discovered;
  private long refreshed;
  private long discoveredThen;
  private long refreshedThen;

  synchronized void visited(PageEvent event) {
    if (event.reason() == ReadFacts.Reason.REFRESH) {
      refreshed++;
    } else {
      discovered++;
    }
    if (event.status() <= 0 || event.status() >= 400) {
      String kind = Statuses.words(event.status());
      kinds.merge(kind, 1L, Long::sum);
      troubles.addFirst(
          new Trouble(
              java.time.Instant.ofEpochMilli(event.atMillis()).toString(),
              kind,
              event.url(),
              event.millis() + " ms"));
      if (troubles.size() > MOST_TROUBLES) {
        troubles.removeLast();
      }
    }
  }

  /// Remembers what earlier runs wrote, and writes on.
  void keepIn(Path dir) {
    file = new SampleFile(dir);
    samples.addAll(file.read());
    before = samples.isEmpty() ? 0 : samples.getLast().t();
    thin();
  }

  synchronized void progress(CrawlStatus now) {
    double t = before + now.elapsedMillis() / 1000.0;
    double last = samples.isEmpty() ? -spacing : samples.getLast().t();
    if (t - last < spacing) {
      return;
    }
    double seconds = Math.max(t - last, 1e-3);
    Sample sample =
        new Sample(
            t,
            now.read(),
            now.known(),
            now.importanceFound(),
            OpicTotals.drawn(now.opic(), now.errorBound()),
            (discovered - discoveredThen) / seconds,
            (refreshed - refreshedThen) / seconds);
    samples.add(sample);
    if (file != null) {
      file.append(sample);
    }
    discoveredThen = discovered;
    refreshedThen = refreshed;
    thin();
    for (PageRow page : now.top()) {
      remember(page.url(), t, page.importance());
    }
  }

  /// How a crawl stood `t` seconds after it was first looked at, with the pages a second since
  /// then.
  synchronized void add(double t, long read, long known, double found, double bound, double each) {
    double last = samples.isEmpty() ? -spacing : samples.getLast().t();
    if (t - last >= 0.9 * spacing) {
      samples.add(new Sample(t, read, known, found, bound, each, 0));
      thin();
    }
  }

  private void thin() {
    while (samples.size() > MOST) {
      for (int i = samples.size() - 2; i > 0; i -= 2) {
        samples.remove(i);
      }
      spacing *= 2;
    }
  }

  private void remember(String url, double t, double importance) {
    if (pages.size() < MOST_PAGES || pages.containsKey(url)) {
      List<double[]> points = pages.computeIfAbsent(url, key -> new ArrayList<>());
      if (points.size() < MOST) {
        points.add(new double[] {t, importance});
      }
    }
  }

  synchronized List<double[]> importanceOf(String url) {
    return List.copyOf(pages.getOrDefault(url, List.of()));
  }

  /// When the last sample was taken, null before the first.
  synchronized @Nullable Double lastSeconds() {
    return samples.isEmpty() ? null : samples.getLast().t();
  }

  synchronized long discovered() {
    return discovered;
  }

  synchronized long refreshed() {
    return refreshed;
  }

  synchronized History history() {
    return new History(
        samples.stream().map(Sample::t).toList(),
        samples.stream().map(Sample::read).toList(),
        samples.stream().map(Sample::known).toList(),
        samples.stream().map(Sample::found).toList(),
        samples.stream().map(Sample::bound).toList(),
        samples.stream().map(Sample::first).toList(),
        samples.stream().map(Sample::again).toList());
  }

  synchronized Errors errors(int limit) {
    return new Errors(Map.copyOf(kinds), troubles.stream().limit(limit).toList());
  }
}
