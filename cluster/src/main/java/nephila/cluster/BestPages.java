package nephila.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/// The pages of a partition that received most, kept while payments come, for whoever asks.
///
/// A payment costs a comparison, and a look into a set when its page is among the best. Exact as
/// long as no page receives less than before; where pages lose what they had (a page that pointed
/// to them changed), one that moved up past them without being paid is missing until it is paid
/// again or the partition moves to another worker.
final class BestPages {
  /// How many are kept for certain; up to twice as many are candidates.
  static final int MOST = 1000;

  private final Set<PageKey> candidates = new HashSet<>();
  private long floor = Long.MIN_VALUE;

  /// A page has received so much by now.
  void paid(PageKey page, long received) {
    if (received > floor) {
      candidates.add(page);
    }
  }

  /// Between two records: forgets those that are no longer among the best.
  void rest(ToLongFunction<PageKey> received) {
    if (candidates.size() > 2 * MOST) {
      List<PageKey> best = best(MOST, received);
      floor = received.applyAsLong(best.getLast());
      candidates.clear();
      candidates.addAll(best);
    }
  }

  /// The best, most received first.
  List<PageKey> best(int limit, ToLongFunction<PageKey> received) {
    record Entry(PageKey page, long received) {}
    List<Entry> all = new ArrayList<>(candidates.size());
    candidates.forEach(page -> all.add(new Entry(page, received.applyAsLong(page))));
    all.sort(
        Comparator.comparingLong(Entry::received)
            .reversed()
            .thenComparing(entry -> entry.page.hash()));
    return all.stream().limit(limit).map(Entry::page).toList();
  }
}
