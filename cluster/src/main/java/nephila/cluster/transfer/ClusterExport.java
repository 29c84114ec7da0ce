package nephila.cluster.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.JoinedArchives;
import nephila.archive.Replayed;
import nephila.archive.warc.ArchiveOptions;
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
import nephila.cluster.query.DrainWait;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.StoredRead;
import nephila.cluster.wire.Topics;
import nephila.cluster.wire.Wire;
import nephila.config.Settings;
import nephila.crawl.RequisiteCheck;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.RowShares;
import nephila.ledger.VirtualPageOwner;
import nephila.process.Statuses;
import nephila.process.UrlFilter;
import nephila.store.BrokenState;
import nephila.store.CrawlStore;
import nephila.store.NewFolder;
import nephila.store.RequisiteTable;
import nephila.store.record.BinaryRecord;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlHash;
import nephila.store.record.UrlRecord;
import nephila.url.CanonicalUrl;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/// Moves a crawl from the cluster into a crawl dir, with its books as they are: `check` on the dir
/// then proves them page by page.
///
/// Reads the committed state from Kafka, so it needs no worker to answer; but it must be still: a
/// running crawl is paused until nothing is on its way, and goes on afterwards.
///
/// As it is ([#asItIs]), a crawl of the exact ledger need not be still and no worker need run: rows
/// and what they have paid are taken as they were committed, and what every page received is what
/// the rows say, so that payments on their way count as arrived. Pages that are introduced by
/// payments on their way are known; pages of orders that are out wait. Partitions of a crawl that
/// runs may be a transaction apart. All pages must fit into memory, about 300 bytes each, as it is
/// with their rows.
public final class ClusterExport {
  private static final List<String> STORES =
      List.of(CrawlTopology.PAGES, CrawlTopology.URLS, CrawlTopology.ROWS, CrawlTopology.HOSTS);

  private final KafkaConnection connection;
  private final Topics topics;
  private final ClusterSettings settings;
  private final UrlFilter filter;
  private final Progress progress;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<PageKey, Integer> slots = new HashMap<>();
  private final boolean asItIs;

  /// Dirs of workers whose archives go with the crawl.
  private final List<Path> archives;

  /// Requisites in the archives that are there more than once: of several workers, or after kills.
  private long repeatedRequisites;

  /// As it is: what the stores held at one moment, and pages that payments introduced then.
  private final Map<TopicPartition, Map<Key, byte[]>> snapshot = new HashMap<>();

  private final Map<PageKey, ClusterDiscovery> introduced = new LinkedHashMap<>();

  /// As it is: what every page received, by slot, and how far that is from what it has been told.
  private long[] received = {};

  private long onTheirWay;
  private int owed;
  private long unknownLinks;

  private ClusterExport(
      KafkaConnection connection,
      Topics topics,
      ClusterSettings settings,
      boolean asItIs,
      List<Path> archives,
      Progress progress) {
    this.asItIs = asItIs;
    this.archives = archives;
    this.connection = connection;
    this.topics = topics;
    this.settings = settings;
    this.filter = new UrlFilter(settings.plan(), Clock.systemUTC());
    this.progress = progress;
    this.consumer = connection.reader();
  }

  /// What was exported as it is.
  ///
  /// @param owed pages that have not been told of all that was paid to them
  /// @param unitsOwed what is on its way to them, payments less what is taken back
  /// @param unknownLinks links left out because no address of the page they lead to is known
  public record AsItIs(ClusterStatus status, int owed, long unitsOwed, long unknownLinks) {}

  /// Writes the crawl as it is into `dir`, which must not hold one yet. Changes nothing of the
  /// crawl.
  ///
  /// @param archives dirs of workers whose archives go with it
  public static AsItIs asItIs(
      KafkaConnection connection, String crawl, Path dir, List<Path> archives, Progress progress)
      throws IOException {
    isNew(dir);
    ClusterSettings settings = new CrawlRegistry(connection, crawl).crawl();
    if (settings.plan().importance().isOpic()) {
      throw new UserError(
          "crawl '"
              + crawl
              + "' has --importance opic: cash that is on its way is nowhere else, so it must come"
              + " to rest; leave --as-it-is out");
    }
    try (ClusterTotals totals = ClusterTotals.open(connection, crawl, settings)) {
      ClusterExport export =
          new ClusterExport(connection, new Topics(crawl), settings, true, archives, progress);
      export.takeSnapshot();
      ClusterStatus now = export.committed(totals.wanted());
      export.write(dir, now);
      return new AsItIs(now, export.owed, export.onTheirWay, export.unknownLinks);
    } catch (InterruptException e) {
      throw new UserError("interrupted", e);
    }
  }

  /// The same without archives.
  public static AsItIs asItIs(KafkaConnection connection, String crawl, Path dir, Progress progress)
      throws IOException {
    return asItIs(connection, crawl, dir, List.of(), progress);
  }

  /// As [#export] has it, for callers who do not look meanwhile.
  public static ClusterStatus export(
      KafkaConnection connection, String crawl, Path dir, Progress progress) throws IOException {
    return export(
        connection,
        crawl,
        dir,
        List.of(),
        DrainWait.Listener.SILENT,
        () -> "export it as it is",
        progress);
  }

  private static void isNew(Path dir) {
    if (Files.exists(dir.resolve("state"))) {
      throw new UserError(dir + ": holds a crawl already; name another dir");
    }
  }

  /// Writes the crawl into `dir`, which must not hold one yet; returns how it stood. Interrupted,
  /// it lets the crawl go on and leaves `dir` as it was.
  ///
  /// @param archives dirs of workers whose archives go with it
  /// @param listener hears what is in the way of rest
  /// @param instead what a user can type where the crawl does not come to rest
  public static ClusterStatus export(
      KafkaConnection connection,
      String crawl,
      Path dir,
      List<Path> archives,
      DrainWait.Listener listener,
      Supplier<String> instead,
      Progress progress)
      throws IOException {
    isNew(dir);
    CrawlRegistry registry = new CrawlRegistry(connection, crawl);
    ClusterSettings settings = registry.crawl();
    boolean interrupted = false;
    try (ClusterTotals clusterTotals = ClusterTotals.open(connection, crawl, settings)) {
      CrawlRegistry.State before = clusterTotals.wanted();
      boolean pause = before == CrawlRegistry.State.RUNNING && !clusterTotals.status().finished();
      try {
        if (pause) {
          registry.want(CrawlRegistry.State.PAUSED);
        }
        ClusterStatus still =
            DrainWait.of(connection, crawl, clusterTotals).await(listener, instead);
        new ClusterExport(connection, new Topics(crawl), settings, false, archives, progress)
            .write(dir, still);
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

  private void write(Path dir, ClusterStatus still) throws IOException {
    try (consumer;
        NewFolder folder = new NewFolder(dir)) {
      Path plan = folder.temporary().resolve("plan.yaml");
      Files.writeString(plan, Settings.toYaml(settings.plan()));
      if (!settings.preferenceText().isEmpty()) {
        Path preference = folder.temporary().resolve(CrawlStore.PREFERENCE_FILE);
        Files.writeString(preference, settings.preferenceText());
      }
      try (CrawlStore store =
          CrawlStore.open(folder.temporary(), settings.plan().ledger(), Long.MAX_VALUE)) {
        know(store);
        adopt(store);
        if (store.ledger() instanceof OpicLedger opic) {
          adopt(opic);
        }
        hosts(store);
        Map<String, String> notes = new HashMap<>(filter.focusNotes());
        String archived = archive(folder.temporary(), store.requisites());
        notes.putAll(Map.of("archive", archived, "tally", tally(still)));
        notes.put(RequisiteCheck.REPEATED_NOTE, Long.toString(repeatedRequisites));
        store.commit(notes);
        store.sync();
      }
      folder.commit();
    }
  }

  /// Where the archive ends that goes with the crawl, empty where none does.
  private String archive(Path dir, RequisiteTable requisites) throws IOException {
    ArchiveOptions how =
        ArchiveOptions.defaults(Clock.systemUTC(), RandomGenerator.getDefault())
            .gzipLevel(settings.plan().gzip());
    return archives.isEmpty()
        ? ""
        : JoinedArchives.into(dir, archives, how, progress, one -> archived(one, requisites))
            .toString();
  }

  /// Requisites are known to the archives of workers alone.
  private void archived(Replayed one, RequisiteTable requisites) {
    if (RequisiteCheck.isSettled(one.notes(), one.exchange())) {
      long hash = UrlHash.of(one.exchange().url());
      if (requisites.isKnown(hash)) {
        repeatedRequisites++;
      } else {
        requisites.settle(hash, Statuses.of(one.exchange()));
      }
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

  private record Met(PageKey key, PageDiscovery how, SortedSet<String> anchors) {}

  /// Makes every page known, those nearest to a seed first: a page's discoverer is known before it.
  private void know(CrawlStore store) {
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
    if (asItIs) {
      introduced(met);
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

  /// Pages that only payments on their way introduce.
  private void introduced(List<Met> met) {
    for (int i = 0; i < settings.partitions(); i++) {
      byte[] unsent =
          latest(CrawlTopology.HOSTS, i)
              .get(new Key(KafkaBackend.noteKey(PartitionOwner.UNSENT_NOTE)));
      if (unsent != null && unsent.length > 0) {
        PartitionOwner.unsent(unsent).forEach(this::introduced);
      }
    }
    met.forEach(page -> introduced.remove(page.key));
    introduced.forEach((page, how) -> met.add(new Met(page, how.discovery(), how.anchors())));
  }

  private void introduced(byte[] message) {
    for (Payment payment : payments(message)) {
      if (payment.introduction() != null) {
        introduced.put(payment.to(), payment.introduction());
      }
    }
  }

  private static List<Payment> payments(byte[] message) {
    try {
      BinaryRecord body = new BinaryRecord(message);
      return Wire.kind(body) == Wire.TRANSFER ? Payment.take(body) : List.of();
    } catch (BrokenState e) {
      return List.of(); // is set aside by its owner
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
    received = asItIs ? received(store) : received;
    for (int i = 0; i < settings.partitions(); i++) {
      Map<Key, byte[]> rows = latest(CrawlTopology.ROWS, i);
      latest(CrawlTopology.PAGES, i)
          .forEach(
              (key, value) -> {
                Integer slot = slots.get(PageKey.of(key.bytes));
                if (slot == null && asItIs) {
                  return; // became known while the partitions were read
                }
                if (slot == null) {
                  throw new BrokenState("a page without an address: its introduction is missing");
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
    kept().forEach(all::add);
    ledger.adopt(
        all.opic(),
        new VirtualPageOwner(all.get(Sum.POOL), all.get(Sum.SHARERS), all.get(Sum.LEVEL)),
        all.get(Sum.PURSE),
        all.get(Sum.FAVOURED));
  }

  /// The totals of the partitions that have any, as they are kept with their state.
  private List<PartitionTotals> kept() {
    List<PartitionTotals> all = new ArrayList<>();
    for (int i = 0; i < settings.partitions(); i++) {
      byte[] kept =
          latest(CrawlTopology.HOSTS, i)
              .get(new Key(KafkaBackend.noteKey(PartitionOwner.TOTALS_NOTE)));
      if (kept != null) {
        all.add(PartitionTotals.take(new BinaryRecord(kept)));
      }
    }
    return all;
  }

  /// How the crawl stands by what is kept.
  private ClusterStatus committed(CrawlRegistry.State wanted) {
    PartitionTotals sum = new PartitionTotals();
    List<PartitionTotals> all = kept();
    all.forEach(sum::add);
    long imbalance = all.stream().mapToLong(one -> Math.abs(one.imbalance())).sum();
    return ClusterStatus.of(wanted, settings, sum, all.size(), 0, imbalance, Long.MAX_VALUE, 0);
  }

  private void adopt(CrawlStore store, int slot, int site, StoredPage page, byte @Nullable [] row) {
    StoredRead reading =
        row == null || (asItIs && !page.isRead()) ? null : StoredRead.of(row, site);
    int[] links = links(reading, page.isGone());
    if (store.choice().importance().isOpic()) {
      ReadFacts facts = reading == null ? null : reading.facts();
      byte[] past = row == null ? new byte[0] : ReadFacts.past(row);
      store.adopt(slot, page, facts, past, links);
      return;
    }
    long its = asItIs ? received[slot] : page.received();
    if (its != page.received()) {
      owed++;
      onTheirWay += its - page.received();
    }
    store.exact().adopt(slot, its, page.paid(), links, page.reads(), page.changes());
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

  /// Where the row of a page leads, as it is without links to pages whose address is not known.
  private int[] links(@Nullable StoredRead reading, boolean gone) {
    PageKey[] keys = reading == null ? new PageKey[0] : reading.row();
    if (!asItIs) {
      int[] links = new int[keys.length];
      for (int i = 0; i < links.length; i++) {
        links[i] = Objects.requireNonNull(slots.get(keys[i]), "a link to a page nobody knows");
      }
      return links;
    }
    return gone
        ? new int[0]
        : Arrays.stream(keys)
            .map(slots::get)
            .filter(Objects::nonNull)
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /// What every page received by the rows that were committed: also what is on its way to it.
  private long[] received(CrawlStore store) {
    long[] sums = new long[slots.size()];
    for (int slot = 0; slot < sums.length; slot++) {
      sums[slot] = store.joinedWith(slot);
    }
    for (int i = 0; i < settings.partitions(); i++) {
      Map<Key, byte[]> rows = latest(CrawlTopology.ROWS, i);
      latest(CrawlTopology.PAGES, i)
          .forEach(
              (key, value) -> {
                StoredPage page = KafkaBackend.page(value);
                byte[] row = page.isRead() ? rows.get(key) : null;
                if (row == null || !slots.containsKey(PageKey.of(key.bytes))) {
                  return;
                }
                StoredRead reading = StoredRead.of(row, PageKey.of(key.bytes).site());
                int[] links = links(reading, page.isGone());
                unknownLinks += page.isGone() ? 0 : reading.row().length - links.length;
                int from = Objects.requireNonNull(slots.get(PageKey.of(key.bytes)));
                RowShares shares = store.paidAlong(from, links, page.paid());
                for (int k = 0; k < links.length; k++) {
                  sums[links[k]] += shares.of(k);
                }
              });
      progress.at("reading rows", i + 1, settings.partitions());
    }
    return sums;
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
    Map<Key, byte[]> seen = snapshot.get(new TopicPartition(topics.changelog(store), partition));
    if (seen != null) {
      return seen;
    }
    Map<Key, byte[]> values = new TreeMap<>();
    read(List.of(new TopicPartition(topics.changelog(store), partition)), take(values));
    return values;
  }

  private static Consumer<ConsumerRecord<byte[], byte[]>> take(Map<Key, byte[]> values) {
    return record -> {
      if (record.value() == null) {
        values.remove(new Key(record.key()));
      } else {
        values.put(new Key(record.key()), record.value());
      }
    };
  }

  /// Reads all stores of all partitions and the payments between them, as they are committed at one
  /// moment.
  private void takeSnapshot() {
    Map<TopicPartition, Consumer<ConsumerRecord<byte[], byte[]>>> readers = new HashMap<>();
    for (int i = 0; i < settings.partitions(); i++) {
      for (String store : STORES) {
        TopicPartition from = new TopicPartition(topics.changelog(store), i);
        Map<Key, byte[]> values = new TreeMap<>();
        snapshot.put(from, values);
        readers.put(from, take(values));
      }
      readers.put(new TopicPartition(topics.transfers(), i), record -> introduced(record.value()));
    }
    long[] count = {0};
    read(
        List.copyOf(readers.keySet()),
        record -> {
          Objects.requireNonNull(
                  readers.get(new TopicPartition(record.topic(), record.partition())))
              .accept(record);
          progress.at("reading records", ++count[0], -1);
        });
  }

  /// Shows what is committed in some partitions.
  private void read(List<TopicPartition> from, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    try {
      CrawlRegistry.readAll(consumer, from, to);
    } catch (InterruptException e) {
      throw e;
    } catch (org.apache.kafka.common.KafkaException e) {
      throw connection.told(e);
    }
  }
}
