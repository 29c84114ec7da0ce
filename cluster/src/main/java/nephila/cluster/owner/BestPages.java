package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import nephila.cluster.wire.PageKey;

/// The pages of a partition that received most, for whoever asks.
///
/// A page that changed costs a comparison, and a look into a set when it is among the best. Exact
/// as long as no page receives less than before; where pages lose what they had (a page that
/// pointed to them changed), one that moved up past them without being paid is missing until it is
/// paid again or the partition moves to another worker.
public final class BestPages {
  /// How many are kept for certain; up to twice as many are candidates.
  public static final int MOST = 1000;

  private final Set<PageKey> candidates = new HashSet<>();
  private long floor = Long.MIN_VALUE;

  /// A page has received so much by now.
  void paid(int site, long hash, long received) {
    if (received > floor) {
      candidates.add(new PageKey(site, hash));
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

  /// The best, most received first; pages that have received `Long.MIN_VALUE`, which are gone, are
  /// none.
  List<PageKey> best(int limit, ToLongFunction<PageKey> received) {
    record Entry(PageKey page, long received) {}
    List<Entry> all = new ArrayList<>(candidates.size());
    candidates.forEach(page -> all.add(new Entry(page, received.applyAsLong(page))));
    all.sort(
        Comparator.comparingLong(Entry::received)
            .reversed()
            .thenComparing(entry -> entry.page.hash()));
    return all.stream()
        .filter(entry -> entry.received > Long.MIN_VALUE)
        .limit(limit)
        .map(Entry::page)
        .toList();
  }
}
