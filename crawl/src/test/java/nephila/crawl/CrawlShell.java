package nephila.crawl;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.config.CrawlConfig;
import nephila.frontier.Frontier;
import nephila.ledger.LedgerChoice;
import nephila.ledger.PageTable;
import nephila.politeness.PaceRules;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.Tally;
import nephila.process.UrlFilter;
import nephila.store.ArchivedRows;
import nephila.store.CrawlStore;
import nephila.store.record.UrlHash;
import nephila.testweb.contract.ResultShell;
import nephila.testweb.contract.ScriptedWeb;
import nephila.testweb.contract.SteppedClock;
import nephila.url.CanonicalUrl;
import nephila.view.ImportanceMarks;

/// The crawl on one machine without its loop: one visit at a time, on the thread of the test.
final class CrawlShell implements ResultShell {
  private final CrawlConfig plan;
  private final SteppedClock clock;
  private final CrawlStore store;
  private final CrawlFrontier ordered;
  private final Frontier<HostState> frontier;
  private final StoreUpdater updater;
  private final VisitChooser chooser;
  private final FetchWorker worker;

  CrawlShell(Path dir, CrawlConfig plan, ScriptedWeb web, SteppedClock clock) throws Exception {
    this.plan = plan;
    this.clock = clock;
    this.store = CrawlStore.open(dir, plan.damping());
    UrlFilter filter = new UrlFilter(plan, clock);
    ordered = CrawlFrontier.of(store, filter, plan);
    frontier = ordered.frontier();
    Tally tally = new Tally();
    HostProcessor hosts =
        new HostProcessor(PaceRules.usual(plan.delay()), filter.productToken(), plan.robots());
    updater = new StoreUpdater(store, frontier, filter, tally, hosts, plan);
    updater.load();
    worker =
        new FetchWorker(
            web, null, new PageReader(filter), LedgerChoice.exact(0.85), ArchivedRows.NONE, null);
    StatusBoard board = new StatusBoard("crawl", store, frontier, tally, () -> 0);
    CrawlLoop.Parts parts =
        new CrawlLoop.Parts(
            store,
            null,
            "",
            ordered,
            updater,
            hosts,
            filter,
            tally,
            board,
            new ImportanceMarks(dir),
            null);
    chooser = new VisitChooser(parts, new Random(1));
    for (int slot = 0; slot < store.pages().size(); slot++) {
      if (!store.pages().isRead(slot) && !store.pages().isDropped(slot)) {
        frontier.add(slot, clock.millis());
      }
    }
    plan.seedUrls().forEach(seed -> updater.seed(seed, clock.millis()));
    ordered.rereads(plan);
  }

  @Override
  public void run(Duration time) {
    long end = clock.millis() + time.toMillis();
    while (clock.millis() < end) {
      FetchTask task = chooser.choose(clock.millis(), true);
      if (task == null) {
        long due = Math.min(frontier.nextDueMillis(clock.millis()), clock.millis() + 1000);
        clock.passUntil(Math.min(end, Math.max(due, clock.millis() + 1)));
      } else {
        frontier.begins(task.queue(), task.slot(), clock.millis());
        updater.enter(worker.run(task), null, clock.instant());
      }
    }
  }

  @Override
  public PageView page(String url) {
    CanonicalUrl its = CanonicalUrl.ofCanonical(url);
    int host = store.findHost(its.origin());
    int slot = host < 0 ? PageTable.NO_PAGE : store.find(host, UrlHash.of(url));
    if (slot == PageTable.NO_PAGE) {
      return null;
    }
    PageTable pages = store.pages();
    Standing standing =
        pages.isGone(slot)
            ? Standing.GONE
            : pages.isRead(slot)
                ? Standing.READ
                : pages.isDropped(slot) ? Standing.DROPPED : Standing.WAITS;
    List<String> links = Arrays.stream(pages.row(slot)).mapToObj(store::url).sorted().toList();
    return new PageView(
        standing, pages.status(slot), pages.reads(slot), pages.changes(slot), links);
  }

  @Override
  public int known() {
    return (int) store.knownPages();
  }

  @Override
  public void close() {
    ordered.hosts().save(frontier);
    store.commit(Map.of());
    store.close();
  }
}
