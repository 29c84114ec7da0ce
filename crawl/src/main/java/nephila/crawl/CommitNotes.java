package nephila.crawl;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import nephila.frontier.growth.ExpectedWorthModel;
import nephila.process.Tally;
import nephila.process.UrlFilter;
import nephila.view.OpicTotals;
import org.jspecify.annotations.Nullable;

/// The notes of a commit beside the pages; [Crawl] takes them up again.
final class CommitNotes {
  private CommitNotes() {}

  /// `position` is where the archive stands, `steering` the share wanted and reached by cash.
  static Map<String, String> of(
      String position,
      Tally tally,
      UrlFilter filter,
      String steering,
      InstantSource clock,
      @Nullable ExpectedWorthModel model) {
    Map<String, String> notes = new HashMap<>();
    notes.put("archive", position);
    notes.put("tally", tally.text());
    notes.putAll(filter.focusNotes());
    notes.put("clock", String.valueOf(clock.millis()));
    notes.put(OpicTotals.STEERING, steering);
    if (model != null) {
      notes.put("growth", model.learned());
    }
    return notes;
  }
}
