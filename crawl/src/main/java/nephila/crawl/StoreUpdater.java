package nephila.crawl;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import nephila.archive.warc.ArchivedPlace;
import nephila.config.CrawlConfig;
import nephila.fetch.Exchange;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.ledger.PageTable;
import nephila.politeness.HostPace;
import nephila.process.ExchangeRules;
import nephila.process.GonePolicy;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.NearDuplicates;
import nephila.process.PageFindings;
import nephila.process.ResultProcessor;
import nephila.process.Statuses;
import nephila.process.Tally;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.RowPrint;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Enters results into the store and the frontier of a crawl on one machine: what [HostProcessor]
/// and [ResultProcessor] say of a result from the web or from the archive becomes hosts' paces, new
/// pages and payments. Owned by the crawl loop's thread.
final class StoreUpdater {
  private static final int[] NO_LINKS = {};

  private final CrawlStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final Frontier<HostState> frontier;
  private final UrlFilter filter;
  private final Tally tally;
  private final HostProcessor hosts;
  private ResultProcessor results;
  private final boolean sitemaps;
  private final CashFavours favours;
  private final RequisiteUpdater requisites;
  private CrawlListener listener = CrawlListener.SILENT;

  /// Failed attempts at pages that may still succeed.
  private final Map<Long, Integer> attempts = new HashMap<>();

  /// Pages that became known by the read being entered.
  private int[] fresh = new int[64];

  private int freshCount;

  private final NearDuplicates copies = new NearDuplicates();

  /// Whether any host has answered in this run.
  private boolean answered;

  StoreUpdater(
      CrawlStore store,
      Frontier<HostState> frontier,
      UrlFilter filter,
      Tally tally,
      HostProcessor hosts,
      CrawlConfig plan) {
    this.store = store;
    this.pages = store.pages();
    this.index = store.index();
    this.frontier = frontier;
    this.filter = filter;
    this.tally = tally;
    this.hosts = hosts;
    this.results = results(plan);
    this.sitemaps = plan.sitemaps();
    this.favours = new CashFavours(store.pages(), store.ledger(), filter, plan);
    this.requisites = new RequisiteUpdater(store, frontier, filter, tally, hosts, plan);
  }

  private static ResultProcessor results(CrawlConfig plan) {
    return new ResultProcessor(new GonePolicy(plan.goneAfter()));
  }

  /// The share of first reads that cash is to reach, and the one reached; empty where none is.
  String steering() {
    return favours.note();
  }

  /// What pages are shown with.
  RequisiteUpdater requisites() {
    return requisites;
  }

  /// Learns which texts were read in earlier runs, and which requisites these left.
  void load() {
    requisites.load();
    if (filter.looksForCopies()) {
      copies.load(store);
    }
  }

  void tell(CrawlListener to) {
    listener = to;
  }

  /// Makes a page known that the user named, and queues it whatever the rules say.
  int seed(CanonicalUrl url, long nowMillis) {
    int slot = know(url, nephila.store.record.UrlHash.of(url.text()), 0, PageTable.NO_PAGE);
    store.resolve(slot);
    if (!pages.isRead(slot)) {
      store.focus(slot, filter.focusClass(url, Collections.emptySortedSet(), pages.focus(slot)));
      frontier.add(slot, nowMillis);
    } else if (pages.isGone(slot)) {
      frontier.named(slot);
    }
    return slot;
  }

  /// The page of a read that comes from the archive.
  int replayed(CanonicalUrl url) {
    int slot = know(url, nephila.store.record.UrlHash.of(url.text()), 0, PageTable.NO_PAGE);
    frontier.remove(slot, 0);
    store.resolve(slot);
    return slot;
  }

  private int know(CanonicalUrl url, long hash, int depth, int via) {
    int host = store.host(url.origin());
    return store.know(host, hash, url.pathAndQuery(), depth, via);
  }

  void enter(FetchResult result, @Nullable ArchivedPlace kept, Instant now) {
    HostState host = result.task().host();
    Exchange exchange = result.exchange();
    answered |= exchange.answered();
    HostProcessor.Step step =
        hosts.after(exchange, result.bytes(), host.origin(), host.pace(), host.allowance(), now);
    host.allowance(step.allowance());
    switch (result.task().kind()) {
      case ROBOTS -> {
        int status = Statuses.of(exchange);
        if (HostProcessor.isSilent(status) && !step.ours()) {
          tally.outcome(Statuses.kind(status));
        }
        turn(result, hosts.robots(host, result.robots(), step, status, now), now);
        if (sitemaps) {
          hosts.sitemaps(host, filter::mayList).forEach(url -> seed(url, now.toEpochMilli()));
        }
      }
      case PROBE -> {
        hosts.probed(host, result.findings().probe(), step);
        turn(result, step.pace(), now);
      }
      case REQUISITE -> {
        turn(result, step.pace(), now);
        requisites.entered(result, step.ours(), now.toEpochMilli());
      }
      case PAGE -> {
        turn(result, step.pace(), now);
        if (step.ours()) {
          frontier.putBack(result.task().slot(), now.toEpochMilli());
        } else {
          page(result, kept, now.toEpochMilli());
        }
      }
    }
  }

  /// Whether nothing was ever read and no host that has pages to read answers.
  boolean nobodyAnswers() {
    if (answered || store.readPages() > 0) {
      return false;
    }
    return frontier.queues().stream()
        .allMatch(queue -> queue.isEmpty() || queue.host().pace().refusals() > 0);
  }

  private void turn(FetchResult result, HostPace pace, Instant now) {
    HostQueue<HostState> queue = result.task().queue();
    queue.host().pace(pace);
    if (result.replayed()) {
      frontier.clockChanged(queue, now.toEpochMilli());
    } else {
      frontier.ended(queue, now.toEpochMilli());
    }
    requisites.clockChanged(queue, now.toEpochMilli());
  }

  private void page(FetchResult result, @Nullable ArchivedPlace kept, long nowMillis) {
    FetchTask task = result.task();
    Exchange exchange = result.exchange();
    int slot = task.slot();
    ReadFacts previous = result.replayed() ? store.lastRead(slot) : task.previous();
    ResultProcessor.Effect effect =
        results.page(
            facts(result, kept),
            ExchangeRules.mayPass(exchange),
            new ResultProcessor.Before(
                previous,
                attempts.getOrDefault(index.hash(slot), 0),
                pages.misses(slot),
                pages.isGone(slot)),
            isAsBefore(previous, kept));
    if (effect.kind() == ResultProcessor.Kind.AGAIN) {
      attempts.merge(index.hash(slot), 1, Integer::sum);
      tally.fetched("tried again", exchange.responseBytes().length);
      frontier.putBack(slot, nowMillis);
      return;
    }
    attempts.remove(index.hash(slot));
    ReadFacts facts = effect.facts();
    if (previous != null && exchange.answered()) {
      tally.reread((facts.atMillis() - previous.atMillis()) / 1000, effect.changed());
    }
    freshCount = 0;
    int[] row = pages.row(slot);
    ResultProcessor.Kind kind =
        effect.kind() == ResultProcessor.Kind.KEPT && paysAgain(result, kept)
            ? ResultProcessor.Kind.READ
            : effect.kind();
    if (result.before() instanceof FetchResult.EarlierLinks before) {
      store.foundAgain(slot, before.urls());
    }
    switch (kind) {
      case KEPT -> store.unchanged(slot, facts);
      case GONE -> store.gone(slot, facts);
      default -> {
        row = row(result, links(result));
        row =
            effect.kind() == ResultProcessor.Kind.KEPT && store.choice().findsLinksAgain()
                ? payeesBefore(slot, row)
                : payees(result, row);
        store.read(slot, facts, row, effect.changed(), copy(previous, kept));
        queueFresh(nowMillis);
      }
    }
    requisites.pageWasRead(index.hash(slot));
    if (kind == ResultProcessor.Kind.READ) {
      requisites.found(
          task.url().text(),
          index.hash(slot),
          index.host(slot),
          result.findings().requisites(),
          nowMillis);
    }
    pages.misses(slot, effect.misses());
    if (filter.judgesTypes() && UrlFilter.type(facts) instanceof String type) {
      SortedSet<String> none = Collections.emptySortedSet();
      focus(slot, filter.focusClass(task.url(), type, none, pages.focus(slot)));
    }
    task.host().wasRead();
    frontier.wasRead(task.queue());
    tally.fetched(
        Statuses.kind(exchange.status() == 304 ? 304 : status(result)),
        exchange.responseBytes().length);
    frontier.settled(slot);
    favours.read(previous == null);
    PageEvent.Change change =
        previous == null
            ? PageEvent.Change.FIRST
            : effect.changed() ? PageEvent.Change.CHANGED : PageEvent.Change.UNCHANGED;
    listener.visited(event(result, facts, row.length, change));
  }

  /// Where the archive has what the page says by now; null where that is in the copy before.
  private static RowPrint.@Nullable ArchivedCopy copy(
      @Nullable ReadFacts previous, @Nullable ArchivedPlace kept) {
    return kept == null || isAsBefore(previous, kept)
        ? null
        : new RowPrint.ArchivedCopy(kept.end().serial(), kept.offset());
  }

  /// Whether a page whose links are not kept, and which is as it was, has shown them again. An
  /// answer that the archive has as a revisit shows none when it is replayed.
  private boolean paysAgain(FetchResult result, @Nullable ArchivedPlace kept) {
    return !store.choice().keepsLinks()
        && result.exchange().status() != 304
        && !ResultProcessor.isFailure(status(result))
        && !(result.replayed() && isRevisit(kept));
  }

  /// Whether the archive found that the answer is that of the last read.
  private static boolean isRevisit(@Nullable ArchivedPlace kept) {
    return kept != null
        && (kept.kind() == ArchivedPlace.Kind.IDENTICAL
            || kept.kind() == ArchivedPlace.Kind.NOT_MODIFIED);
  }

  private static int status(FetchResult result) {
    return ExchangeRules.status(result.exchange(), result.findings());
  }

  /// Whether the archive found that the content is that of the page's last read.
  private static boolean isAsBefore(@Nullable ReadFacts previous, @Nullable ArchivedPlace kept) {
    if (previous == null || kept == null || !isRevisit(kept)) {
      return false;
    }
    byte[] sha1 = kept.payloadSha1();
    return kept.kind() == ArchivedPlace.Kind.NOT_MODIFIED
        || (sha1 != null && HexFormat.of().formatHex(sha1).equals(previous.digest()));
  }

  /// A revisit has no content of its own when it is replayed: the archive tells whose it has.
  private static ReadFacts facts(FetchResult result, @Nullable ArchivedPlace kept) {
    ReadFacts facts = facts(result);
    if (!result.replayed() || kept == null || kept.kind() != ArchivedPlace.Kind.IDENTICAL) {
      return facts;
    }
    byte[] sha1 = kept.payloadSha1();
    return sha1 == null ? facts : facts.withDigest(HexFormat.of().formatHex(sha1));
  }

  private static ReadFacts facts(FetchResult result) {
    FetchTask task = result.task();
    return ExchangeRules.facts(
        result.exchange(),
        status(result),
        result.findings(),
        task.reason(),
        task.worth(),
        task.place());
  }

  private PageFindings links(FetchResult result) {
    PageFindings found = result.findings();
    return found.ifSitemap() ? found.named(isSitemap(result.task())) : found;
  }

  /// Whether its host's robots.txt names it, or that of another of its site (or the user), or a
  /// page that may be a sitemap index led to it.
  private boolean isSitemap(FetchTask task) {
    PageDiscovery known = store.discovery(task.slot());
    if (known.isSeed() || hosts.isSitemap(task.host(), task.url())) {
      return true;
    }
    int via = index.find(known.viaHost(), known.viaHash());
    ReadFacts index = via == PageTable.NO_PAGE ? null : store.lastRead(via);
    String address = store.url(known.viaHost(), known.viaHash());
    return ResultProcessor.isSitemap(false, address, index == null ? "" : index.mime());
  }

  /// The slots of the pages it points to; those not known before are in `fresh`.
  private int[] row(FetchResult result, PageFindings findings) {
    List<CanonicalUrl> urls = findings.urls();
    int from = result.task().slot();
    int ownHost = index.host(from);
    String origin = result.task().host().origin();
    int[] row = new int[urls.size()];
    for (int i = 0; i < row.length; i++) {
      CanonicalUrl url = urls.get(i);
      long hash = findings.hashes()[i];
      boolean own = url.pathStart() == origin.length() && url.text().startsWith(origin);
      int host = own ? ownHost : store.host(url.origin());
      int slot = index.find(host, hash);
      if (slot == PageTable.NO_PAGE) {
        slot = store.know(host, hash, url.pathAndQuery(), result.task().depth() + 1, from);
        judge(slot, url, findings.anchors(i), result.task().depth() + 1);
      } else {
        called(slot, url, findings.anchors(i));
        if (pages.isGone(slot) && !pointedTo(result, slot, url)) {
          frontier.named(slot);
        }
      }
      row[i] = slot;
    }
    return row;
  }

  /// Whether the page pointed to that one when it was read before.
  private boolean pointedTo(FetchResult result, int to, CanonicalUrl url) {
    int from = result.task().slot();
    if (result.before() instanceof FetchResult.EarlierLinks before) {
      List<String> urls = before.urls();
      return urls != null && urls.contains(url.text());
    }
    if (!store.choice().keepsLinks()) {
      return pages.isRead(from); // what it pointed to is not known: likely the same
    }
    store.ledger().loadRow(from);
    return Arrays.stream(pages.row(from)).anyMatch(slot -> slot == to);
  }

  /// The pages that the page pays: its links, or, when its text is that of an earlier page of its
  /// host, that page alone. Its links are known and followed all the same.
  private int[] payees(FetchResult result, int[] row) {
    long signature = result.findings().signature();
    if (signature == 0) {
      return row;
    }
    int slot = result.task().slot();
    long own = index.hash(slot);
    long first = copies.first(index.host(slot), own, signature);
    int payee = first == own ? PageTable.NO_PAGE : store.find(index.host(slot), first);
    return payee == PageTable.NO_PAGE ? row : new int[] {payee};
  }

  /// The pages that the page, which is as it was, has paid: its links, or one page that it stood
  /// for when it was read.
  private int[] payeesBefore(int slot, int[] row) {
    RowPrint before = store.rowPrint(slot);
    int payee =
        before.links() == 1 ? store.find(before.group(), before.print()) : PageTable.NO_PAGE;
    return payee == PageTable.NO_PAGE ? row : new int[] {payee};
  }

  /// A link with a text that meets these conditions points to a page that is known.
  private void called(int slot, CanonicalUrl url, SortedSet<String> anchors) {
    if (!anchors.isEmpty()) {
      store.resolve(slot);
      focus(slot, filter.focusClass(url, type(slot), anchors, pages.focus(slot)));
    }
  }

  /// What the page's server said it is when it was last read; null where no rule asks for it.
  private @Nullable String type(int slot) {
    boolean asked = filter.judgesTypes() && pages.isRead(slot);
    return asked ? UrlFilter.type(store.lastRead(slot)) : null;
  }

  private void focus(int slot, int focusClass) {
    if (pages.focus(slot) != focusClass) {
      store.focus(slot, focusClass);
      frontier.changed(slot, true);
    }
  }

  private void judge(int slot, CanonicalUrl url, SortedSet<String> anchors, int depth) {
    if (!filter.refusal(url, depth, true).isEmpty()) {
      store.drop(slot);
      return;
    }
    if (filter.hasFocus()) {
      store.focus(slot, filter.focusClass(url, anchors, 0));
    }
    if (freshCount == fresh.length) {
      fresh = Arrays.copyOf(fresh, freshCount * 2);
    }
    fresh[freshCount++] = slot;
  }

  /// The rules have changed: every page that waits is judged again.
  ///
  /// @param focus whether pages that were read are judged again by rules of focus
  void rules(CrawlConfig plan, boolean focus, long nowMillis) {
    results = results(plan);
    favours.rules(plan);
    if (focus) {
      judgeFocusAgain();
    }
    for (int slot = 0; slot < pages.size(); slot++) {
      if (!pages.isRead(slot) && !pages.isFree(slot)) {
        judgeAgain(slot, nowMillis);
      }
    }
  }

  /// Judges every page in memory by rules of focus that may have changed.
  void judgeFocusAgain() {
    for (int slot = 0; slot < pages.size(); slot++) {
      if (!pages.isFree(slot) && !pages.isUnsure(slot)) {
        CanonicalUrl url = CanonicalUrl.ofCanonical(store.url(slot));
        SortedSet<String> none = Collections.emptySortedSet();
        focus(slot, filter.focusClass(url, type(slot), none, pages.focus(slot)));
      }
    }
  }

  /// Judges an unread page by rules that may have changed.
  private void judgeAgain(int slot, long nowMillis) {
    PageDiscovery known = store.discovery(slot);
    CanonicalUrl url = CanonicalUrl.ofCanonical(known.url());
    if (known.isSeed() || filter.refusal(url, known.depth(), false).isEmpty()) {
      store.recall(slot);
      frontier.add(slot, nowMillis);
    } else {
      store.drop(slot);
      frontier.remove(slot, nowMillis);
    }
  }

  private void queueFresh(long nowMillis) {
    for (int i = 0; i < freshCount; i++) {
      frontier.add(fresh[i], nowMillis);
    }
  }

  private PageEvent event(FetchResult result, ReadFacts facts, int links, PageEvent.Change change) {
    FetchTask task = result.task();
    return new PageEvent(
        facts.atMillis(),
        task.url().text(),
        status(result),
        facts.mime(),
        result.exchange().responseBytes().length,
        result.exchange().circumstances().wholeMillis(),
        task.depth(),
        links,
        freshCount,
        change,
        task.reason(),
        task.importance());
  }

  /// Settles every page that waits and that its host's robots.txt, as far as known, forbids.
  void forbidWhatRobotsForbid(Instant now) {
    for (int slot = 0; slot < pages.size(); slot++) {
      if (!Frontier.waits(pages, slot)) {
        continue;
      }
      HostState host = frontier.queueOf(slot).host();
      CanonicalUrl url = CanonicalUrl.ofCanonical(store.discovery(slot).url());
      if (host.robots().readAt() != null && !hosts.allows(host, url)) {
        frontier.remove(slot, now.toEpochMilli());
        forbidden(slot, now, store.ledger().worth(slot));
      }
    }
  }

  /// The page may not be read: settled without a request.
  void forbidden(int slot, Instant now, long worth) {
    ReadFacts facts = ExchangeRules.forbidden(now.toEpochMilli(), worth);
    store.read(slot, facts, NO_LINKS, false);
    frontier.settled(slot);
    tally.outcome(Statuses.kind(Statuses.FORBIDDEN_BY_ROBOTS));
  }
}
