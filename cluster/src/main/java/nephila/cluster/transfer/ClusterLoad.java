package nephila.cluster.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;
import nephila.Progress;
import nephila.UserError;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.Ownership;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.MovedHost;
import nephila.cluster.wire.MovedLedger;
import nephila.cluster.wire.MovedPage;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.StoredRead;
import nephila.cluster.wire.Topics;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.url.CanonicalUrl;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// Moves a crawl from a crawl dir into the cluster, with its books as they are. The dir is only
/// read. The crawl on the cluster is begun paused; workers take the pages in as they come, and one
/// that is sent twice is taken once, so a move that was interrupted is simply repeated.
public final class ClusterLoad {
  /// The partition that has OPIC's virtual page.
  private static final int VIRTUAL_PAGE = 0;

  private ClusterLoad() {}

  /// Begins crawl `name` with what is in `dir`; returns how many pages were sent.
  public static long load(
      Path dir,
      KafkaConnection connection,
      String name,
      ClusterSettings settings,
      int replication,
      Progress progress)
      throws IOException {
    CrawlRegistry registry = new CrawlRegistry(connection, name);
    try (CrawlStore store = CrawlStore.look(dir)) {
      if (!store.choice().equals(settings.plan().ledger())) {
        throw new UserError(
            dir
                + ": its plan.yaml says another importance, damping, window, links, weights or"
                + " preference than it was crawled with; correct it and load it again");
      }
      registry.join(settings, replication);
      registry.want(CrawlRegistry.State.PAUSED);
      registry.moves(store.knownPages());
      UrlFilter filter = new UrlFilter(settings.plan(), Clock.systemUTC());
      filter.resume(store::note);
      send(store, filter, connection, new Topics(name), Ownership.of(settings), progress);
      return store.knownPages();
    }
  }

  private static void send(
      CrawlStore store,
      UrlFilter filter,
      KafkaConnection connection,
      Topics topics,
      Ownership ownership,
      Progress progress) {
    PageTable pages = store.pages();
    PageIndex index = store.index();
    PageKey[] keys = new PageKey[pages.size()];
    for (int slot = 0; slot < keys.length; slot++) {
      keys[slot] = PageKey.of(CanonicalUrl.ofCanonical(store.url(slot)));
    }
    AtomicReference<@Nullable Exception> failed = new AtomicReference<>();
    OpicLedger opic = store.ledger() instanceof OpicLedger its ? its : null;
    try (KafkaProducer<byte[], byte[]> producer = connection.producer(Map.of("linger.ms", 50))) {
      if (opic != null) {
        send(producer, topics, VIRTUAL_PAGE, MovedLedger.message(opic.moved()), failed);
      }
      for (int host = 0; host < store.hosts(); host++) {
        String origin = store.origin(host);
        MovedHost moved = new MovedHost(origin, store.hostFacts(host), store.hostReads(host));
        PageKey any = PageKey.of(CanonicalUrl.ofCanonical(origin + "/"));
        send(producer, topics, ownership.home(any.site()), moved.message(), failed);
      }
      for (int slot = 0; slot < keys.length; slot++) {
        MovedPage moved = page(store, filter, slot, keys);
        send(producer, topics, ownership.of(keys[slot]), moved.message(), failed);
        if (slot % 1000 == 0) {
          progress.at("moving pages", slot, keys.length);
        }
      }
      producer.flush();
    }
    Exception why = failed.get();
    if (why != null) {
      throw connection.told(why);
    }
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer,
      Topics topics,
      int partition,
      byte[] message,
      AtomicReference<@Nullable Exception> failed) {
    producer.send(
        new ProducerRecord<>(topics.transfers(), partition, null, message),
        (kept, e) -> {
          if (e != null) {
            failed.compareAndSet(null, e);
          }
        });
  }

  private static MovedPage page(CrawlStore store, UrlFilter filter, int slot, PageKey[] keys) {
    PageTable pages = store.pages();
    PageIndex index = store.index();
    PageDiscovery how = store.discovery(slot);
    PageKey via = null;
    if (!how.isSeed()) {
      int parent = index.find(how.viaHost(), how.viaHash());
      via = parent == PageTable.NO_PAGE ? null : keys[parent];
    }
    int[] row = pages.row(slot);
    PageKey[] links = new PageKey[row.length];
    for (int i = 0; i < row.length; i++) {
      links[i] = keys[row[i]];
    }
    ReadFacts facts = store.lastRead(slot);
    StoredRead reading = facts == null ? null : new StoredRead(facts, links);
    StoredPage page = StoredPage.of(pages, index, slot);
    page.paid(store.ledger().keptPaid(slot));
    byte[] past =
        facts != null && store.ledger() instanceof OpicLedger opic && !pages.isGone(slot)
            ? opic.past(slot)
            : new byte[0];
    SortedSet<String> anchors = filter.anchors(pages.focus(slot));
    ClusterDiscovery introduction = new ClusterDiscovery(how.url(), how.depth(), via, anchors);
    return new MovedPage(introduction, page, reading, past);
  }
}
