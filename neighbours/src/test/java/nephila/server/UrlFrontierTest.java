package nephila.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import crawlercommons.urlfrontier.Urlfrontier;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import nephila.store.CrawlStore;
import nephila.store.record.UrlHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Drives every call of the API over a socket, with the stubs generated from its definition.
class UrlFrontierTest {
  private static final Urlfrontier.AckMessage.Status OK = Urlfrontier.AckMessage.Status.OK;
  private static final Urlfrontier.AckMessage.Status SKIPPED =
      Urlfrontier.AckMessage.Status.SKIPPED;

  @TempDir Path dir;

  private volatile long millis = 1_800_000_000_000L;
  private final List<String> told = new CopyOnWriteArrayList<>();
  private Frontiers crawls;
  private FrontierServer server;
  private Client client;

  @BeforeEach
  void start() throws Exception {
    crawls = new Frontiers(dir, () -> java.time.Instant.ofEpochMilli(millis));
    server = FrontierServer.start(crawls, "127.0.0.1", 0, told::add);
    client = new Client(server.port());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.close();
    crawls.close();
  }

  private void restart() throws Exception {
    stop();
    start();
  }

  private void pass(long seconds) {
    millis += 1000 * seconds;
  }

  @Test
  void urlsComeByTheCashTheirParentsPaid() throws Exception {
    String seed = "http://seed.org/";
    assertEquals(OK, client.put(Client.discovered("", seed, "")).get(seed));
    assertEquals(List.of(seed), client.urls("", 1, 1));
    client.put(
        Client.discovered("", "http://poor.org/", ""),
        Client.discovered("", "http://rich.org/", seed),
        Client.known("", seed, 0));
    List<String> order = client.urls("", 1, 10);
    assertEquals(List.of("http://rich.org/", "http://poor.org/"), order);
  }

  @Test
  void aUrlFoundAgainIsSkippedButPaid() throws Exception {
    client.put(
        Client.discovered("", "http://a.org/1", ""),
        Client.discovered("", "http://b.org/1", ""),
        Client.discovered("", "http://x.org/", ""));
    client.put(Client.known("", "http://x.org/", 0));
    assertEquals(
        SKIPPED,
        client.put(Client.discovered("", "http://b.org/1", "http://x.org/")).get("http://b.org/1"));
    List<Urlfrontier.URLInfo> first = client.get("", 1, 10);
    assertEquals("http://b.org/1", first.getFirst().getUrl());
    double paid = importance(first.get(0));
    assertTrue(paid > 1.5 * importance(first.get(1)), first.toString());
  }

  private static double importance(Urlfrontier.URLInfo info) {
    return Double.parseDouble(info.getMetadataOrThrow(UrlItem.IMPORTANCE).getValues(0));
  }

  @Test
  void aQueueIsNotAskedAgainBeforeItsDelayNorWhileItIsBlocked() throws Exception {
    for (int i = 0; i < 5; i++) {
      client.put(Client.discovered("", "http://a.org/" + i, ""));
    }
    client.calls.setDelay(
        Urlfrontier.QueueDelayParams.newBuilder().setKey("a.org").setDelayRequestable(10).build());
    assertEquals(1, client.get("", 1, 10).size());
    pass(9);
    assertEquals(0, client.get("", 5, 10).size());
    pass(1);
    assertEquals(1, client.get("", 2, 10).size()); // one is in process still
    client.calls.blockQueueUntil(
        Urlfrontier.BlockQueueParams.newBuilder()
            .setKey("a.org")
            .setTime(millis / 1000 + 100)
            .build());
    pass(60);
    assertEquals(0, client.get("", 5, 10).size());
    restart(); // delays and blocks stay
    assertEquals(0, client.get("", 5, 10).size());
    pass(41);
    assertEquals(2, client.get("", 2, 10).size());
    pass(5);
    assertEquals(0, client.get("", 5, 10).size());
  }

  @Test
  void aUrlThatDoesNotComeBackIsGivenAgainWhenItsTimeIsOver() throws Exception {
    client.put(Client.discovered("", "http://a.org/", ""));
    assertEquals(1, client.get("", 1, 1).size());
    assertEquals(1, client.stats("").getInProcess());
    pass(29);
    restart();
    assertEquals(1, client.stats("").getInProcess());
    assertEquals(0, client.get("", 1, 1).size());
    pass(2);
    assertEquals(1, client.get("", 1, 1).size());
  }

  @Test
  void aKnownUrlIsGivenAgainFromItsDateOrNever() throws Exception {
    long date = millis / 1000 + 3600;
    client.put(
        Client.known("", "http://a.org/again", date), Client.known("", "http://a.org/done", 0));
    assertEquals(0, client.get("", 5, 5).size());
    restart();
    pass(3601);
    assertEquals(List.of("http://a.org/again"), client.urls("", 5, 5));
    Urlfrontier.Stats stats = client.stats("");
    assertEquals(1, stats.getCountsOrThrow("completed"));
    assertEquals(1, stats.getSize());
    assertEquals(1, stats.getNumberOfQueues());
  }

  @Test
  void ofUrlsOfEqualWorthTheOneDueLongerComesFirst() throws Exception {
    long now = millis / 1000;
    client.put(
        Client.known("", "http://a.org/a", now - 100),
        Client.known("", "http://a.org/b", now + 300),
        Client.known("", "http://a.org/c", now - 50),
        Client.known("", "http://a.org/d", now + 400),
        Client.known("", "http://a.org/e", now + 100));
    pass(200);
    client.put(Client.discovered("", "http://a.org/f", ""));
    pass(800);
    restart();
    assertEquals(
        Stream.of("a", "c", "e", "f", "b", "d").map(name -> "http://a.org/" + name).toList(),
        client.urls("", 10, 1));
  }

  @Test
  void aUrlThatIsGoneIsHandedOutAgainOnlyWhenAPageNamesItAnew() throws Exception {
    String seed = "http://a.org/";
    String dead = "http://b.org/dead";
    client.put(Client.discovered("", seed, ""), Client.discovered("", dead, seed));
    client.put(Client.known("", seed, 0));
    Urlfrontier.StringList status = Urlfrontier.StringList.newBuilder().addValues("410").build();
    Urlfrontier.URLInfo gone =
        Urlfrontier.URLInfo.newBuilder()
            .setUrl(dead)
            .putMetadata("fetch.statusCode", status)
            .build();
    client.put(Client.known(gone, millis / 1000 + 60));
    pass(100_000);
    assertEquals(List.of(), client.get("", 5, 5));
    client.put(Client.discovered("", dead, ""), Client.discovered("", dead, seed));
    pass(1_000_000);
    assertEquals(List.of(), client.get("", 5, 5));
    assertEquals(OK, client.put(Client.discovered("", dead, "http://c.org/new")).get(dead));
    pass(1);
    restart();
    assertEquals(List.of(dead), client.urls("", 5, 5));
    client.put(Client.known("", dead, 0));
    assertEquals(2, client.stats("").getCountsOrThrow("completed"));
  }

  @Test
  void linksToldWhileTheirPageIsFetchedAgainAreThoseOfThatFetch() throws Exception {
    String page = "http://a.org/";
    client.put(Client.discovered("", page, ""), Client.discovered("", "http://b.org/", page));
    assertEquals(2, client.get("", 5, 5).size());
    client.put(Client.known("", page, millis / 1000 + 10));
    pass(20);
    assertEquals(List.of(page), client.urls("", 5, 5));
    client.put(Client.discovered("", "http://c.org/", page));
    assertEquals(List.of("http://c.org/"), client.urls("", 5, 5));
    Urlfrontier.StringList replace =
        Urlfrontier.StringList.newBuilder().addValues("replace").build();
    Urlfrontier.URLInfo all =
        Urlfrontier.URLInfo.newBuilder().setUrl(page).putMetadata(UrlItem.LINKS, replace).build();
    client.put(Client.known(all, 0));
    client.put(Client.discovered("", "http://d.org/", page)); // late
    client.get("", 5, 5);
    stop();
    try (CrawlStore store = CrawlStore.look(dir.resolve("DEFAULT"))) {
      int slot = store.find(store.findHost("http://a.org"), UrlHash.of(page));
      assertEquals(
          List.of("http://c.org/", "http://d.org/"),
          Arrays.stream(store.pages().row(slot)).mapToObj(store::url).sorted().toList());
      assertEquals(2, store.pages().reads(slot));
      assertEquals(1, store.pages().changes(slot));
    }
    start();
  }

  @Test
  void queuesAreListedLimitedCountedAndDeleted() throws Exception {
    client.calls.setCrawlLimit(
        Urlfrontier.CrawlLimitParams.newBuilder().setKey("a.org").setLimit(2).build());
    Map<String, Urlfrontier.AckMessage.Status> acks =
        client.put(
            Client.discovered("", "http://a.org/1", ""),
            Client.discovered("", "http://a.org/2", ""),
            Client.discovered("", "http://a.org/3", ""),
            Client.discovered("", "http://b.org/ONE", ""),
            Client.discovered("", "no url", ""));
    assertEquals(SKIPPED, acks.get("http://a.org/3"));
    assertEquals(Urlfrontier.AckMessage.Status.FAIL, acks.get("no url"));
    Urlfrontier.QueueList queues =
        client.calls.listQueues(Urlfrontier.Pagination.getDefaultInstance());
    assertEquals(Set.of("a.org", "b.org"), new HashSet<>(queues.getValuesList()));
    Urlfrontier.Pagination second =
        Urlfrontier.Pagination.newBuilder().setStart(1).setSize(1).build();
    assertEquals(1, client.calls.listQueues(second).getValuesCount());
    Urlfrontier.CountUrlParams one =
        Urlfrontier.CountUrlParams.newBuilder().setFilter("/one").setIgnoreCase(true).build();
    assertEquals(1, client.calls.countURLs(one).getValue());
    assertEquals(
        3, client.calls.countURLs(Urlfrontier.CountUrlParams.getDefaultInstance()).getValue());
    List<Urlfrontier.URLItem> listed = new ArrayList<>();
    client
        .calls
        .listURLs(Urlfrontier.ListUrlParams.newBuilder().setKey("a.org").build())
        .forEachRemaining(listed::add);
    assertEquals(2, listed.size());
    assertTrue(listed.getFirst().hasDiscovered());
    Urlfrontier.QueueWithinCrawlParams a =
        Urlfrontier.QueueWithinCrawlParams.newBuilder().setKey("a.org").build();
    assertEquals(2, client.calls.deleteQueue(a).getValue());
    restart();
    assertEquals(List.of("http://b.org/ONE"), client.urls("", 9, 9));
    for (String url : List.of("http://a.org/3", "http://a.org/1")) {
      assertEquals(OK, client.put(Client.discovered("", url, "")).get(url));
    }
  }

  @Test
  void theStatusOfAUrlIsToldWithItsMetadata() throws Exception {
    Urlfrontier.URLInfo info =
        Urlfrontier.URLInfo.newBuilder()
            .setUrl("https://a.org/é?q=1#f")
            .setKey("mine")
            .putMetadata("depth", Urlfrontier.StringList.newBuilder().addValues("3").build())
            .build();
    client.put(
        Urlfrontier.URLItem.newBuilder()
            .setDiscovered(Urlfrontier.DiscoveredURLItem.newBuilder().setInfo(info))
            .build());
    Urlfrontier.URLStatusRequest ask =
        Urlfrontier.URLStatusRequest.newBuilder().setUrl(info.getUrl()).setKey("mine").build();
    Urlfrontier.URLInfo told = client.calls.getURLStatus(ask).getDiscovered().getInfo();
    assertEquals(info.toBuilder().setCrawlID("DEFAULT").build(), told);
    client.put(Client.known(info, 77));
    assertEquals(77, client.calls.getURLStatus(ask).getKnown().getRefetchableFromDate());
    assertThrows(
        StatusRuntimeException.class,
        () -> client.calls.getURLStatus(ask.toBuilder().setUrl("http://no.org/").build()));
    List<Urlfrontier.URLInfo> mine = new ArrayList<>();
    client
        .calls
        .getURLs(Urlfrontier.GetParams.newBuilder().setCrawlID("").setKey("mine").build())
        .forEachRemaining(mine::add);
    assertEquals("3", mine.getFirst().getMetadataOrThrow("depth").getValues(0));
  }

  @Test
  void crawlsAreApart() throws Exception {
    client.put(
        Client.discovered("one", "http://a.org/", ""),
        Client.discovered("two/../x", "http://a.org/", ""),
        Client.discovered("two/../x", "http://b.org/", ""));
    assertEquals(List.of("one", "two/../x"), crawlNames());
    List<Urlfrontier.URLInfo> any = new ArrayList<>();
    client
        .calls
        .getURLs(
            Urlfrontier.GetParams.newBuilder()
                .setAnyCrawlID(Urlfrontier.AnyCrawlID.getDefaultInstance())
                .build())
        .forEachRemaining(any::add);
    assertEquals(3, any.size());
    Urlfrontier.DeleteCrawlMessage two =
        Urlfrontier.DeleteCrawlMessage.newBuilder().setValue("two/../x").build();
    assertEquals(2, client.calls.deleteCrawl(two).getValue());
    restart();
    assertEquals(List.of("one"), crawlNames());
    try (var files = Files.list(dir)) {
      assertEquals(1, files.count());
    }
  }

  private List<String> crawlNames() {
    return client.calls.listCrawls(Urlfrontier.Local.getDefaultInstance()).getValuesList();
  }

  @Test
  void theFrontierCanBePausedAndTellsItsNode() throws Exception {
    client.put(Client.discovered("", "http://a.org/", ""));
    client.calls.setActive(Urlfrontier.Active.newBuilder().setState(false).build());
    assertFalse(client.calls.getActive(Urlfrontier.Local.getDefaultInstance()).getState());
    assertEquals(0, client.get("", 1, 1).size());
    client.calls.setActive(Urlfrontier.Active.newBuilder().setState(true).build());
    assertEquals(1, client.get("", 1, 1).size());
    assertEquals(
        1, client.calls.listNodes(Urlfrontier.Empty.getDefaultInstance()).getValuesCount());
    client.calls.setLogLevel(
        Urlfrontier.LogLevelParams.newBuilder()
            .setPackage("nephila.some")
            .setLevel(Urlfrontier.LogLevelParams.Level.DEBUG)
            .build());
    assertEquals(
        java.util.logging.Level.FINE,
        java.util.logging.Logger.getLogger("nephila.some").getLevel());
  }

  @Test
  void gettersAtTheSameTimeNeverGetTheSameUrlAndNoneIsLostByARestart() throws Exception {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    Set<String> all = new HashSet<>();
    List<Urlfrontier.URLItem> items = new ArrayList<>();
    for (int i = 0; i < 6000; i++) {
      String url = "http://h" + random.nextInt(60) + ".org/" + i;
      all.add(url);
      items.add(Client.discovered(i % 2 == 0 ? "even" : "odd", url, "http://h1.org/p" + i / 40));
    }
    Collections.shuffle(items, random);
    client.put(items.subList(0, 3000));
    ConcurrentLinkedQueue<String> got = new ConcurrentLinkedQueue<>();
    for (int round = 0; round < 2; round++) {
      try (ExecutorService many = Executors.newFixedThreadPool(6)) {
        List<Future<?>> getters = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
          getters.add(many.submit(() -> getSome(got)));
        }
        client.put(items.subList(3000 + 1500 * round, 4500 + 1500 * round));
        for (Future<?> getter : getters) {
          getter.get();
        }
      }
      restart();
    }
    for (int i = 0; i < 30 && got.size() < all.size(); i++) {
      getSome(got);
    }
    assertEquals(got.size(), new HashSet<>(got).size(), "given twice, seed " + seed);
    assertEquals(all, new HashSet<>(got), "lost, seed " + seed);
    for (String crawl : List.of("even", "odd")) {
      assertEquals(3000, client.stats(crawl).getCountsOrThrow("completed"), "seed " + seed);
    }
  }

  /// Gets and completes URLs of both crawls, a dozen times.
  private Void getSome(ConcurrentLinkedQueue<String> got) throws Exception {
    try (Client own = new Client(server.port())) {
      for (int round = 0; round < 12; round++) {
        millis += 2; // no lease ends within the test
        for (String crawl : List.of("even", "odd")) {
          own.calls.setDelay(Urlfrontier.QueueDelayParams.newBuilder().setCrawlID(crawl).build());
          List<Urlfrontier.URLInfo> some = own.get(crawl, 7, 20);
          some.forEach(info -> got.add(info.getUrl()));
          own.put(some.stream().map(info -> Client.known(info, 0)).toList());
        }
      }
    }
    return null;
  }

  @Test
  void callsThatFailAreCountedAndToldInOneLine() throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      for (int i = 0; i < 20; i++) {
        assertThrows(StatusRuntimeException.class, client::malformed);
      }
      String name = "n".repeat(300);
      StatusRuntimeException tooLong =
          assertThrows(StatusRuntimeException.class, () -> client.stats(name));
      assertEquals(Status.Code.INVALID_ARGUMENT, tooLong.getStatus().getCode());
    } finally {
      System.setErr(before);
    }
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    assertTrue(server.failures() >= 21, "counted " + server.failures());
    assertEquals(1, told.size(), told::toString);
  }
}
