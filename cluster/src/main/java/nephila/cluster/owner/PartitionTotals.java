package nephila.cluster.owner;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import nephila.cluster.wire.OpicView;
import nephila.cluster.wire.Wire;
import nephila.ledger.OpicCounts;
import nephila.store.BrokenState;
import nephila.store.record.BinaryRecord;

/// The totals of one partition as of the last commit or the last report, and of the whole crawl
/// when summed.
///
/// - B1 in a partition `paid − evaporated − sent + arrived = received`, to the unit, after every
///   record: what its pages paid is what pages received, what evaporated, and what was sent away.
///   With a preference what pages brought in beside their credit is among what they received.
/// - B2 over all partitions `sent − arrived` is what is on its way in Kafka: zero once drained.
/// - B3 under OPIC `paid` is the cash that was issued, `received` the cash of pages counted from
///   the virtual page's level, and `evaporated` what the virtual page was paid; `handed − entered`
///   of that is on its way to its owner, and `entered = pool + level · sharers`.
///
/// Not thread-safe; one owner writes it.
public final class PartitionTotals {
  /// What is counted. The order is part of the format.
  public enum Sum {
    /// Pages by state: known ones; read; waiting to be read; not to be read.
    KNOWN,
    READ,
    WAITING,
    DROPPED,
    /// Pages in orders that are not answered.
    OUT,
    /// Units: paid out by pages; received by pages; kept by no page.
    PAID,
    RECEIVED,
    EVAPORATED,
    /// Units sent to and arrived from other partitions; then the same without signs.
    SENT,
    ARRIVED,
    SENT_SIZE,
    ARRIVED_SIZE,
    /// Σ|residual| over the pages with links.
    RESIDUAL,
    LINKS,
    PUSHES,
    FETCHED,
    BYTES,
    HOSTS,
    /// Answers to orders that were answered before: dropped, not paid twice.
    REPEATS,
    /// Records that do not parse.
    ASIDE,
    /// Orders nobody answered in time.
    LAPSED,
    /// 0 while there are residuals to push, 1 once importance is as exact as asked for.
    SETTLED,
    /// Units received by the pages that were read and are not gone.
    READ_RECEIVED,
    /// Visits of pages of split sites, handed on to and taken by the partition of their account.
    HANDED,
    TAKEN,
    /// Pages that are gone, which are among those known and read; units that they have received.
    GONE,
    GONE_RECEIVED,
    /// Under OPIC: G, the units paid out by pages; the income of pages that are gone.
    TURNED,
    FORGOTTEN,
    /// Units handed over to the virtual page's owner and entered by it, in so many messages.
    HANDED_OVER,
    ENTERED,
    HANDOVERS,
    ENTRIES,
    /// The virtual page, told by the partition that has it: units that every page was paid since
    /// the beginning, units not paid out yet, pages that it pays.
    LEVEL,
    POOL,
    SHARERS,
    /// Units in the purse of the partition's part of the virtual page; units given out of it.
    PURSE,
    FAVOURED,
    /// Where cash steers, the share of first reads of late in millionths, and 1 to divide by.
    STEERED,
    STEERERS,
    /// Units, 0 or fewer, that pages brought in beside their credit where a preference says so.
    JOINED,
    /// Pages in memory, those of other partitions included.
    RESIDENT
  }

  private static final Sum[] SUMS = Sum.values();

  private final long[] sums = new long[SUMS.length];
  private final Map<String, Long> outcomes = new TreeMap<>();

  public long get(Sum what) {
    return sums[what.ordinal()];
  }

  public void add(Sum what, long change) {
    sums[what.ordinal()] += change;
  }

  public void set(Sum what, long value) {
    sums[what.ordinal()] = value;
  }

  public void outcome(String kind) {
    outcomes.merge(kind, 1L, Long::sum);
  }

  public Map<String, Long> outcomes() {
    return Map.copyOf(outcomes);
  }

  /// Adds another partition's.
  public void add(PartitionTotals other) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.sums[i];
    }
    other.outcomes.forEach((kind, count) -> outcomes.merge(kind, count, Long::sum));
  }

  /// By how many units B1 fails; zero.
  public long imbalance() {
    return get(Sum.PAID)
        - get(Sum.EVAPORATED)
        - get(Sum.SENT)
        + get(Sum.ARRIVED)
        + get(Sum.JOINED)
        - get(Sum.RECEIVED);
  }

  /// B2: units on their way between partitions.
  public long inTransit() {
    return get(Sum.SENT) - get(Sum.ARRIVED);
  }

  /// What estimates under OPIC go by.
  public OpicCounts opic() {
    return new OpicCounts(
        get(Sum.TURNED), get(Sum.PAID), get(Sum.KNOWN) - get(Sum.GONE), get(Sum.FORGOTTEN));
  }

  /// What partitions should know of each other under OPIC, given what each told last.
  public static OpicView opic(Map<Integer, PartitionTotals> told) {
    Map<Integer, OpicCounts> each = new TreeMap<>();
    OpicCounts all = OpicCounts.NONE;
    long level = 0;
    for (Map.Entry<Integer, PartitionTotals> one : told.entrySet()) {
      OpicCounts counts = one.getValue().opic();
      each.put(one.getKey(), counts);
      all = all.plus(counts);
      level += one.getValue().get(Sum.LEVEL);
    }
    return new OpicView(level, all, each);
  }

  /// Whether nothing is on its way to the virtual page.
  public boolean virtualPageIsStill() {
    return get(Sum.HANDOVERS) == get(Sum.ENTRIES)
        && get(Sum.HANDED_OVER) == get(Sum.ENTERED)
        && (get(Sum.HANDOVERS) == 0 || get(Sum.EVAPORATED) - get(Sum.PURSE) == get(Sum.ENTERED));
  }

  /// No importance of the pages is farther off, in the sum, by what they have not passed on and by
  /// what is on its way: `2(d·(|r|₁ + away) + links) / ((1−d)·|worth|₁)`.
  public double bound(double credit, double damping, long away) {
    double worth = worth(credit);
    long rounded = get(Sum.LINKS) + (get(Sum.JOINED) == 0 ? 0 : get(Sum.KNOWN));
    double error = damping * (get(Sum.RESIDUAL) + away) + rounded;
    return worth == 0 ? 0 : 2 * error / (1 - damping) / worth;
  }

  /// What all pages are worth that are not gone, in units.
  public double worth(double credit) {
    return credit * (get(Sum.KNOWN) - get(Sum.GONE)) + get(Sum.RECEIVED) - get(Sum.GONE_RECEIVED);
  }

  public void write(BinaryRecord to) {
    to.putNumber(sums.length);
    for (long sum : sums) {
      Wire.putSigned(to, sum);
    }
    to.putNumber(outcomes.size());
    outcomes.forEach((kind, count) -> to.putText(kind).putNumber(count));
  }

  public static PartitionTotals take(BinaryRecord from) {
    PartitionTotals totals = new PartitionTotals();
    if (Wire.count(from, 1) != totals.sums.length) {
      throw new BrokenState("totals of another version");
    }
    Arrays.setAll(totals.sums, i -> Wire.takeSigned(from));
    int kinds = Wire.count(from, 2);
    for (int i = 0; i < kinds; i++) {
      totals.outcomes.put(from.takeText(), from.takeNumber());
    }
    return totals;
  }

  public byte[] bytes() {
    BinaryRecord record = new BinaryRecord();
    write(record);
    return record.toBytes();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartitionTotals totals
        && Arrays.equals(sums, totals.sums)
        && outcomes.equals(totals.outcomes);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(sums) + outcomes.hashCode();
  }
}
