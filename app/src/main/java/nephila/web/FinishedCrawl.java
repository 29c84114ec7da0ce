package nephila.web;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nephila.config.CrawlConfig;
import nephila.crawl.StoredCounts;
import nephila.ledger.PageTable;
import nephila.process.Statuses;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;

/// A crawl dir that no process crawls in, as the page shows it. One question at a time.
public final class FinishedCrawl implements CrawlView {
  private static final double SETTLED = 1e-6;

  private final Path dir;
  private final CrawlStore store;
  private final CrawlConfig plan;
  private final Map<String, Long> answers;
  private final @Nullable Long bytes;
  private final @Nullable Long refreshed;
  private final long discovered;
  private final double found;
  private final Samples samples = new Samples();
  private final PageReads reads;

  public FinishedCrawl(Path dir, CrawlStore store, CrawlConfig plan) {
    this.dir = dir;
    this.store = store;
    this.plan = plan;
    this.reads = new PageReads(dir);
    samples.keepIn(dir);
    store.ledger().settle(SETTLED);
    Map<String, Long> kinds = new HashMap<>();
    long again = 0;
    long forbidden = 0;
    double worth = 0;
    PageTable pages = store.pages();
    for (int slot = 0; slot < pages.size(); slot++) {
      if (pages.isRead(slot)) {
        worth += store.ledger().worth(slot);
        kinds.merge(Statuses.kind(pages.status(slot)), 1L, Long::sum);
        again += pages.reads(slot) - 1;
        forbidden += pages.status(slot) == Statuses.FORBIDDEN_BY_ROBOTS ? 1 : 0;
      }
    }
    Optional<StoredCounts> counts = StoredCounts.of(store);
    this.answers = counts.map(StoredCounts::outcomes).orElse(kinds);
    this.bytes = counts.map(StoredCounts::bytes).orElse(null);
    this.refreshed = counts.isEmpty() ? null : again;
    this.discovered = store.readPages() - forbidden;
    this.found = worth / Math.max(1, store.ledger().worthSum());
  }

  private synchronized <T> T ask(java.util.function.Function<StoreQuestions, T> question) {
    return question.apply(new StoreQuestions(store));
  }

  @Override
  public Status status() {
    return new Status(
        String.valueOf(dir.getFileName()),
        "done",
        false,
        samples.lastSeconds(),
        store.pages().size(),
        store.readPages(),
        store.hosts(),
        0,
        bytes,
        0,
        found,
        store.ledger().errorBound(),
        discovered,
        refreshed,
        answers);
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
    List<Site> all = ask(questions -> questions.sites(Map.of()));
    return new Sites(all.size(), all.stream().skip(offset).limit(limit).toList());
  }

  @Override
  public Flows flows(int limit) {
    return ask(questions -> questions.flows(Math.min(limit, 60)));
  }

  @Override
  public Hosts hosts(int limit) {
    return ask(questions -> questions.hosts(limit, System.currentTimeMillis()));
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
    return new RuleChanges(dir).rules(plan, false);
  }

  @Override
  public Optional<Levers> levers() {
    return Optional.empty();
  }
}
