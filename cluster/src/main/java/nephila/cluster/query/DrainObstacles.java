package nephila.cluster.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.wire.OrderOut;

/// What keeps a crawl from rest, in words for people: orders that are out, units on their way,
/// partitions that are silent.
///
/// @param what one reason each; empty when the crawl rests
/// @param hopeless whether waiting is of no use: nobody is there who could finish it
public record DrainObstacles(List<String> what, boolean hopeless) {
  /// Partitions tell something every five seconds: one that has not for so long has no owner.
  static final long SILENT_MILLIS = 12_000;

  private static final int MOST_NAMED = 3;

  /// @param partitions what each told last; those that told nothing are missing
  public static DrainObstacles of(
      ClusterStatus now, List<PartitionStatus> partitions, CrawlWorkers workers, long nowMillis) {
    List<String> what = new ArrayList<>();
    if (now.drained()) {
      long unaware = unaware(now, partitions, workers);
      if (unaware > 0) {
        what.add(unaware + " partitions have not heard that the crawl is to rest");
      }
      return new DrainObstacles(what, false);
    }
    if (now.moving() > 0) {
      what.add(
          String.format(
              Locale.ROOT,
              "%,d pages that are moved in have not arrived (where cluster load was interrupted,"
                  + " repeat it)",
              now.moving()));
    }
    if (now.out() > 0) {
      what.add(orders(now, partitions, workers, nowMillis));
    }
    if (now.inTransit() != 0) {
      what.add(
          String.format(
              Locale.ROOT, "%,d units are on their way between partitions", now.inTransit()));
    } else if (!now.paymentsArrived()) {
      what.add("payments are on their way between partitions");
    }
    silent(now, partitions, workers, what);
    String unsettled =
        partitions.stream()
            .filter(one -> !one.settled())
            .map(one -> String.valueOf(one.partition()))
            .limit(MOST_NAMED + 1)
            .collect(Collectors.joining(", "));
    long count = partitions.stream().filter(one -> !one.settled()).count();
    if (count > 0) {
      what.add(
          String.format(
              Locale.ROOT,
              "%s %s%s: payments along stored links are not done",
              count == 1 ? "partition" : count + " partitions:",
              unsettled,
              count > MOST_NAMED + 1 ? " .." : ""));
    }
    if (what.isEmpty()) {
      what.add("pages of split sites are on their way back to their partitions");
    }
    return new DrainObstacles(what, workers.owners().isEmpty());
  }

  /// Partitions with an owner that may still hand out orders although nobody wants more.
  private static long unaware(
      ClusterStatus now, List<PartitionStatus> partitions, CrawlWorkers workers) {
    return now.wanted() == CrawlRegistry.State.RUNNING || workers.owners().isEmpty()
        ? 0
        : partitions.stream().filter(PartitionStatus::orders).count();
  }

  /// The orders that are out, those given longest ago first.
  private static String orders(
      ClusterStatus now, List<PartitionStatus> partitions, CrawlWorkers workers, long nowMillis) {
    List<PartitionStatus> out =
        partitions.stream()
            .filter(one -> one.oldest() != null)
            .sorted(Comparator.comparingLong(one -> since(one)))
            .toList();
    String named =
        out.stream()
            .limit(MOST_NAMED)
            .map(one -> order(one, workers, nowMillis))
            .collect(Collectors.joining("; "));
    return String.format(Locale.ROOT, "%,d pages are out", now.out())
        + (named.isEmpty() ? "" : ", asked for longest ago: " + named);
  }

  private static long since(PartitionStatus one) {
    return one.oldest() == null ? Long.MAX_VALUE : one.oldest().sinceMillis();
  }

  private static String order(PartitionStatus one, CrawlWorkers workers, long nowMillis) {
    OrderOut order = one.oldest();
    return order == null ? "" : words(order, one.partition(), workers, nowMillis);
  }

  /// With which worker an order is, since when, and when it lapses.
  public static String words(OrderOut order, int partition, CrawlWorkers workers, long nowMillis) {
    String fetcher = workers.fetcher().get(partition);
    long lapses = order.lapsesMillis() - nowMillis;
    return String.format(
        Locale.ROOT,
        "%,d page%s of %s (partition %d), for %,d s, %s, %s",
        order.pages(),
        order.pages() == 1 ? "" : "s",
        order.origin(),
        partition,
        Math.max(0, nowMillis - order.sinceMillis()) / 1000,
        fetcher == null ? "with no worker now" : "with worker " + fetcher,
        lapses > 0
            ? String.format(Locale.ROOT, "given up in %,d s at the latest", (lapses + 999) / 1000)
            : "to be given up by the partition's owner at once");
  }

  private static void silent(
      ClusterStatus now, List<PartitionStatus> partitions, CrawlWorkers workers, List<String> to) {
    if (workers.owners().isEmpty()) {
      to.add("no worker runs");
      return;
    }
    if (now.reporting() < now.partitions()) {
      to.add(
          String.format(
              Locale.ROOT,
              "%d of %d partitions have told nothing yet",
              now.partitions() - now.reporting(),
              now.partitions()));
    }
    List<PartitionStatus> quiet =
        partitions.stream().filter(one -> one.staleMillis() > SILENT_MILLIS).toList();
    if (!quiet.isEmpty()) {
      PartitionStatus first = quiet.getFirst();
      String owner = workers.owner().get(first.partition());
      to.add(
          String.format(
              Locale.ROOT,
              "%spartition %d was last heard %,d s ago from worker %s%s",
              quiet.size() == 1 ? "" : quiet.size() + " partitions are silent: ",
              first.partition(),
              first.staleMillis() / 1000,
              first.worker(),
              owner == null
                  ? ", and no worker has it now"
                  : owner.equals(first.worker()) ? "" : ", worker " + owner + " takes it over"));
    }
  }

  /// All of it in one line.
  public String words() {
    return String.join("; ", what);
  }

  /// What to type so that the crawl comes to rest.
  static String remedy(CrawlRegistry.State wanted, String crawl) {
    return wanted == CrawlRegistry.State.STOPPED
        ? "it was stopped before that was done: nephila cluster resume --crawl "
            + crawl
            + ", start a worker, then nephila cluster stop, which waits"
        : "start a worker: nephila cluster worker --crawl " + crawl + " --dir DIR";
  }
}
