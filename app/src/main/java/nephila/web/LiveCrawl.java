package nephila.web;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.crawl.PageEvent;
import nephila.store.CrawlStore;
import nephila.view.CrawlStatus;
import nephila.view.RisingPages;
import nephila.view.SiteRow;

/// A crawl of this process as the page shows it: it listens to the crawl loop, asks the store on
/// the loop's thread while it runs, and passes on what users tell it. After [#ended] the store is
/// asked directly.
public final class LiveCrawl implements CrawlView, CrawlView.Levers, CrawlListener {
  private static final long PATIENCE_SECONDS = 10;

  private final Crawl crawl;
  private final CrawlListener next;
  private final Samples samples = new Samples();
  private final RisingCache risen = new RisingCache();
  private final RuleChanges changes;
  private final PageReads reads;
  private volatile boolean over;
  private volatile Map<String, Integer> pagesBefore = Map.of();
  private volatile Map<String, Integer> sitesBefore = Map.of();
  private volatile long beforeNanos = System.nanoTime();

  /// @param next another listener to pass everything on to
  public LiveCrawl(Crawl crawl, CrawlListener next) {
    this.crawl = crawl;
    this.next = next;
    this.changes = new RuleChanges(crawl.changes());
    this.reads = new PageReads(crawl.dir());
    samples.keepIn(crawl.dir());
  }

  @Override
  public void visited(PageEvent event) {
    samples.visited(event);
    next.visited(event);
  }

  @Override
  public void progress(CrawlStatus status) {
    samples.progress(status);
    next.progress(status);
  }

  /// [Crawl#run] has returned: from now on nobody else uses the store.
  public synchronized void ended() {
    over = true;
  }

  /// Asks something of the store, wherever it is owned now.
  public <T> T ask(Function<CrawlStore, T> question) {
    if (over) {
      synchronized (this) {
        return question.apply(crawl.store());
      }
    }
    try {
      return crawl.control().ask(question).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal(503, "the server is stopping");
    } catch (ExecutionException | TimeoutException e) {
      throw new Refusal(503, "the crawl is busy; ask again");
    }
  }

  /// Waits until the orders given so far are obeyed: they are, one after the other.
  private void obeyed() {
    ask(store -> true);
  }

  @Override
  public CrawlStatus status() {
    CrawlStatus now = crawl.status();
    if (over) {
      return now.in(CrawlStatus.DONE, false);
    }
    boolean goesOn =
        now.state().equals(CrawlStatus.RUNNING) || now.state().equals(CrawlStatus.PAUSED);
    String state =
        !goesOn ? now.state() : crawl.control().paused() ? CrawlStatus.PAUSED : CrawlStatus.RUNNING;
    return now.in(state, true);
  }

  @Override
  public History history() {
    return samples.history();
  }

  @Override
  public Pages pages(String order, String site, int offset, int limit) {
    Map<String, Integer> before = pagesBefore;
    return ask(store -> new StoreQuestions(store).pages(order, site, offset, limit, before));
  }

  @Override
  public Sites sites(int offset, int limit) {
    Map<String, Integer> before = sitesBefore;
    List<SiteRow> all = ask(store -> new StoreQuestions(store).sites(before));
    lookBack(all);
    return new Sites(all.size(), all.stream().skip(offset).limit(limit).toList());
  }

  /// Remembers the places of now, against which moves are told for the next ten seconds.
  private void lookBack(List<SiteRow> sites) {
    if (System.nanoTime() - beforeNanos > TimeUnit.SECONDS.toNanos(10)) {
      beforeNanos = System.nanoTime();
      Map<String, Integer> sitePlaces = new HashMap<>();
      sites.forEach(site -> sitePlaces.put(site.site(), sitePlaces.size() + 1));
      sitesBefore = sitePlaces;
      Map<String, Integer> pagePlaces = new HashMap<>();
      pages("importance", "", 0, 100)
          .pages()
          .forEach(page -> pagePlaces.put(page.url(), (int) page.rank()));
      pagesBefore = pagePlaces;
    }
  }

  @Override
  public Optional<RisingPages> rising(Duration window, int limit) {
    return RisingCache.has(window)
        ? risen.week(
            limit,
            () ->
                ask(
                    store ->
                        new StoreQuestions(store).rising(crawl.dir(), window, RisingCache.MOST)))
        : ask(store -> new StoreQuestions(store).rising(crawl.dir(), window, limit));
  }

  @Override
  public Optional<Community> community(int limit) {
    return Community.in(crawl.dir(), limit);
  }

  @Override
  public Flows flows(int limit) {
    return ask(store -> new StoreQuestions(store).flows(Math.min(limit, 60)));
  }

  @Override
  public Hosts hosts(int limit) {
    long now = System.currentTimeMillis();
    return ask(store -> new StoreQuestions(store).hosts(limit, now));
  }

  @Override
  public Errors errors(int limit) {
    return samples.errors(limit);
  }

  @Override
  public Optional<PageStory> page(String url) {
    CrawlConfig plan = crawl.plan();
    List<double[]> history = samples.importanceOf(url);
    List<Read> answered = reads.of(url);
    return ask(store -> new StoreQuestions(store).story(url, plan, history, answered));
  }

  @Override
  public Rules rules() {
    return changes.rules(crawl.plan(), !over);
  }

  @Override
  public Optional<Levers> levers() {
    return over ? Optional.empty() : Optional.of(this);
  }

  @Override
  public void pause() {
    crawl.control().pause();
    obeyed();
    changes.note("paused");
  }

  @Override
  public void resume() {
    crawl.control().resume();
    obeyed();
    changes.note("resumed");
  }

  @Override
  public void stop() {
    crawl.control().stop();
    changes.note("stopped");
  }

  @Override
  public void addSeed(String url) {
    crawl.control().addSeed(url);
    obeyed();
    changes.note("seed added: " + url);
  }

  @Override
  public void rules(List<String> focus, String scope, List<String> include, List<String> exclude) {
    CrawlConfig before = crawl.plan();
    change(focus, scope, include, exclude);
    changes.changed(before, focus, scope, include, exclude);
  }

  private void change(
      List<String> focus, Object scope, List<String> include, List<String> exclude) {
    crawl
        .control()
        .change(Map.of("focus", focus, "scope", scope, "include", include, "exclude", exclude));
    obeyed();
  }

  @Override
  public boolean undo() {
    return changes
        .takeBack()
        .map(
            plan -> {
              change(plan.focus(), plan.scope(), plan.include(), plan.exclude());
              return true;
            })
        .orElse(false);
  }
}
