package nephila.crawl;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.config.CrawlConfig;
import nephila.fetch.Exchange;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.ledger.PageTable;
import nephila.links.Requisite;
import nephila.process.ExchangeRules;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.Statuses;
import nephila.process.Tally;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.RequisiteTable;
import nephila.store.record.AwaitedRequisite;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// What pages are shown with: each is fetched once a crawl, after the page that named it first.
///
/// - Q1 a requisite that is known is awaited or settled; what is awaited is fetched before the
///   crawl ends, unless its host or the user stops it, and then in the next run.
/// - Q2 no page has more requisites fetched than the plan says, those that its style sheets and
///   frames name included, and none after so many bytes; how many were left out is counted.
///
/// - Q3 no page of a host is read while so many requisites of its pages are awaited ([#isBehind]),
///   those apart whose host is to be left alone for long: memory grows with the hosts, not with the
///   pages, and a slow host of pictures holds back none but the pages that show them. In all no
///   more than [#MOST_AWAITED] are awaited; further ones are left out.
///
/// Owned by the thread of the crawl loop.
final class RequisiteUpdater {
  private static final int ATTEMPTS = 3;

  /// The most requisites of a host's pages that may be awaited when another page of it is read.
  private static final int MOST_BEHIND = 500;

  private static final int MOST_AWAITED = 1_000_000;

  private static final int UNKNOWN_HOST = -1;

  /// A page that awaits requisites.
  private static final class Page {
    int host = UNKNOWN_HOST;
    int count;
    long bytes;
    int awaited;
    boolean over;
  }

  private final CrawlStore store;
  private final RequisiteTable table;
  private final RequisiteQueue queue;
  private final HostProcessor hosts;
  private final UrlFilter filter;
  private final Tally tally;
  private final int mostCount;
  private final long mostBytes;
  private final boolean wanted;
  private final Map<Long, AwaitedRequisite> awaited = new HashMap<>();
  private final Map<Long, Page> pages = new HashMap<>();
  private final Map<Integer, Integer> awaitedByHost = new HashMap<>();

  /// Those whose host is to be left alone for long.
  private final Set<Long> putOff = new HashSet<>();

  private final Map<Long, Integer> attempts = new HashMap<>();
  private int underWay;

  RequisiteUpdater(
      CrawlStore store,
      Frontier<HostState> frontier,
      UrlFilter filter,
      Tally tally,
      HostProcessor hosts,
      CrawlConfig plan) {
    this.store = store;
    this.table = store.requisites();
    this.queue = new RequisiteQueue(frontier, plan.connections(), this::putOff);
    this.hosts = hosts;
    this.filter = filter;
    this.tally = tally;
    this.mostCount = plan.maxRequisites();
    this.mostBytes = plan.maxRequisiteBytes();
    this.wanted = plan.requisites();
  }

  /// Takes up what earlier runs left.
  void load() {
    table.showAwaited(
        new RequisiteTable.Awaited() {
          @Override
          public void requisite(AwaitedRequisite requisite) {
            awaits(requisite, 0);
          }

          @Override
          public void spent(long page, RequisiteTable.Spent spent) {
            Page its = page(page);
            its.count = spent.count();
            its.bytes = spent.bytes();
          }
        });
  }

  private Page page(long page) {
    return pages.computeIfAbsent(page, any -> new Page());
  }

  private void awaits(AwaitedRequisite requisite, long now) {
    awaited.put(requisite.hash(), requisite);
    Page its = page(requisite.page());
    its.awaited++;
    awaitedByHost.merge(its.host, 1, Integer::sum);
    queue.add(store.host(requisite.url().origin()), requisite, now);
  }

  private void putOff(AwaitedRequisite requisite) {
    if (requisite.equals(awaited.get(requisite.hash())) && putOff.add(requisite.hash())) {
      lessAwaited(page(requisite.page()));
    }
  }

  private void lessAwaited(Page page) {
    awaitedByHost.merge(page.host, -1, (count, less) -> count + less <= 0 ? null : count + less);
  }

  /// How many are awaited.
  int awaited() {
    return awaited.size();
  }

  /// Whether too many requisites of the host's pages are awaited for another of its pages to be
  /// read now.
  boolean isBehind(int host) {
    return wanted && awaitedByHost.getOrDefault(host, 0) >= MOST_BEHIND;
  }

  /// How many are being fetched.
  int underWay() {
    return underWay;
  }

  /// The moment when the next host is due that has some; `Long.MAX_VALUE` when there is none.
  long nextDueMillis() {
    return wanted ? queue.nextDueMillis() : Long.MAX_VALUE;
  }

  /// The host's clock has changed, or a request to it has ended.
  void clockChanged(HostQueue<HostState> host, long now) {
    queue.clockChanged(host.number(), now);
  }

  /// The document names these.
  ///
  /// @param page hash of the page that they are fetched for: the document itself, or the one that
  ///   it is shown in
  /// @param host the number of that page's host, -1 where it is known to have been told
  void found(String document, long page, int host, List<Requisite> found, long now) {
    if (!wanted || found.isEmpty()) {
      return;
    }
    Page its = pages.getOrDefault(page, new Page());
    its.host = its.awaited == 0 ? host : its.host; // else what is awaited was counted there
    int leftOut = 0;
    int before = its.count;
    for (Requisite each : found) {
      long hash = UrlHash.of(each.url().text());
      if (table.isKnown(hash) || !filter.mayEmbed(each.url()) || wasReadAsPage(each.url(), hash)) {
        continue;
      }
      if (its.count >= mostCount || its.bytes >= mostBytes || awaited.size() >= MOST_AWAITED) {
        leftOut++;
        continue;
      }
      its.count++;
      pages.putIfAbsent(page, its);
      AwaitedRequisite requisite = new AwaitedRequisite(each.url(), each.kind(), document, page);
      table.await(requisite);
      awaits(requisite, now);
    }
    if (its.count > before) {
      spent(page, its);
    }
    leftOut(its, leftOut);
  }

  private void leftOut(Page page, int count) {
    if (count > 0) {
      tally.requisitesLeftOut(count, !page.over);
      page.over = true;
    }
  }

  private boolean wasReadAsPage(CanonicalUrl url, long hash) {
    int host = store.findHost(url.origin());
    int slot = host < 0 ? PageTable.NO_PAGE : store.index().find(host, hash);
    return slot != PageTable.NO_PAGE
        && store.pages().isRead(slot)
        && store.pages().status(slot) == 200;
  }

  /// The host to be asked for a requisite next, null when none is due.
  @Nullable HostQueue<HostState> next(long now) {
    return wanted ? queue.next(now) : null;
  }

  /// Takes the host's next requisite; null when none of it may be fetched now.
  @Nullable AwaitedRequisite take(HostQueue<HostState> host) {
    for (AwaitedRequisite next = queue.take(host); next != null; next = queue.take(host)) {
      if (!next.equals(awaited.get(next.hash()))) {
        continue; // settled meanwhile
      }
      Page its = page(next.page());
      if (its.bytes >= mostBytes) {
        leftOut(its, 1);
        table.forget(next.hash());
        done(next);
      } else if (!hosts.allows(host.host(), next.url())) {
        tally.requisite(Statuses.kind(Statuses.FORBIDDEN_BY_ROBOTS), 0);
        settle(next, Statuses.FORBIDDEN_BY_ROBOTS);
      } else {
        return next;
      }
    }
    return null;
  }

  /// The slot of a requisite that is also a page which waits to be read: it is read as that.
  int asPage(AwaitedRequisite requisite) {
    int host = store.host(requisite.url().origin());
    int slot = store.index().find(host, requisite.hash());
    PageTable table = store.pages();
    return slot != PageTable.NO_PAGE && Frontier.waits(table, slot) && !table.isUnsure(slot)
        ? slot
        : PageTable.NO_PAGE;
  }

  /// The page of that hash was read; if it is a requisite as well, it is that no more.
  void pageWasRead(long hash) {
    AwaitedRequisite requisite = awaited.get(hash);
    if (requisite != null) {
      readAsPage(requisite);
    }
  }

  /// The requisite is about to be read as a page.
  void readAsPage(AwaitedRequisite requisite) {
    settle(requisite, RequisiteTable.AS_PAGE);
  }

  /// Its fetch begins.
  void begins() {
    underWay++;
  }

  /// Enters the result of a fetch, from the web or from the archive.
  ///
  /// @param ours whether it failed because of this machine or its network
  void entered(FetchResult result, boolean ours, long now) {
    underWay -= result.replayed() ? 0 : 1;
    AwaitedRequisite asked = java.util.Objects.requireNonNull(result.task().requisite());
    Exchange exchange = result.exchange();
    AwaitedRequisite known = awaited.get(asked.hash());
    boolean again =
        ours
            || (ExchangeRules.mayPass(exchange)
                && attempts.merge(asked.hash(), 1, Integer::sum) < ATTEMPTS);
    if (again) {
      if (known != null && !result.replayed()) {
        queue.add(result.task().queue().number(), known, now);
      }
      return;
    }
    attempts.remove(asked.hash());
    int status = Statuses.of(exchange);
    tally.requisite(Statuses.kind(status), exchange.responseBytes().length);
    if (known == null) {
      table.settle(asked.hash(), status); // its page is not in the archive any more
      return;
    }
    page(known.page()).bytes += exchange.responseBytes().length;
    found(known.url().text(), known.page(), UNKNOWN_HOST, result.findings().requisites(), now);
    settle(known, status);
  }

  private void settle(AwaitedRequisite requisite, int status) {
    table.settle(requisite.hash(), status);
    done(requisite);
  }

  private void done(AwaitedRequisite requisite) {
    awaited.remove(requisite.hash());
    Page its = page(requisite.page());
    its.awaited--;
    if (!putOff.remove(requisite.hash())) {
      lessAwaited(its);
    }
    if (its.awaited <= 0) {
      pages.remove(requisite.page());
      table.spent(requisite.page(), null);
    } else {
      spent(requisite.page(), its);
    }
  }

  private void spent(long page, Page its) {
    table.spent(page, new RequisiteTable.Spent(its.count, its.bytes));
  }

  /// The kind that a requisite in the archive is of, by what is known of it.
  AwaitedRequisite replayed(CanonicalUrl url, String via, Requisite.Kind kind) {
    AwaitedRequisite known = awaited.get(UrlHash.of(url.text()));
    return known == null ? new AwaitedRequisite(url, kind, via, 0) : known;
  }
}
