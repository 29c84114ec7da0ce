package nephila.cluster.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.PartitionAnswer;
import nephila.cluster.wire.PartitionQuery;
import nephila.config.CrawlConfig;
import nephila.ledger.ExactLedger;
import nephila.store.record.StoredPage;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import nephila.view.PageState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What owners say while the crawl goes on is what is in their stores.
class PartitionQueryHandlerTest {
  private static final int PAGES = 150;
  private static final double CREDIT = ExactLedger.crawlCredit(0.85);

  @TempDir Path dir;

  private final long seed = Long.getLong("nephila.seed", 1);
  private final FakeWeb web = new FakeWeb(new Random(seed), 9, PAGES);
  private Partitions crawl;

  @BeforeEach
  void begin() {
    CrawlConfig plan =
        CrawlConfig.of("http://s0.test/p0")
            .with("scope", Scope.Kind.ANY)
            .with("delay", Duration.ZERO)
            .with("agent", "test")
            .with("contact", "me@example.org")
            .checked();
    crawl = new Partitions(plan, 4, dir);
    crawl.seed(web.pages.getFirst());
  }

  @AfterEach
  void end() {
    crawl.close();
  }

  private void crawl(int turns) {
    for (int i = 0; i < turns; i++) {
      crawl.tick();
      crawl.carry();
      crawl.orders().forEach(order -> crawl.result(order.partition(), web.answer(order).message()));
      crawl.carry();
    }
  }

  private String told() {
    return "replay with -Dnephila.seed=" + seed;
  }

  private List<PartitionAnswer> askAll(PartitionQuery question) {
    for (int i = 0; i < crawl.count(); i++) {
      crawl.pay(i, question.message());
    }
    crawl.tick();
    crawl.tick();
    crawl.tick();
    List<PartitionAnswer> answers = new ArrayList<>();
    crawl.drivers.forEach(
        driver ->
            crawl
                .take(driver, crawl.topics.answers())
                .forEach(message -> answers.add(PartitionAnswer.of(message.value))));
    answers.forEach(answer -> assertEquals(question.id(), answer.id()));
    return answers;
  }

  @Test
  void topPagesAndSitesAreThoseOfTheStoresInTheMiddleOfACrawl() {
    while (crawl.all().get(Sum.KNOWN) < 60) {
      crawl(1);
    }
    crawl.directive = new CrawlDirective(true, false, 0, 0);
    crawl(60); // what was read last is paid
    List<PartitionAnswer> tops =
        askAll(PartitionQuery.list(PartitionQuery.Kind.TOP, 7, crawl.now(), 1000));
    Map<String, PartitionAnswer.Page> said = new HashMap<>();
    tops.forEach(
        answer ->
            assertInstanceOf(PartitionAnswer.Pages.class, answer.body())
                .pages()
                .forEach(page -> said.put(page.url(), page)));
    Map<PageKey, StoredPage> accounts = crawl.accounts();
    assertEquals(accounts.size(), said.size(), told());
    Map<String, long[]> sites = new HashMap<>();
    said.forEach(
        (url, page) -> {
          CanonicalUrl canonical = CanonicalUrl.ofCanonical(url);
          StoredPage account = accounts.get(PageKey.of(canonical));
          assertEquals((long) CREDIT + account.received(), page.worth(), told());
          assertEquals(account.waits(), waits(page), told());
          long[] its = sites.computeIfAbsent(canonical.site(), s -> new long[3]);
          its[0] += account.received();
          its[1]++;
          its[2] += account.isRead() ? 1 : 0;
        });
    askAll(PartitionQuery.list(PartitionQuery.Kind.SITES, 8, crawl.now(), 1000))
        .forEach(
            answer -> {
              PartitionAnswer.Sites list =
                  assertInstanceOf(PartitionAnswer.Sites.class, answer.body());
              assertEquals(list.sites(), list.best().size());
              for (PartitionAnswer.Site site : list.best()) {
                long[] its = sites.remove(site.name());
                assertEquals(its[0], site.received(), told());
                assertEquals(its[1], site.pages(), told());
                assertEquals(its[2], site.read(), told());
              }
            });
    assertEquals(Map.of(), sites, told());
    unread(accounts);
  }

  private void unread(Map<PageKey, StoredPage> accounts) {
    askAll(PartitionQuery.list(PartitionQuery.Kind.UNREAD, 9, crawl.now(), 1000))
        .forEach(
            answer ->
                assertInstanceOf(PartitionAnswer.Pages.class, answer.body())
                    .pages()
                    .forEach(page -> assertTrue(waits(page), told())));
    assertTrue(accounts.values().stream().anyMatch(StoredPage::waits), told());
  }

  @Test
  void whoPointsToAPageAndHowManyAreWorthMoreIsCountedExactly() {
    crawl(60);
    crawl.settle();
    assertEquals(PAGES, crawl.all().get(Sum.READ), told());
    Map<PageKey, StoredPage> accounts = crawl.accounts();
    CanonicalUrl popular = web.pages.get(3);
    PageKey key = PageKey.of(popular);
    long worth = (long) CREDIT + accounts.get(key).received();
    PartitionQuery question =
        new PartitionQuery(PartitionQuery.Kind.AROUND, 11, crawl.now(), PAGES, key, worth, "");
    List<PartitionAnswer> answers = askAll(question);
    assertEquals(crawl.count(), answers.size(), told());
    long better = 0;
    List<String> payers = new ArrayList<>();
    for (PartitionAnswer answer : answers) {
      PartitionAnswer.Around part = assertInstanceOf(PartitionAnswer.Around.class, answer.body());
      assertTrue(part.whole());
      better += part.better();
      part.payers().forEach(payer -> payers.add(payer.url()));
      assertEquals(part.inLinks(), part.payers().size());
    }
    List<String> pointing = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      if (web.links.get(i).contains(popular)) {
        pointing.add(web.pages.get(i).text());
      }
    }
    payers.sort(Comparator.naturalOrder());
    pointing.sort(Comparator.naturalOrder());
    assertEquals(pointing, payers, told());
    long truth =
        accounts.values().stream()
            .filter(account -> (long) CREDIT + account.received() > worth)
            .count();
    assertEquals(truth, better, told());
    assertEquals(crawl.count(), crawl.all().get(Sum.SETTLED), "a question unsettles nothing");
  }

  @Test
  void aPageAndItsHostAreToldAsTheyAre() {
    crawl(60);
    CanonicalUrl url = web.pages.get(5);
    PartitionAnswer.Story story =
        assertInstanceOf(
            PartitionAnswer.Story.class,
            only(
                    crawl.ownership.of(PageKey.of(url)),
                    PartitionQuery.page(3, crawl.now(), PageKey.of(url)))
                .body());
    assertEquals(url.text(), story.introduction().url());
    assertTrue(story.page().isRead());
    assertEquals(200, story.facts().status());
    PartitionAnswer.HostState host =
        assertInstanceOf(
            PartitionAnswer.HostState.class,
            only(
                    crawl.ownership.of(PageKey.of(url)),
                    PartitionQuery.host(4, crawl.now(), url.origin(), PageKey.of(url)))
                .body());
    assertNotNull(host.facts());
    PageKey unknown = new PageKey(PageKey.of(url).site(), 42);
    assertNull(
        ((PartitionAnswer.Story)
                only(crawl.ownership.of(unknown), PartitionQuery.page(5, crawl.now(), unknown))
                    .body())
            .introduction());
  }

  /// Who waits for a page that is out is told since when, and when it waits again.
  @Test
  void aPageThatIsOutIsToldWithItsOrder() {
    crawl.seed(web.pages.getFirst());
    FetchOrder order = nextPages();
    CanonicalUrl url = CanonicalUrl.ofCanonical(order.pages().getFirst().url());
    PartitionQuery question =
        PartitionQuery.host(4, crawl.now(), url.origin(), order.pages().getFirst().key());
    PartitionAnswer.HostState out =
        (PartitionAnswer.HostState) only(order.partition(), question).body();
    assertNotNull(out.order());
    assertEquals(order.origin(), out.order().origin());
    assertEquals(order.pages().size(), out.order().pages());
    assertEquals(order.issuedMillis(), out.order().sinceMillis());
    assertTrue(out.order().lapsesMillis() > order.untilMillis());
    crawl.restart(order.partition());
    PartitionAnswer.HostState moved =
        (PartitionAnswer.HostState) only(order.partition(), question).body();
    assertEquals(out.order(), moved.order());
    crawl.result(order.partition(), web.answer(order).message());
    PartitionAnswer.HostState home =
        (PartitionAnswer.HostState) only(order.partition(), question).body();
    assertNull(home.order());
  }

  private FetchOrder nextPages() {
    while (true) {
      crawl.tick();
      for (FetchOrder order : crawl.orders()) {
        if (order.kind() == FetchOrder.Kind.PAGES) {
          return order;
        }
        crawl.result(order.partition(), web.answer(order).message());
      }
    }
  }

  private PartitionAnswer only(int partition, PartitionQuery question) {
    crawl.pay(partition, question.message());
    var answers = crawl.take(crawl.drivers.get(partition), crawl.topics.answers());
    assertEquals(1, answers.size());
    return PartitionAnswer.of(answers.getFirst().value);
  }

  @Test
  void aQuestionNobodyWaitsForAnyMoreIsNotAnswered() {
    crawl(3);
    PartitionQuery old =
        PartitionQuery.list(PartitionQuery.Kind.TOP, 1, crawl.now() - 3_600_000, 10);
    crawl.pay(0, old.message());
    assertTrue(crawl.take(crawl.drivers.getFirst(), crawl.topics.answers()).isEmpty());
    assertFalse(old.isLate(old.askedMillis() + 1000));
  }

  private static boolean waits(PartitionAnswer.Page page) {
    return page.state() == PageState.WAITING || page.state() == PageState.UNDER_WAY;
  }
}
