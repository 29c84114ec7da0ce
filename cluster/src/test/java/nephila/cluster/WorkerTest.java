package nephila.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.ArchiveCheck;
import nephila.archive.WorkerDir;
import nephila.archive.warc.ArchivePosition;
import nephila.cluster.query.ClusterQueryClient;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.query.DrainWait;
import nephila.cluster.transfer.ClusterExport;
import nephila.cluster.transfer.ClusterLoad;
import nephila.cluster.wire.Topics;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.testweb.LittleWeb;
import nephila.url.Scope;
import nephila.view.PageRanking;
import nephila.view.SiteRow;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Against a real broker in this process.
@Tag("slow")
@Execution(ExecutionMode.SAME_THREAD)
class WorkerTest {
  private static final Progress SILENT = (what, done, total) -> {};

  @TempDir static Path dir;
  private static LocalBroker broker;
  private static KafkaConnection connection;
  private static LittleWeb web;

  @BeforeAll
  static void start() throws IOException {
    broker = LocalBroker.start(dir.resolve("broker"));
    connection = KafkaConnection.to(broker.address());
    web = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()));
  }

  @AfterAll
  static void stop() throws IOException {
    web.close();
    broker.close();
  }

  private static CrawlConfig plan() {
    return CrawlConfig.of(web.front())
        .with("scope", Scope.Kind.ANY)
        .with(
            "exclude", List.of("^" + web.origin("calendar") + "/", "^" + web.origin("shop") + "/."))
        .with("allow-network", web.networks())
        .with("gone-after", 1)
        .with("delay", Duration.ZERO);
  }

  private static Worker worker(String crawl, String id, ClusterSettings settings)
      throws IOException {
    return Worker.start(
        new Worker.Options(
            connection, crawl, dir.resolve(crawl + id), id, settings, 1, 0, 1, 100, true));
  }

  @Test
  void twoWorkersReadWhatOneMachineReadsAndMoveHouse() throws Exception {
    Path single = dir.resolve("single");
    try (Crawl crawl = Crawl.open(single, plan().checked())) {
      crawl.run(CrawlListener.SILENT);
    }
    ClusterSettings settings =
        new ClusterSettings(plan().checked(), 4, List.of(web.origin("atlas")));
    try (Worker one = worker("both", "w1", settings);
        Worker two = worker("both", "w2", null)) {
      set(two.settings(), settings);
      garbage("both");
      questions("both", one);
      ClusterStatus end = one.run(true, status -> {});
      assertTrue(end.balanced(), end.toString());
      assertEquals(1, end.aside());
      interrupted("both", dir.resolve("cluster"));
      ClusterExport.export(connection, "both", dir.resolve("cluster"), SILENT);
    }
    withArchives("both");
    Map<String, Double> here = importance(single);
    Map<String, Double> there = importance(dir.resolve("cluster"));
    assertEquals(here.keySet(), there.keySet());
    double distance = 0;
    for (Map.Entry<String, Double> page : here.entrySet()) {
      distance += Math.abs(page.getValue() - there.get(page.getKey()));
    }
    assertTrue(distance <= 2e-5, "L1 distance " + distance);
    moveIn(single, here);
  }

  /// One crawl dir, with the archives of both workers, which one machine goes on with.
  private void withArchives(String crawl) throws Exception {
    Path whole = dir.resolve("whole");
    List<Path> workers = List.of(dir.resolve(crawl + "w1"), dir.resolve(crawl + "w2"));
    long exchanges = 0;
    for (Path worker : workers) {
      ArchivePosition end = WorkerDir.committed(worker);
      exchanges += ArchiveCheck.of(worker, end, SILENT).exchanges();
    }
    ClusterExport.export(
        connection, crawl, whole, workers, DrainWait.Listener.SILENT, () -> "", SILENT);
    try (CrawlStore store = CrawlStore.look(whole)) {
      ArchivePosition end = ArchivePosition.parse(store.note("archive").orElseThrow());
      ArchiveCheck.Result found = ArchiveCheck.of(whole, end, SILENT);
      assertEquals(List.of(), found.faults());
      assertEquals(exchanges, found.exchanges());
      assertEquals(0, found.behind());
    }
    Map<String, Double> before = importance(whole);
    try (Crawl going = Crawl.open(whole, plan().checked())) {
      going.run(CrawlListener.SILENT);
    }
    Map<String, Double> after = importance(whole);
    before.forEach((url, its) -> assertEquals(its, after.get(url), 1e-5, url));
    Path none = dir.resolve("none");
    UserError e =
        assertThrows(
            UserError.class,
            () ->
                ClusterExport.export(
                    connection,
                    crawl,
                    none,
                    List.of(dir),
                    DrainWait.Listener.SILENT,
                    () -> "",
                    SILENT));
    assertTrue(String.valueOf(e.getMessage()).startsWith(dir + ": holds no archive of a cluster"));
    assertFalse(Files.exists(none));
  }

  /// Interrupted while it writes, an export leaves nothing.
  private static void interrupted(String crawl, Path to) {
    Progress interrupting = (what, done, total) -> Thread.currentThread().interrupt();
    UserError e =
        assertThrows(
            UserError.class, () -> ClusterExport.export(connection, crawl, to, interrupting));
    assertEquals("interrupted", e.getMessage());
    assertTrue(Thread.interrupted());
    assertFalse(Files.exists(to));
  }

  /// Live questions while both work.
  private static void questions(String crawl, Worker worker) throws InterruptedException {
    while (worker.status().read() < 10) {
      Thread.sleep(50);
    }
    try (ClusterQueryClient client = ClusterQueryClient.open(connection, crawl)) {
      ClusterQueryClient.Pages top = client.pages(20, PageRanking.Which.ALL);
      assertTrue(top.basis().whole(), top.basis().toString());
      assertEquals(20, top.pages().size());
      ClusterQueryClient.Sites sites = client.sites(100);
      List<String> names = sites.sites().stream().map(SiteRow::site).toList();
      assertEquals(names.size(), Set.copyOf(names).size(), names.toString());
      assertTrue(sites.sites().stream().anyMatch(site -> site.read() > 0), sites.toString());
      ClusterQueryClient.Why why = client.why(web.front(), 5);
      assertTrue(why.exactRank(), why.toString());
      assertTrue(why.explanation().verdict().startsWith("read"), why.toString());
      UserError unknown =
          assertThrows(UserError.class, () -> client.why("http://nowhere.test/", 5));
      assertTrue(unknown.getMessage().contains("is not known"), unknown.getMessage());
    }
  }

  /// From the crawl dir into a cluster and back: nothing changes but where it is.
  private void moveIn(Path single, Map<String, Double> here) throws Exception {
    ClusterSettings settings =
        new ClusterSettings(plan().checked(), 4, List.of(web.origin("atlas")));
    ClusterLoad.load(single, connection, "moved", settings, 1, SILENT);
    try (Worker worker = worker("moved", "w1", null)) {
      Thread runs = Thread.ofVirtual().start(() -> run(worker));
      ClusterExport.export(connection, "moved", dir.resolve("back"), SILENT);
      worker.stop();
      runs.join();
    }
    Map<String, Double> back = importance(dir.resolve("back"));
    assertEquals(here.keySet(), back.keySet());
    here.forEach((url, value) -> assertEquals(value, back.get(url), 1e-5, url));
  }

  /// Ended in the middle, with orders out and payments on their way: whoever waits for rest is told
  /// at once that nobody will bring it about; as it is, the crawl comes out with books that
  /// balance, also while it is read.
  @Test
  void aCrawlThatCannotComeToRestSaysSoAtOnceAndComesOutAsItIs() throws Exception {
    CrawlConfig slow = plan().with("delay", Duration.ofMillis(50)).checked();
    try (Worker worker = worker("cut", "w1", new ClusterSettings(slow, 3))) {
      while (worker.status().read() < 20) {
        Thread.sleep(50);
      }
      ClusterExport.AsItIs busy =
          ClusterExport.asItIs(connection, "cut", dir.resolve("busy"), SILENT);
      assertTrue(busy.status().read() >= 20, busy.toString());
      whole(dir.resolve("busy")).close();
    }
    long begun = System.nanoTime();
    UserError e =
        assertThrows(
            UserError.class,
            () -> ClusterExport.export(connection, "cut", dir.resolve("never"), SILENT));
    assertTrue(e.getMessage().contains("no worker runs"), e.getMessage());
    assertTrue(e.getMessage().contains("start a worker"), e.getMessage());
    assertTrue(System.nanoTime() - begun < Duration.ofSeconds(30).toNanos(), "not at once");
    assertFalse(Files.exists(dir.resolve("never")));
    ClusterExport.AsItIs cut = ClusterExport.asItIs(connection, "cut", dir.resolve("cut"), SILENT);
    assertEquals(0, cut.status().imbalance());
    try (CrawlStore store = whole(dir.resolve("cut"))) {
      assertEquals(cut.status().read(), store.readPages());
    }
    assertEquals(0, cut.unknownLinks());
    assertEquals(cut.status().inTransit(), cut.unitsOwed());
  }

  private static CrawlStore whole(Path crawl) throws IOException {
    CrawlStore store = CrawlStore.look(crawl);
    assertEquals(List.of(), StoreCheck.of(store).faults());
    return store;
  }

  private static void run(Worker worker) {
    try {
      worker.run(false, status -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void set(ClusterSettings found, ClusterSettings wanted) {
    assertEquals("", found.difference(wanted));
  }

  private static void garbage(String crawl) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = connection.producer(Map.of())) {
      byte[] nonsense = {7, 7, 7};
      producer.send(new ProducerRecord<>(crawl + ".transfers", 0, null, nonsense)).get();
    }
  }

  private static Map<String, Double> importance(Path crawl) throws IOException {
    Map<String, Double> read = new TreeMap<>();
    try (CrawlStore store = CrawlStore.look(crawl)) {
      assertEquals(List.of(), StoreCheck.of(store).faults());
      assertTrue(store.gonePages() > 0);
      for (int slot = 0; slot < store.pages().size(); slot++) {
        if (store.pages().isRead(slot)) {
          read.put(store.url(slot), store.ledger().importance(slot));
        }
      }
    }
    return read;
  }

  @Test
  void joiningACrawlThatIsNotThereSaysHowToBeginIt() {
    UserError e =
        assertThrows(UserError.class, () -> new CrawlRegistry(connection, "nowhere").join(null, 1));
    assertTrue(e.getMessage().contains("no crawl 'nowhere'"), e.getMessage());
  }

  @Test
  void aCrawlOfThatNameWithOtherSettingsIsRefused() {
    CrawlRegistry registry = new CrawlRegistry(connection, "taken");
    registry.join(new ClusterSettings(plan(), 2), 1);
    ClusterSettings other = new ClusterSettings(plan().with("delay", Duration.ofSeconds(3)), 2);
    UserError e = assertThrows(UserError.class, () -> registry.join(other, 1));
    assertTrue(e.getMessage().contains("delay"), e.getMessage());
    ClusterSettings split = new ClusterSettings(plan(), 2, List.of("example.org"));
    UserError dealt = assertThrows(UserError.class, () -> registry.join(split, 1));
    assertTrue(dealt.getMessage().contains("split [], not [example.org]"), dealt.getMessage());
    assertThrows(UserError.class, () -> new ClusterSettings(plan(), 2, List.of("a b")));
    UserError more =
        assertThrows(UserError.class, () -> registry.join(new ClusterSettings(plan(), 3), 1));
    assertTrue(more.getMessage().contains("partitions 2, not 3"), more.getMessage());
  }

  @Test
  void aTopicWithAnotherNumberOfPartitionsIsRefused() {
    CrawlRegistry registry = new CrawlRegistry(connection, "grown");
    registry.join(new ClusterSettings(plan(), 2), 1);
    try (Admin admin = connection.admin()) {
      connection.await(
          admin.createPartitions(Map.of("grown.reads", NewPartitions.increaseTo(3))).all());
    }
    UserError e = assertThrows(UserError.class, () -> registry.join(null, 1));
    assertTrue(e.getMessage().contains("grown.reads has 3 partitions"), e.getMessage());
  }

  @Test
  void aTransactionThatIsOpenForLongIsLeftAloneWhileItsCoordinatorKnowsIt() throws Exception {
    new CrawlRegistry(connection, "slow").join(new ClusterSettings(plan(), 1), 1);
    Map<String, Object> own =
        Map.of("transactional.id", "slow-1", "transaction.timeout.ms", 60_000);
    try (Admin admin = connection.admin();
        KafkaProducer<byte[], byte[]> producer = connection.producer(own)) {
      LostTransactions lost = new LostTransactions(new Topics("slow"), 1);
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("slow.totals", 0, new byte[1], new byte[1])).get();
      assertEquals(0, lost.mend(admin, 0));
      assertEquals(1, lost.watched());
      assertEquals(0, lost.mend(admin, 10 * LostTransactions.PATIENCE.toNanos()));
      producer.commitTransaction();
      for (int i = 0; i < 200 && lost.watched() > 0; i++) { // the brokers end it in their own time
        Thread.sleep(50);
        assertEquals(0, lost.mend(admin, 20 * LostTransactions.PATIENCE.toNanos()));
      }
      assertEquals(0, lost.watched());
    }
  }

  @Test
  void whatOnlyOneMachineCanDoIsRefused() {
    assertThrows(UserError.class, () -> new ClusterSettings(plan().with("connections", 2), 2));
  }
}
