package nephila.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nephila.config.CrawlConfig;
import nephila.crawl.ChangeLog;
import nephila.ledger.PageTable;
import nephila.process.Statuses;
import nephila.store.CrawlStore;
import nephila.view.CrawlStatus;
import nephila.view.Freshness;
import nephila.view.ImportanceBias;
import nephila.view.OpicTotals;
import nephila.view.PageRanking;
import nephila.view.PageRow;
import nephila.view.RequisiteCounts;
import nephila.view.RisingPages;
import nephila.view.SiteRow;
import nephila.view.StoredCounts;
import org.jspecify.annotations.Nullable;

/// A crawl dir that no process crawls in, as the page shows it. One question at a time.
public final class FinishedCrawl implements CrawlView {
  private static final double SETTLED = 1e-6;
  private static final int TOP = 10;

  private final Path dir;
  private final CrawlStore store;
  private final CrawlConfig plan;
  private final Clock clock;
  private final Map<String, Long> answers;
  private final @Nullable Long bytes;
  private final @Nullable Long refreshed;
  private final long fetched;
  private final @Nullable RequisiteCounts requisites;
  private final long discovered;
  private final List<PageRow> top;
  private final Freshness freshness;
  private final double found;
  private final Samples samples = new Samples();
  private final RisingCache risen = new RisingCache();
  private final PageReads reads;

  public FinishedCrawl(Path dir, CrawlStore store, CrawlConfig plan, Clock clock) {
    this.dir = dir;
    this.store = store;
    this.plan = plan;
    this.clock = clock;
    this.reads = new PageReads(dir);
    samples.keepIn(dir);
    store.ledger().settle(SETTLED);
    Map<String, Long> kinds = new HashMap<>();
    long forbidden = 0;
    double worth = 0;
    double all = 0;
    PageTable pages = store.pages();
    for (int slot = 0; slot < pages.size(); slot++) {
      all += store.ledger().worth(slot);
      if (pages.isRead(slot)) {
        worth += store.ledger().worth(slot);
        kinds.merge(Statuses.kind(pages.status(slot)), 1L, Long::sum);
        forbidden += pages.status(slot) == Statuses.FORBIDDEN_BY_ROBOTS ? 1 : 0;
      }
    }
    Optional<StoredCounts> counts = StoredCounts.of(store);
    this.answers = counts.map(StoredCounts::outcomes).orElse(kinds);
    this.bytes = counts.map(StoredCounts::bytes).orElse(null);
    this.refreshed = counts.map(StoredCounts::rereads).orElse(null);
    this.fetched = counts.map(StoredCounts::fetched).orElse(0L);
    this.requisites = counts.map(StoredCounts::requisites).orElse(null);
    this.discovered = store.readPages() - forbidden;
    this.top = PageRanking.now(store).pages(TOP, PageRanking.Which.READABLE_FIRST);
    this.freshness = Freshness.of(store, clock.millis());
    this.found = OpicTotals.share(worth, all, store.ledger().worthSum());
  }

  private synchronized <T> T ask(java.util.function.Function<StoreQuestions, T> question) {
    return question.apply(new StoreQuestions(store));
  }

  @Override
  public CrawlStatus status() {
    return new CrawlStatus(
        String.valueOf(dir.getFileName()),
        CrawlStatus.DONE,
        "",
        false,
        samples.lastSeconds(),
        fetched,
        store.knownPages(),
        store.readPages(),
        store.unreadPages(),
        store.hosts(),
        0,
        0,
        bytes,
        0,
        found,
        store.ledger().errorBound(),
        discovered,
        refreshed,
        answers,
        top,
        freshness,
        OpicTotals.of(store),
        ImportanceBias.orNull(store),
        requisites);
  }

  @Override
  public History history() {
    return samples.history();
  }

  @Override
  public Pages pages(String order, String site, int offset, int limit) {
    return ask(questions -> questions.pages(order, site, offset, limit, Map.of()));
  }

  @Override
  public Sites sites(int offset, int limit) {
    List<SiteRow> all = ask(questions -> questions.sites(Map.of()));
    return new Sites(all.size(), all.stream().skip(offset).limit(limit).toList());
  }

  @Override
  public Optional<RisingPages> rising(Duration window, int limit) {
    return RisingCache.has(window)
        ? risen.week(limit, () -> ask(questions -> questions.rising(dir, window, RisingCache.MOST)))
        : ask(questions -> questions.rising(dir, window, limit));
  }

  @Override
  public Optional<Community> community(int limit) {
    return Community.in(dir, limit);
  }

  @Override
  public Flows flows(int limit) {
    return ask(questions -> questions.flows(Math.min(limit, 60)));
  }

  @Override
  public Hosts hosts(int limit) {
    return ask(questions -> questions.hosts(limit, clock.millis()));
  }

  @Override
  public Errors errors(int limit) {
    return ask(questions -> questions.errors(limit));
  }

  @Override
  public Optional<PageStory> page(String url) {
    return ask(questions -> questions.story(url, plan, List.of(), reads.of(url)));
  }

  @Override
  public Rules rules() {
    try {
      return RuleChanges.rules(plan, false, false, ChangeLog.read(dir));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<Levers> levers() {
    return Optional.empty();
  }
}
