package nephila.view;

import java.util.Map;
import nephila.process.Tally;
import org.jspecify.annotations.Nullable;

/// What was fetched beside the pages, because pages are shown with it.
///
/// @param settled requisites fetched, or tried and settled
/// @param awaited known and not fetched yet
/// @param bytes of their answers
/// @param leftOut not fetched because of the limits of a page
/// @param pagesOver pages of which some were left out
/// @param answers those settled, by kind of answer
public record RequisiteCounts(
    long settled,
    long awaited,
    long bytes,
    long leftOut,
    long pagesOver,
    Map<String, Long> answers) {

  /// The counts of a crawl; null where there is nothing to count.
  public static @Nullable RequisiteCounts of(Tally tally, long awaited) {
    Map<String, Long> answers = tally.requisites();
    long settled = answers.values().stream().mapToLong(Long::longValue).sum();
    return settled + awaited + tally.requisitesLeftOut() == 0
        ? null
        : new RequisiteCounts(
            settled,
            awaited,
            tally.requisiteBytes(),
            tally.requisitesLeftOut(),
            tally.pagesWithRequisitesLeftOut(),
            answers);
  }
}
