package nephila.view;

import java.util.Map;
import java.util.Optional;
import nephila.process.Tally;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;

/// The counts of a crawl up to its last commit, over all its runs, as [CrawlStatus] tells it while
/// it runs.
///
/// @param fetched requests for pages
/// @param bytes received
/// @param rereads reads of pages that had been read before
/// @param outcomes pages by kind of outcome: `2xx`, `404`, `timeout` …
/// @param requisites what was fetched because pages are shown with it, null where nothing was
public record StoredCounts(
    long fetched,
    long bytes,
    long rereads,
    Map<String, Long> outcomes,
    @Nullable RequisiteCounts requisites) {
  /// Empty where nothing was ever asked for, as after an import.
  public static Optional<StoredCounts> of(CrawlStore store) {
    return store
        .note("tally")
        .map(
            text -> {
              Tally tally = new Tally();
              tally.resume(text);
              return new StoredCounts(
                  tally.fetched(),
                  tally.bytes(),
                  tally.rereads().count(),
                  tally.outcomes(),
                  RequisiteCounts.of(tally, store.requisites().countAwaited()));
            });
  }
}
