package nephila.cluster.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import nephila.Progress;
import nephila.UserError;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.owner.CrawlTopology;
import nephila.cluster.owner.KafkaBackend;
import nephila.cluster.owner.PartitionFrontier;
import nephila.cluster.owner.PartitionHost;
import nephila.cluster.owner.PartitionOwner;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.query.ClusterTotals;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.StoredRead;
import nephila.cluster.wire.Topics;
import nephila.config.Settings;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.VirtualPageOwner;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.NewFolder;
import nephila.store.record.BinaryRecord;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlRecord;
import nephila.url.CanonicalUrl;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/// Moves a crawl from the cluster into a crawl dir, with its books as they are: `check` on the dir
/// then proves them page by page.
///
/// Reads the committed state from Kafka, so it needs no worker to answer; but it must be still: a
/// running crawl is paused until nothing is on its way, and goes on afterwards. All pages must fit
/// into memory, about 300 bytes each.
public final class ClusterExport {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final KafkaConnection connection;
  private final Topics topics;
  private final ClusterSettings settings;
  private final UrlFilter filter;
  private final Progress progress;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<PageKey, Integer> slots = new HashMap<>();

  private ClusterExport(
      KafkaConnection connection, Topics topics, ClusterSettings settings, Progress progress) {
    this.connection = connection;
    this.topics = topics;
    this.settings = settings;
    this.filter = new UrlFilter(settings.plan(), Clock.systemUTC());
    this.progress = progress;
    this.consumer = connection.consumer(Map.of());
  }

  /// Writes the crawl into `dir`, which must not hold one yet; returns how it stood. Interrupted,
  /// it lets the crawl go on and leaves `dir` as it was.
  public static ClusterStatus export(
      KafkaConnection connection, String crawl, Path dir, Progress progress) throws IOException {
    if (Files.exists(dir.resolve("state"))) {
      throw new UserError(dir + ": holds a crawl already; name another dir");
    }
    CrawlRegistry registry = new CrawlRegistry(connection, crawl);
    ClusterSettings settings = registry.join(null, 1);
    boolean interrupted = false;
    try (ClusterTotals clusterTotals = ClusterTotals.open(connection, crawl, settings)) {
      CrawlRegistry.State before = clusterTotals.wanted();
      boolean pause = before == CrawlRegistry.State.RUNNING && !clusterTotals.status().finished();
      try {
        if (pause) {
          registry.want(CrawlRegistry.State.PAUSED);
        }
        ClusterStatus still = await(clusterTotals, crawl);
        new ClusterExport(connection, new Topics(crawl), settings, progress).write(dir, still);
        return still;
      } catch (InterruptException e) {
        throw new UserError("interrupted", e);
      } finally {
        interrupted = Thread.interrupted(); // or the crawl could not be told to go on
        if (pause && clusterTotals.wanted() != CrawlRegistry.State.STOPPED) {
          registry.want(before);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Waits until nothing is on its way.
  private static ClusterStatus await(ClusterTotals clusterTotals, String crawl) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    int calm = 0;
    while (System.nanoTime() < until) {
      ClusterStatus now = clusterTotals.status();
      calm = now.drained() ? calm + 1 : 0;
      if (calm >= 3) {
        return now;
      }
      try {
        Thread.sleep(500);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UserError("interrupted", e);
      }
    }
    throw new UserError(
        "crawl '"
            + crawl
            + "' does not come to rest: "
            + clusterTotals.status().inTransit()
            + " units are on their way; is a worker running? start one with nephila cluster"
            + " worker");
  }

  private void write(Path dir, ClusterStatus still) throws IOException {
    try (consumer;
        NewFolder folder = new NewFolder(dir)) {
      Path plan = folder.temporary().resolve("plan.yaml");
      Files.writeString(plan, Settings.toYaml(settings.plan()));
      try (CrawlStore store =
          CrawlStore.open(folder.temporary(), settings.plan().ledger(), Long.MAX_VALUE)) {
        know(store);
        adopt(store);
        if (store.ledger() instanceof OpicLedger opic) {
          adopt(opic);
        }
        hosts(store);
        Map<String, String> notes = new HashMap<>(filter.focusNotes());
        notes.putAll(Map.of("archive", "", "tally", tally(still)));
        store.commit(notes);
        store.sync();
      }
      folder.commit();
    }
  }

  private static String tally(ClusterStatus still) {
    StringBuilder text = new StringBuilder();
    text.append("fetched=").append(still.fetched()).append("\nbytes=").append(still.bytes());
    still
        .outcomes()
        .forEach((kind, count) -> text.append('\n').append(kind).append('=').append(count));
    return text.toString();
  }

  /// Makes every page known, those nearest to a seed first: a page's discoverer is known before it.
  private void know(CrawlStore store) {
    record Met(PageKey key, PageDiscovery how, SortedSet<String> anchors) {}
    List<Met> met = new ArrayList<>();
    for (int i = 0; i < settings.partitions(); i++) {
      UrlFilter its = filterOf(i);
      latest(CrawlTopology.URLS, i)
          .forEach(
              (key, value) ->
                  met.add(
                      new Met(
                          PageKey.of(key.bytes),
                          UrlRecord.discovery(value, ""),
                          its.anchors(UrlRecord.focus(value)))));
      progress.at("reading addresses", i + 1, settings.partitions());
    }
    met.sort(Comparator.comparingInt(page -> page.how.depth()));
    for (Met page : met) {
      CanonicalUrl url = CanonicalUrl.ofCanonical(page.how.url());
      PageKey via = new PageKey(page.how.viaHost(), page.how.viaHash());
      int parent =
          page.how.isSeed() ? PageTable.NO_PAGE : slots.getOrDefault(via, PageTable.NO_PAGE);
      int slot =
          store.know(
              store.host(url.origin()),
              page.key.hash(),
              url.pathAndQuery(),
              page.how.depth(),
              parent);
      if (filter.hasFocus()) {
        store.focus(slot, filter.focusClass(url, page.anchors, 0));
      }
      slots.put(page.key, slot);
    }
  }

  /// The classes of focus rules of a partition.
  private UrlFilter filterOf(int partition) {
    UrlFilter its = new UrlFilter(settings.plan(), Clock.systemUTC());
    if (filter.hasFocus()) {
      Map<Key, byte[]> notes = latest(CrawlTopology.HOSTS, partition);
      its.resume(
          name ->
              Optional.ofNullable(notes.get(new Key(KafkaBackend.noteKey(name))))
                  .map(text -> new String(text, StandardCharsets.UTF_8)));
    }
    return its;
  }

  private void adopt(CrawlStore store) {
    for (int i = 0; i < settings.partitions(); i++) {
      Map<Key, byte[]> rows = latest(CrawlTopology.ROWS, i);
      latest(CrawlTopology.PAGES, i)
          .forEach(
              (key, value) -> {
                Integer slot = slots.get(PageKey.of(key.bytes));
                if (slot == null) {
                  throw new nephila.store.BrokenState(
                      "a page without an address: its introduction is missing");
                }
                adopt(
                    store,
                    slot,
                    PageKey.of(key.bytes).site(),
                    KafkaBackend.page(value),
                    rows.get(key));
              });
      progress.at("moving pages", i + 1, settings.partitions());
    }
  }

  /// What the partitions have counted together, with the virtual page that one of them has.
  private void adopt(OpicLedger ledger) {
    PartitionTotals all = new PartitionTotals();
    for (int i = 0; i < settings.partitions(); i++) {
      byte[] kept =
          latest(CrawlTopology.HOSTS, i)
              .get(new Key(KafkaBackend.noteKey(PartitionOwner.TOTALS_NOTE)));
      if (kept != null) {
        all.add(PartitionTotals.take(new BinaryRecord(kept)));
      }
    }
    ledger.adopt(
        all.opic(),
        new VirtualPageOwner(all.get(Sum.POOL), all.get(Sum.SHARERS), all.get(Sum.LEVEL)));
  }

  private void adopt(CrawlStore store, int slot, int site, StoredPage page, byte @Nullable [] row) {
    StoredRead reading = row == null ? null : StoredRead.of(row, site);
    PageKey[] keys = reading == null ? new PageKey[0] : reading.row();
    int[] links = new int[keys.length];
    for (int i = 0; i < links.length; i++) {
      links[i] = Objects.requireNonNull(slots.get(keys[i]), "a link to a page nobody knows");
    }
    if (store.choice().importance().isOpic()) {
      ReadFacts facts = reading == null ? null : reading.facts();
      byte[] past = row == null ? new byte[0] : ReadFacts.past(row);
      store.adopt(slot, page, facts, past, links);
      return;
    }
    store.exact().adopt(slot, page.received(), page.paid(), links, page.reads(), page.changes());
    store.pages().misses(slot, page.misses());
    if (page.isDropped()) {
      store.drop(slot);
    }
    if (reading != null && page.isGone()) {
      store.gone(slot, reading.facts());
    } else if (reading != null && page.isRead()) {
      store.unchanged(slot, reading.facts());
    }
  }

  private void hosts(CrawlStore store) {
    for (int i = 0; i < settings.partitions(); i++) {
      latest(CrawlTopology.HOSTS, i)
          .forEach(
              (key, value) -> {
                if (PartitionFrontier.isOrigin(key.bytes)) {
                  String origin = new String(key.bytes, StandardCharsets.UTF_8);
                  PartitionHost host = PartitionHost.of(0, origin, 0, value);
                  store.hostFacts(store.host(origin), host.state.facts());
                }
              });
    }
  }

  /// A key that can be compared.
  private record Key(byte[] bytes) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return java.util.Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && java.util.Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return java.util.Arrays.hashCode(bytes);
    }
  }

  /// What a store of a partition holds: the latest value of every key of its changelog.
  private Map<Key, byte[]> latest(String store, int partition) {
    Map<Key, byte[]> values = new TreeMap<>();
    try {
      TopicPartition from = new TopicPartition(topics.changelog(store), partition);
      CrawlRegistry.readAll(
          consumer,
          List.of(from),
          record -> {
            if (record.value() == null) {
              values.remove(new Key(record.key()));
            } else {
              values.put(new Key(record.key()), record.value());
            }
          });
    } catch (InterruptException e) {
      throw e;
    } catch (org.apache.kafka.common.KafkaException e) {
      throw connection.told(e);
    }
    return values;
  }
}
