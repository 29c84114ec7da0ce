package nephila.cli.cluster;

import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import nephila.cli.Console;
import nephila.cli.Verb;
import nephila.cli.crawl.CrawlReport;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.query.ClusterTotals;
import nephila.cluster.query.CrawlWorkers;
import nephila.cluster.query.DrainObstacles;
import nephila.cluster.query.PartitionStatus;
import nephila.cluster.wire.OrderOut;
import nephila.cluster.wire.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `nephila cluster status`: how a crawl on a cluster stands.
@Command(
    name = "status",
    description = "How a crawl stands, summed from its partitions, and whether its books balance.",
    footer = {
      "  nephila cluster status --kafka broker:9092 --crawl web",
      "  nephila cluster status --kafka broker:9092 --crawl web --json",
    })
public final class ClusterStatusVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Option(names = "--json", description = "As one line of JSON.")
  boolean json;

  @Option(names = "--partitions", description = "Every partition and the worker that owns it.")
  boolean partitions;

  @Override
  public Integer call() {
    KafkaConnection connection = kafka.connection();
    ClusterSettings settings = new CrawlRegistry(connection, kafka.crawl).join(null, 1);
    try (ClusterTotals clusterTotals = ClusterTotals.open(connection, kafka.crawl, settings)) {
      ClusterStatus now = clusterTotals.status();
      if (json) {
        console().json(now);
      } else {
        console().out("%s", line(now));
        console().out("Answers: %s.", CrawlReport.outcomes(now.outcomes()));
        books(console(), now);
        if (now.out() > 0) {
          oldest(connection, clusterTotals);
        }
      }
      if (partitions) {
        clusterTotals.partitionsNow().forEach(this::show);
      }
      return now.imbalance() == 0 ? DONE : FAILED;
    }
  }

  /// The pages that are out longest, with whom, and when they are given up.
  private void oldest(KafkaConnection connection, ClusterTotals totals) {
    Optional<PartitionStatus> oldest =
        totals.partitionsNow().stream()
            .filter(one -> one.oldest() != null)
            .min(
                Comparator.comparingLong(
                    one -> Objects.requireNonNull(one.oldest()).sinceMillis()));
    if (oldest.isPresent() && oldest.get().oldest() instanceof OrderOut order) {
      CrawlWorkers workers = CrawlWorkers.look(connection, new Topics(kafka.crawl));
      console()
          .out(
              "Out longest: %s.",
              DrainObstacles.words(
                  order, oldest.get().partition(), workers, System.currentTimeMillis()));
    }
  }

  private void show(PartitionStatus one) {
    if (json) {
      console().json(one);
      return;
    }
    console()
        .out(
            "partition %3d at %s: %,d read, %,d known, %,d waiting, %,d out, %,d hosts; as of %.1f"
                + " s ago",
            one.partition(),
            one.worker(),
            one.read(),
            one.known(),
            one.waiting(),
            one.out(),
            one.hosts(),
            one.staleMillis() / 1000.0);
  }

  /// One line for people.
  static String line(ClusterStatus now) {
    String state = now.finished() ? "finished" : now.wanted().name().toLowerCase(Locale.ROOT);
    return String.format(
        Locale.ROOT,
        "%s: %,d pages read, %,d known, %,d waiting, %,d out, %d hosts; %s%s; %d of"
            + " %d partitions, as of %.1f s ago",
        state,
        now.read(),
        now.known(),
        now.waiting(),
        now.out(),
        now.hosts(),
        now.opic() == null
            ? now.allTold()
                ? String.format(Locale.ROOT, "certified error %.1g", now.errorBound())
                : "certified error not known yet"
            : now.opic().words(),
        now.bias() == null ? "" : ", " + now.bias(),
        now.reporting(),
        now.partitions(),
        now.staleMillis() / 1000.0);
  }

  /// The books in words.
  static void books(Console console, ClusterStatus now) {
    boolean opic = now.opic() != null;
    console.out("%-22s%,26d", opic ? "Cash issued, in units" : "Units paid", now.paid());
    console.out("%-22s%,26d", opic ? "  held by pages" : "  received", now.received());
    console.out("%-22s%,26d", opic ? "  by the virtual page" : "  evaporated", now.evaporated());
    console.out("%-22s%,26d", opic ? "  on its way" : "  on their way", now.inTransit());
    console.out(
        "%s",
        !now.allTold() && now.imbalance() == 0
            ? "Only "
                + now.told()
                + " have told their totals: whether the books balance is not known yet."
            : now.balanced()
                ? "The books balance to the unit."
                : now.imbalance() == 0
                    ? "The partitions tell of different moments; each one's books balance to the"
                        + " unit."
                    : "THE BOOKS DO NOT BALANCE: " + now.imbalance() + " units.");
    if (now.repeats() + now.aside() + now.lapsed() > 0) {
      console.out(
          "%,d repeated results dropped, %,d records set aside, %,d orders given up.",
          now.repeats(), now.aside(), now.lapsed());
    }
  }
}
