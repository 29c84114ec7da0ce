package nephila.cluster.query;

import java.util.Map;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.config.CrawlConfig;
import nephila.crawl.ReadingOrder;
import nephila.view.ImportanceBias;
import nephila.view.OpicTotals;
import org.jspecify.annotations.Nullable;

/// How a crawl on a cluster stands, summed from the totals of its partitions.
///
/// @param wanted what people want: running, paused, stopped
/// @param reporting partitions that have told their totals at least once
/// @param staleMillis how old the oldest of these totals is
/// @param importanceFound share of the known importance held by pages read
/// @param errorBound no importance is farther off, in the sum over all known pages; 2, which says
///   nothing, while partitions have told nothing yet
/// @param paid units paid by pages since the crawl began, less what was taken back
/// @param inTransit units on their way between partitions
/// @param imbalance units by which the books fail: 0
/// @param repeats results of orders that were answered before, dropped
/// @param aside records that did not parse
/// @param lapsed orders that nobody answered in time
/// @param paymentsArrived whether no payment is on its way
/// @param moving pages of a crawl that is moved in that have not arrived
/// @param drained whether all partitions have told that no order is out, no payment on its way and
///   none left to make, and no page moving
/// @param finished whether nothing is left to read, to pay or to push
/// @param opic the totals of the papers' OPIC where importance is its, else null: then `paid` is
///   the cash that was issued, `received` what pages hold of it and `evaporated` what the virtual
///   page has
/// @param bias what makes importance another than that of links that are all alike, null where
///   nothing does
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
    boolean paymentsArrived,
    long moving,
    boolean drained,
    boolean finished,
    @Nullable OpicTotals opic,
    @Nullable String bias) {
  /// The status of a crawl with those totals.
  ///
  /// @param reporting partitions they are summed from
  /// @param pagesLeft pages that may still be fetched, those that are out included
  /// @param moving pages of a crawl that is moved in that have not arrived
  public static ClusterStatus of(
      CrawlRegistry.State wanted,
      ClusterSettings settings,
      PartitionTotals sum,
      int reporting,
      long staleMillis,
      long imbalance,
      long pagesLeft,
      long moving) {
    ClusterImportance importance = new ClusterImportance(settings.plan().ledger());
    long away = Math.abs(sum.get(Sum.SENT_SIZE) - sum.get(Sum.ARRIVED_SIZE));
    boolean all = reporting == settings.partitions();
    boolean handed = sum.get(Sum.HANDED) != sum.get(Sum.TAKEN);
    boolean paid = sum.inTransit() == 0 && away == 0 && sum.virtualPageIsStill();
    boolean still = all && sum.get(Sum.OUT) == 0 && paid && !handed && moving == 0;
    boolean settled = sum.get(Sum.SETTLED) == settings.partitions();
    CrawlConfig plan = settings.plan();
    boolean enough = pagesLeft == 0 || (sum.get(Sum.WAITING) == 0 && !ReadingOrder.fillsUp(plan));
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
        importance.found(sum),
        all ? importance.errorBound(sum) : ClusterImportance.NOTHING,
        sum.get(Sum.PAID),
        importance.received(sum),
        importance.evaporated(sum),
        sum.inTransit(),
        imbalance,
        sum.get(Sum.PUSHES),
        sum.get(Sum.REPEATS),
        sum.get(Sum.ASIDE),
        sum.get(Sum.LAPSED),
        paid,
        moving,
        still && settled,
        still && settled && enough && sum.get(Sum.KNOWN) > 0,
        importance.opic(sum, 1 - plan.refreshShare()),
        ImportanceBias.orNull(plan.ledger()));
  }

  /// What is said of the precision of importance.
  public String precision() {
    return allTold()
        ? ImportanceBias.before(OpicTotals.precision(opic, errorBound), bias == null ? "" : bias)
        : "error not known yet: " + told() + " have told their totals";
  }

  /// Whether every partition has told its totals.
  public boolean allTold() {
    return reporting == partitions;
  }

  /// How many partitions have told their totals.
  public String told() {
    return reporting + " of " + partitions + " partitions";
  }

  /// Whether every unit that pages paid was received, has evaporated or is on its way, as far as
  /// all partitions have told.
  public boolean balanced() {
    return allTold() && imbalance == 0 && paid == received + evaporated + inTransit;
  }
}
