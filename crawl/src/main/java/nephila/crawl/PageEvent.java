package nephila.crawl;

import nephila.process.Statuses;
import nephila.store.record.ReadFacts;

/// A page was read, or tried.
///
/// @param status HTTP's, or a negative one ([Statuses])
/// @param links distinct pages it points to
/// @param newPages pages that became known by it
/// @param change what the read was of: the first read, the same, a change
/// @param importance its share of all worth when it was chosen
public record PageEvent(
    long atMillis,
    String url,
    int status,
    String mime,
    long bytes,
    int millis,
    int depth,
    int links,
    int newPages,
    Change change,
    ReadFacts.Reason reason,
    double importance) {
  /// A read compared with the one before.
  public enum Change {
    FIRST,
    UNCHANGED,
    CHANGED
  }
}
