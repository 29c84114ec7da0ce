package nephila.cluster.query;

import java.util.Map;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;

/// How a crawl on a cluster stands, summed from the totals of its partitions.
///
/// @param wanted what people want: running, paused, stopped
/// @param reporting partitions that have told their totals at least once
/// @param staleMillis how old the oldest of these totals is
/// @param importanceFound share of the known importance held by pages read
/// @param errorBound no importance is farther off, in the sum over all known pages
/// @param paid units paid by pages since the crawl began, less what was taken back
/// @param inTransit units on their way between partitions
/// @param imbalance units by which the books fail: 0
/// @param repeats results of orders that were answered before, dropped
/// @param aside records that did not parse
/// @param lapsed orders that nobody answered in time
/// @param finished whether nothing is left to read, to pay or to push
public record ClusterStatus(
    CrawlRegistry.State wanted,
    int partitions,
    int reporting,
    long staleMillis,
    long known,
    long read,
    long waiting,
    long out,
    long hosts,
    long links,
    long fetched,
    long bytes,
    Map<String, Long> outcomes,
    double importanceFound,
    double errorBound,
    long paid,
    long received,
    long evaporated,
    long inTransit,
    long imbalance,
    long pushes,
    long repeats,
    long aside,
    long lapsed,
    boolean drained,
    boolean finished) {
  static ClusterStatus of(
      CrawlRegistry.State wanted,
      ClusterSettings settings,
      PartitionTotals sum,
      int reporting,
      long staleMillis,
      long imbalance,
      double credit) {
    double damping = settings.plan().damping();
    long away = Math.abs(sum.get(Sum.SENT_SIZE) - sum.get(Sum.ARRIVED_SIZE));
    double worth = sum.worth(credit);
    double bound = worth == 0 ? 2 : Math.min(2, sum.bound(credit, damping, away));
    double found = credit * (sum.get(Sum.READ) - sum.get(Sum.GONE)) + sum.get(Sum.READ_RECEIVED);
    boolean all = reporting == settings.partitions();
    boolean handed = sum.get(Sum.HANDED) != sum.get(Sum.TAKEN);
    boolean still = all && sum.get(Sum.OUT) == 0 && sum.inTransit() == 0 && away == 0 && !handed;
    boolean settled = sum.get(Sum.SETTLED) == settings.partitions();
    long most = settings.plan().maxPages();
    boolean enough = sum.get(Sum.WAITING) == 0 || (most > 0 && sum.get(Sum.FETCHED) >= most);
    return new ClusterStatus(
        wanted,
        settings.partitions(),
        reporting,
        staleMillis,
        sum.get(Sum.KNOWN),
        sum.get(Sum.READ),
        sum.get(Sum.WAITING),
        sum.get(Sum.OUT),
        sum.get(Sum.HOSTS),
        sum.get(Sum.LINKS),
        sum.get(Sum.FETCHED),
        sum.get(Sum.BYTES),
        sum.outcomes(),
        worth == 0 ? 0 : found / worth,
        bound,
        sum.get(Sum.PAID),
        sum.get(Sum.RECEIVED),
        sum.get(Sum.EVAPORATED),
        sum.inTransit(),
        imbalance,
        sum.get(Sum.PUSHES),
        sum.get(Sum.REPEATS),
        sum.get(Sum.ASIDE),
        sum.get(Sum.LAPSED),
        still && settled,
        still && settled && enough && sum.get(Sum.KNOWN) > 0 && !settings.plan().continuous());
  }

  /// Whether every unit that pages paid was received, has evaporated or is on its way.
  public boolean balanced() {
    return imbalance == 0 && paid == received + evaporated + inTransit;
  }
}
