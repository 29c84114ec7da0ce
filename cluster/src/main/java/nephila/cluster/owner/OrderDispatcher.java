package nephila.cluster.owner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import nephila.cluster.Ownership;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OfferedPage;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.ReturnedVisits;
import nephila.config.CrawlConfig;
import nephila.crawl.CashFavours;
import nephila.frontier.HostQueue;
import nephila.ledger.PageTable;
import nephila.politeness.PaceRules;
import nephila.process.ExchangeRules;
import nephila.process.GonePolicy;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.NearDuplicates;
import nephila.process.ResultProcessor;
import nephila.process.Statuses;
import nephila.process.UrlFilter;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Writes orders for the hosts of one partition and enters the results.
final class OrderDispatcher {
  /// An order asks for as many pages as a host can be asked for in about this time.
  private static final long ORDER_MILLIS = 1500;

  private static final int MOST_PAGES = 32;
  private static final int MOST_OUT = 200;

  /// How long an order may wait for a fetcher.
  static final long WAIT_MILLIS = 120_000;

  private CrawlConfig plan;
  private final int partition;
  private final UrlFilter filter;
  private final HostProcessor hosts;
  private ResultProcessor results;
  private final CashFavours favours;

  /// Null until a page was read that may say what another says.
  private @Nullable NearDuplicates copies;

  private final PartitionLedger ledger;
  private final PartitionFrontier frontier;
  private final PartitionTotals totals;
  private final Ownership ownership;
  private final ObjIntConsumer<byte[]> post;
  private long pagesLeft;

  /// @param post sends a message to another partition
  OrderDispatcher(
      CrawlConfig plan,
      Ownership ownership,
      int partition,
      UrlFilter filter,
      PartitionLedger ledger,
      PartitionFrontier frontier,
      PartitionTotals totals,
      ObjIntConsumer<byte[]> post) {
    this.plan = plan;
    this.ownership = ownership;
    this.partition = partition;
    this.filter = filter;
    this.hosts =
        new HostProcessor(PaceRules.usual(plan.delay()), filter.productToken(), plan.robots());
    this.results = new ResultProcessor(new GonePolicy(plan.goneAfter()));
    this.favours = new CashFavours(ledger.pages(), ledger.ledger(), filter, plan);
    this.ledger = ledger;
    this.frontier = frontier;
    this.totals = totals;
    this.post = post;
  }

  /// The rules are the plan's from now on.
  void rules(CrawlConfig changed) {
    plan = changed;
    results = new ResultProcessor(new GonePolicy(plan.goneAfter()));
    favours.rules(plan);
  }

  /// Tells of the share of first reads that cash has reached.
  void count() {
    totals.set(Sum.STEERERS, favours.reached() < 0 ? 0 : 1);
    totals.set(Sum.STEERED, Math.round(1e6 * Math.max(0, favours.reached())));
  }

  /// Orders from every host that is due.
  void order(long now, CrawlDirective directive, Consumer<FetchOrder> send) {
    lapse(now);
    pagesLeft = directive.pagesLeft();
    while (directive.running() && pagesLeft > 0 && frontier.out().size() < MOST_OUT) {
      PartitionHost host = frontier.next();
      if (host == null) {
        return;
      }
      FetchOrder order = order(host, now, directive);
      if (order != null) {
        send.accept(order);
      }
    }
  }

  /// Gives up orders that nobody answered in time; their pages wait again.
  private void lapse(long now) {
    for (PartitionHost host : List.copyOf(frontier.out())) {
      if (host.lapsesMillis < now) {
        totals.add(Sum.LAPSED, 1);
        frontier.back(host);
      }
    }
  }

  private @Nullable FetchOrder order(PartitionHost host, long nowMillis, CrawlDirective directive) {
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
        List<FetchOrder.Page> pages = pages(host, nowMillis, directive);
        return pages.isEmpty() ? null : order(FetchOrder.Kind.PAGES, host, nowMillis, pages);
      }
    }
    throw new AssertionError("every question is asked");
  }

  private FetchOrder order(
      FetchOrder.Kind kind, PartitionHost host, long now, List<FetchOrder.Page> pages) {
    HostState its = host.state;
    long until = Math.max(now, its.nextAtMillis()) + WAIT_MILLIS;
    long answeredBy = until + (pages.size() + 1) * plan.timeout().toMillis() + 2 * ORDER_MILLIS;
    answeredBy += plan.requisites() ? FetchOrder.REQUISITE_MILLIS + plan.timeout().toMillis() : 0;
    frontier.sent(host, now, answeredBy, pages.stream().map(FetchOrder.Page::key).toList());
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

  /// The best pages of the host, as many as one order may have.
  private List<FetchOrder.Page> pages(PartitionHost host, long now, CrawlDirective directive) {
    int most = most(host);
    List<FetchOrder.Page> pages = new ArrayList<>();
    List<OrderResult.Visit> refused = new ArrayList<>();
    HostQueue<PartitionHost> queue = frontier.queue(host);
    boolean again = queue.isAgain();
    boolean both = plan.isOneLane();
    do {
      int slot = frontier.take(host);
      FetchOrder.Page page = page(host, slot, directive);
      ReadFacts facts = ExchangeRules.forbidden(now, page.worth());
      if (hosts.allows(host.state, CanonicalUrl.ofCanonical(page.url()))) {
        pages.add(page);
      } else if (ledger.pages().isRead(slot)) {
        frontier.withdraw(slot);
      } else if (frontier.offered(slot) == null) {
        ledger.read(slot, facts, List.of(), List.of(), false);
        frontier.settled(slot);
        totals.outcome(Statuses.kind(facts.status()));
      } else {
        refused.add(
            new OrderResult.Visit(page.key(), OrderResult.Outcome.READ, facts, 0, List.of()));
      }
    } while (pages.size() < most && goesOn(host, queue, again, both));
    enter(refused);
    pagesLeft -= pages.size();
    return pages;
  }

  /// Whether the order goes on with another page of the host: where the lanes are one while the
  /// best page of all is the host's, where they are not with pages of the lane of the first.
  private boolean goesOn(
      PartitionHost host, HostQueue<PartitionHost> queue, boolean again, boolean both) {
    return again || both ? frontier.next() == host && (both || queue.isAgain()) : !queue.isEmpty();
  }

  /// A page that was taken, own or offered.
  private FetchOrder.Page page(PartitionHost host, int slot, CrawlDirective directive) {
    OfferedPage offered = frontier.offered(slot);
    if (offered != null) {
      boolean sitemap = isSitemap(host, offered.url(), offered.seed(), offered.via(), null);
      return new FetchOrder.Page(
          offered.key(),
          offered.url(),
          offered.depth(),
          offered.seed(),
          sitemap,
          offered.via(),
          offered.worth(),
          importance(offered.worth(), directive),
          null);
    }
    ClusterDiscovery known = Objects.requireNonNull(ledger.introduction(slot), "a page has a URL");
    long worth = ledger.worth(slot);
    String via = via(known);
    return new FetchOrder.Page(
        ledger.key(slot),
        known.url(),
        known.depth(),
        known.isSeed(),
        isSitemap(host, known.url(), known.isSeed(), via, known.via()),
        via,
        worth,
        importance(worth, directive),
        ledger.facts(slot));
  }

  /// Whether the page is read as a sitemap if it reads like one.
  private boolean isSitemap(
      PartitionHost host, String url, boolean seed, String via, @Nullable PageKey viaKey) {
    if (!plan.sitemaps()) {
      return false;
    }
    boolean named = seed || hosts.isSitemap(host.state, CanonicalUrl.ofCanonical(url));
    int slot = named || viaKey == null ? PageTable.NO_PAGE : ledger.find(viaKey);
    ReadFacts read = slot == PageTable.NO_PAGE ? null : ledger.facts(slot);
    return ResultProcessor.isSitemap(named, via, read == null ? "" : read.mime());
  }

  private static double importance(long worth, CrawlDirective directive) {
    return directive.worthSum() == 0 ? 0 : worth / directive.worthSum();
  }

  private int most(PartitionHost host) {
    long delay = Math.max(plan.delay().toMillis(), host.state.pace().crawlDelayMillis());
    long each = Math.max(1, delay + (long) (2 * host.state.pace().responseMillis()));
    long most = Math.clamp(ORDER_MILLIS / each, 1, MOST_PAGES);
    return (int) Math.min(most, pagesLeft);
  }

  private String via(ClusterDiscovery known) {
    PageKey via = known.via();
    ClusterDiscovery parent = via == null ? null : ledger.introduction(via);
    return parent == null ? "" : parent.url();
  }

  /// Enters what a fetcher brought, unless its order was answered before.
  void enter(OrderResult result) {
    PartitionHost host = frontier.host(result.origin());
    if (host == null || !host.isOut() || host.number != result.number()) {
      totals.add(Sum.REPEATS, 1);
      return;
    }
    Instant ended = Instant.ofEpochMilli(result.endedMillis());
    host.state.pace(result.pace());
    host.state.allowance(result.allowance());
    switch (result.kind()) {
      case ROBOTS -> robots(host, result, ended);
      case PROBE -> hosts.probed(host.state, result.missing(), result.step());
      case PAGES -> {
        Set<PageKey> asked = Set.copyOf(host.out);
        List<OrderResult.Visit> visits =
            result.visits().stream()
                .filter(visit -> visit.facts() != null && asked.contains(visit.key()))
                .toList();
        for (OrderResult.Visit visit : visits) {
          totals.add(Sum.FETCHED, 1);
          totals.add(Sum.BYTES, visit.bytes());
          if (visit.outcome() == OrderResult.Outcome.READ) {
            frontier.wasRead(host);
          }
        }
        enter(visits);
      }
    }
    frontier.back(host);
  }

  private void robots(PartitionHost host, OrderResult result, Instant ended) {
    if (HostProcessor.isSilent(result.status()) && !result.ours()) {
      totals.outcome(Statuses.kind(result.status()));
    }
    host.state.pace(
        hosts.robots(host.state, result.robots(), result.step(), result.status(), ended));
    if (plan.sitemaps()) {
      hosts.sitemaps(host.state, filter::mayList).forEach(ledger::name);
    }
  }

  /// Enters visits of own pages; those of offered pages are handed to the owners of their accounts.
  private void enter(List<OrderResult.Visit> visits) {
    Map<Integer, List<OrderResult.Visit>> others = new TreeMap<>();
    for (OrderResult.Visit visit : visits) {
      int slot = frontier.slot(visit.key());
      if (!frontier.isUnderWay(slot)) {
        totals.add(Sum.REPEATS, 1);
      } else if (frontier.offered(slot) == null) {
        page(slot, visit);
      } else {
        int owner = ownership.of(visit.key());
        others.computeIfAbsent(owner, o -> new ArrayList<>()).add(visit);
        frontier.release(slot);
        totals.add(Sum.HANDED, 1);
      }
    }
    others.forEach((owner, its) -> post.accept(new ReturnedVisits(its).message(), owner));
  }

  /// Enters what became of own pages that another partition had asked for.
  void enter(ReturnedVisits handed) {
    for (OrderResult.Visit visit : handed.visits()) {
      totals.add(Sum.TAKEN, 1);
      int slot = frontier.slot(visit.key());
      if (!frontier.isUnderWay(slot) || !ledger.pages().is(slot, PageTable.OFFERED)) {
        totals.add(Sum.REPEATS, 1);
        continue;
      }
      ledger.offered(slot, false);
      frontier.remote().back(slot, frontier.hostOf(slot));
      page(slot, visit);
      if (frontier.isUnderWay(slot)) {
        frontier.putBack(slot);
      }
    }
  }

  /// Enters what became of a page; one that is to be asked for again stays under way.
  private void page(int slot, OrderResult.Visit visit) {
    ReadFacts facts = visit.facts();
    if (facts == null) {
      return;
    }
    PageTable pages = ledger.pages();
    boolean first = !pages.isRead(slot);
    ResultProcessor.Effect effect =
        results.page(
            facts,
            visit.outcome() == OrderResult.Outcome.AGAIN,
            new ResultProcessor.Before(
                ledger.facts(slot), ledger.attempts(slot), pages.misses(slot), pages.isGone(slot)),
            false);
    switch (showsLinksAgain(effect, facts) ? ResultProcessor.Kind.READ : effect.kind()) {
      case AGAIN -> {
        ledger.attempts(slot, ledger.attempts(slot) + 1);
        totals.outcome("tried again");
        return;
      }
      case KEPT -> ledger.unchanged(slot, effect.facts());
      case GONE -> ledger.gone(slot, effect.facts());
      case READ ->
          ledger.read(
              slot,
              effect.facts(),
              visit.links(),
              visit.anchors(),
              effect.changed(),
              original(slot, effect.facts()));
    }
    pages.misses(slot, effect.misses());
    frontier.typed(slot, effect.facts());
    frontier.settled(slot);
    favours.read(first);
    totals.outcome(Statuses.kind(facts.status()));
  }

  /// The hash of the page that says what this one says: its own when it is the first of its host
  /// that does.
  private long original(int slot, ReadFacts facts) {
    PageKey key = ledger.key(slot);
    if (facts.fingerprint() == 0 || !filter.looksForCopies()) {
      return key.hash();
    }
    if (copies == null) {
      NearDuplicates known = new NearDuplicates();
      ledger.rows(
          PartitionLedger.FIRST,
          Integer.MAX_VALUE,
          (page, read) -> {
            if (read.facts().fingerprint() != 0
                && !page.equals(key)
                && ledger.introduction(page) instanceof ClusterDiscovery how
                && frontier.host(CanonicalUrl.ofCanonical(how.url()).origin())
                    instanceof PartitionHost host) {
              known.first(host.index, page.hash(), read.facts().fingerprint());
            }
          });
      copies = known;
    }
    return copies.first(frontier.hostOf(slot).index, key.hash(), facts.fingerprint());
  }

  /// Whether a page whose links are not kept, and which is as it was, has shown them again.
  private boolean showsLinksAgain(ResultProcessor.Effect effect, ReadFacts found) {
    return effect.kind() == ResultProcessor.Kind.KEPT
        && !ledger.keepsLinks()
        && found.status() != 304
        && !ResultProcessor.isFailure(found.status());
  }
}
