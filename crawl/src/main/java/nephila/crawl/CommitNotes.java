package nephila.crawl;

import java.time.InstantSource;
import java.util.Map;

/// What a commit notes beside the pages; [Crawl] takes it up again.
final class CommitNotes {
  private CommitNotes() {}

  /// `position` is where the archive stands.
  static Map<String, String> of(
      String position, Tally tally, UrlFilter gate, InstantSource clock, Scheduler scheduler) {
    return Map.of(
        "archive", position,
        "tally", tally.text(),
        "focus", gate.classesText(),
        "clock", String.valueOf(clock.millis()),
        "growth", scheduler.learned());
  }
}
