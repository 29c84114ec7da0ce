package nephila.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import nephila.cluster.PartitionTotals.Sum;
import nephila.config.CrawlConfig;
import nephila.ledger.PageTable;
import nephila.politeness.PaceRules;
import nephila.process.Answers;
import nephila.process.GonePolicy;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.ResultProcessor;
import nephila.process.Statuses;
import nephila.process.UrlFilter;
import nephila.store.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Writes orders for the hosts of one partition and enters the results.
final class OrderDispatcher {
  /// An order goes out this long before its host is due: it takes that long to reach a fetcher.
  private static final long AHEAD_MILLIS = 1000;

  /// An order asks for as many pages as a host can be asked for in about this time.
  private static final long ORDER_MILLIS = 1500;

  private static final int MOST_PAGES = 32;
  private static final int MOST_OUT = 200;

  /// How long an order may wait for a fetcher.
  static final long WAIT_MILLIS = 120_000;

  private final CrawlConfig plan;
  private final int partition;
  private final UrlFilter gate;
  private final HostProcessor hosts;
  private final ResultProcessor results;
  private final PartitionLedger ledger;
  private final PartitionFrontier frontier;
  private final PartitionTotals books;
  private final Ownership ownership;
  private final ObjIntConsumer<byte[]> post;
  private long pagesLeft;

  /// @param post sends a message to another partition
  OrderDispatcher(
      CrawlConfig plan,
      Ownership ownership,
      int partition,
      UrlFilter gate,
      PartitionLedger ledger,
      PartitionFrontier frontier,
      PartitionTotals books,
      ObjIntConsumer<byte[]> post) {
    this.plan = plan;
    this.ownership = ownership;
    this.partition = partition;
    this.gate = gate;
    this.hosts =
        new HostProcessor(PaceRules.usual(plan.delay()), gate.productToken(), plan.robots());
    this.results = new ResultProcessor(new GonePolicy(plan.goneAfter()));
    this.ledger = ledger;
    this.frontier = frontier;
    this.books = books;
    this.post = post;
  }

  /// Orders from every host that is due.
  void order(long now, CrawlDirective wishes, Consumer<FetchOrder> send) {
    lapse(now);
    pagesLeft = wishes.pagesLeft();
    while (wishes.running() && pagesLeft > 0 && frontier.out().size() < MOST_OUT) {
      Host host = frontier.next(now + AHEAD_MILLIS);
      if (host == null) {
        return;
      }
      FetchOrder order = order(host, now, wishes);
      if (order == null) {
        frontier.place(host);
      } else {
        send.accept(order);
      }
    }
  }

  /// Gives up orders that nobody answered in time; their pages wait again.
  private void lapse(long now) {
    for (Host host : List.copyOf(frontier.out())) {
      if (host.lapsesMillis < now) {
        books.add(Sum.LAPSED, 1);
        requeue(host.out);
        frontier.back(host);
        frontier.place(host);
      }
    }
  }

  private void requeue(List<PageKey> pages) {
    for (PageKey page : pages) {
      OfferedPage guest = frontier.guest(page);
      if (guest != null) {
        frontier.queue(guest);
        continue;
      }
      int slot = ledger.find(page);
      Introduction known = slot == PageTable.NO_PAGE ? null : ledger.introduction(slot);
      if (known != null && ledger.waits(slot)) {
        frontier.queue(page, known.url(), ledger.worth(slot));
      }
    }
  }

  private @Nullable FetchOrder order(Host host, long nowMillis, CrawlDirective wishes) {
    // An order is written ahead of time: what counts is the moment when the host is due.
    Instant due = Instant.ofEpochMilli(Math.max(nowMillis, host.state.nextAtMillis()));
    switch (hosts.next(host.state, due)) {
      case ROBOTS -> {
        return order(FetchOrder.Kind.ROBOTS, host, nowMillis, List.of());
      }
      case NOTHING -> {
        host.state.pace(host.state.leftAlone());
        frontier.changed(host);
        return null;
      }
      case PROBE -> {
        host.state.probing();
        return order(FetchOrder.Kind.PROBE, host, nowMillis, List.of());
      }
      case PAGE -> {
        List<FetchOrder.Page> pages = pages(host, nowMillis, wishes);
        return pages.isEmpty() ? null : order(FetchOrder.Kind.PAGES, host, nowMillis, pages);
      }
    }
    throw new AssertionError("every question is asked");
  }

  private FetchOrder order(FetchOrder.Kind kind, Host host, long now, List<FetchOrder.Page> pages) {
    HostState its = host.state;
    long until = Math.max(now, its.nextAtMillis()) + WAIT_MILLIS;
    long answeredBy = until + (pages.size() + 1) * plan.timeout().toMillis() + 2 * ORDER_MILLIS;
    frontier.sent(host, answeredBy, pages.stream().map(FetchOrder.Page::key).toList());
    return new FetchOrder(
        kind,
        host.origin,
        partition,
        host.number,
        now,
        until,
        its.pace(),
        its.allowance(),
        its.missing(),
        pages);
  }

  /// The most valuable pages of the host, as many as one order may have.
  private List<FetchOrder.Page> pages(Host host, long now, CrawlDirective wishes) {
    int most = most(host);
    List<FetchOrder.Page> pages = new ArrayList<>();
    Set<PageKey> taken = new HashSet<>();
    List<OrderResult.Visit> refused = new ArrayList<>();
    while (pages.size() < most && !host.queue.isEmpty()) {
      PageKey key = host.queue.remove().page();
      FetchOrder.Page page = page(host, key, wishes);
      if (page == null || !taken.add(key)) {
        continue;
      }
      CanonicalUrl url = CanonicalUrl.ofCanonical(page.url());
      if (!hosts.allows(host.state, url)) {
        refused.add(forbidden(key, now, page.worth()));
        continue;
      }
      pages.add(page);
    }
    enter(refused);
    pagesLeft -= pages.size();
    return pages;
  }

  /// A page that waits, own or offered; null when it does not wait any more.
  private FetchOrder.@Nullable Page page(Host host, PageKey key, CrawlDirective wishes) {
    OfferedPage guest = frontier.guest(key);
    if (guest != null) {
      boolean sitemap = isSitemap(host, guest.url(), guest.seed(), guest.via(), null);
      double importance = importance(guest.worth(), wishes);
      return new FetchOrder.Page(
          key,
          guest.url(),
          guest.depth(),
          guest.seed(),
          sitemap,
          guest.via(),
          guest.worth(),
          importance);
    }
    int slot = ledger.find(key);
    Introduction known = slot == PageTable.NO_PAGE ? null : ledger.introduction(slot);
    if (known == null || !ledger.waits(slot)) {
      return null;
    }
    long worth = ledger.worth(slot);
    String via = via(known);
    boolean sitemap = isSitemap(host, known.url(), known.isSeed(), via, known.via());
    return new FetchOrder.Page(
        key,
        known.url(),
        known.depth(),
        known.isSeed(),
        sitemap,
        via,
        worth,
        importance(worth, wishes));
  }

  /// Whether the page is read as a sitemap if it reads like one.
  private boolean isSitemap(
      Host host, String url, boolean seed, String via, @Nullable PageKey viaKey) {
    if (!plan.sitemaps()) {
      return false;
    }
    boolean named = seed || hosts.isSitemap(host.state, CanonicalUrl.ofCanonical(url));
    int slot = named || viaKey == null ? PageTable.NO_PAGE : ledger.find(viaKey);
    ReadFacts read = slot == PageTable.NO_PAGE ? null : ledger.facts(slot);
    return ResultProcessor.isSitemap(named, via, read == null ? "" : read.mime());
  }

  private static double importance(long worth, CrawlDirective wishes) {
    return wishes.worthSum() == 0 ? 0 : worth / wishes.worthSum();
  }

  private int most(Host host) {
    long delay = Math.max(plan.delay().toMillis(), host.state.pace().crawlDelayMillis());
    long each = Math.max(1, delay + (long) (2 * host.state.pace().responseMillis()));
    long most = Math.clamp(ORDER_MILLIS / each, 1, MOST_PAGES);
    return (int) Math.min(most, pagesLeft);
  }

  private String via(Introduction known) {
    PageKey via = known.via();
    Introduction parent = via == null ? null : ledger.introduction(via);
    return parent == null ? "" : parent.url();
  }

  private static OrderResult.Visit forbidden(PageKey page, long now, long worth) {
    ReadFacts facts = Answers.forbidden(now, worth);
    return new OrderResult.Visit(page, OrderResult.Outcome.READ, facts, 0, List.of());
  }

  /// Takes over a host that was not asked from here yet.
  void adopt(MovedHost moved) {
    Host host = frontier.host(moved.origin());
    if (host.number == 0) {
      host.state.adopt(moved.facts(), moved.reads());
      frontier.changed(host);
    }
  }

  /// Enters what a fetcher brought, unless its order was answered before.
  void enter(OrderResult result) {
    Host host = frontier.known(result.origin());
    if (host == null || !host.isOut() || host.number != result.number()) {
      books.add(Sum.REPEATS, 1);
      return;
    }
    List<PageKey> ordered = host.out;
    Instant ended = Instant.ofEpochMilli(result.endedMillis());
    frontier.back(host);
    host.state.pace(result.pace());
    host.state.allowance(result.allowance());
    switch (result.kind()) {
      case ROBOTS -> robots(host, result, ended);
      case PROBE -> hosts.probed(host.state, result.missing(), result.step());
      case PAGES -> {
        Set<PageKey> asked = Set.copyOf(ordered);
        List<OrderResult.Visit> visits =
            result.visits().stream()
                .filter(visit -> visit.facts() != null && asked.contains(visit.key()))
                .toList();
        for (OrderResult.Visit visit : visits) {
          books.add(Sum.FETCHED, 1);
          books.add(Sum.BYTES, visit.bytes());
          if (visit.outcome() == OrderResult.Outcome.READ) {
            host.state.wasRead();
          }
        }
        enter(visits);
        requeue(ordered);
      }
    }
    frontier.changed(host);
    frontier.place(host);
  }

  private void robots(Host host, OrderResult result, Instant ended) {
    if (HostProcessor.isSilent(result.status()) && !result.ours()) {
      books.outcome(Statuses.kind(result.status()));
    }
    host.state.pace(
        hosts.robots(host.state, result.robots(), result.step(), result.status(), ended));
    if (plan.sitemaps()) {
      hosts.sitemaps(host.state, gate::mayList).forEach(ledger::name);
    }
  }

  /// Enters visits of own pages; those of guests are handed to the owners of their accounts.
  private void enter(List<OrderResult.Visit> visits) {
    Map<Integer, List<OrderResult.Visit>> others = new TreeMap<>();
    for (OrderResult.Visit visit : visits) {
      if (frontier.guest(visit.key()) == null) {
        page(visit);
      } else {
        int owner = ownership.of(visit.key());
        others.computeIfAbsent(owner, o -> new ArrayList<>()).add(visit);
        frontier.release(visit.key());
        books.add(Sum.HANDED, 1);
      }
    }
    others.forEach((owner, its) -> post.accept(new ReturnedVisits(its).message(), owner));
  }

  /// Enters what became of own pages that another partition had asked for.
  void enter(ReturnedVisits handed) {
    for (OrderResult.Visit visit : handed.visits()) {
      books.add(Sum.TAKEN, 1);
      int slot = ledger.find(visit.key());
      Introduction known = slot == PageTable.NO_PAGE ? null : ledger.introduction(slot);
      if (known == null || !ledger.pages().is(slot, PageTable.OFFERED)) {
        books.add(Sum.REPEATS, 1);
        continue;
      }
      ledger.offered(slot, false);
      frontier.abroad().back(visit.key(), CanonicalUrl.ofCanonical(known.url()).origin());
      page(visit);
      if (ledger.waits(slot)) {
        frontier.queue(visit.key(), known.url(), ledger.worth(slot));
      }
    }
  }

  private void page(OrderResult.Visit visit) {
    ReadFacts facts = visit.facts();
    if (facts == null) {
      return;
    }
    int slot = ledger.find(visit.key());
    if (slot == PageTable.NO_PAGE) {
      return;
    }
    PageTable pages = ledger.pages();
    ResultProcessor.Effect effect =
        results.page(
            facts,
            visit.outcome() == OrderResult.Outcome.AGAIN,
            new ResultProcessor.Before(
                ledger.facts(slot), ledger.attempts(slot), pages.misses(slot), pages.isGone(slot)),
            false);
    switch (effect.kind()) {
      case AGAIN -> {
        ledger.attempts(slot, ledger.attempts(slot) + 1);
        books.outcome("tried again");
        return;
      }
      case KEPT -> ledger.unchanged(slot, effect.facts());
      case GONE -> ledger.gone(slot, effect.facts());
      case READ -> ledger.read(slot, effect.facts(), visit.links(), effect.changed());
    }
    pages.misses(slot, effect.misses());
    books.outcome(Statuses.kind(facts.status()));
  }
}
