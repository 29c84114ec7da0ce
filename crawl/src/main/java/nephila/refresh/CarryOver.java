package nephila.refresh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.crawl.PageEvent;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import org.jspecify.annotations.Nullable;

/// Reads the living pages of an old crawl into a fresh crawl dir, with the importance they had.
///
/// The store of the new crawl first gets the living pages with the old links between them, as if it
/// had read them long ago: its ledger then holds their importance on the living part of the old
/// web. The crawl re-reads them, the most important first, and corrects each page's payments by its
/// links of today. Pages that moved are read at their new places. The least important page of each
/// host is entered as a seed that was never read, so that the host's robots.txt is asked for first.
public final class CarryOver {
  /// Pages are entered as read at the epoch; none is read twice.
  private static final Duration ONCE = Duration.ofDays(365);

  /// When no page was read for so long, those that are left will not be.
  private static final Duration SILENCE = Duration.ofMinutes(10);

  private final OldWeb old;
  private final RefreshFindings findings;
  private volatile boolean stopped;
  private volatile @Nullable Crawl running;

  public CarryOver(OldWeb old, RefreshFindings findings) {
    this.old = old;
    this.findings = findings;
  }

  /// Reads the living pages into `dir`; `settings` gives agent, delay and the like. Returns how it
  /// stands at the end.
  public CrawlStatus into(Path dir, CrawlConfig settings, CrawlListener listener)
      throws IOException {
    return into(dir, settings, listener, Crawl.World.real());
  }

  /// Ends [#into] soon; may be called from any thread.
  public void stop() {
    stopped = true;
    Crawl crawl = running;
    if (crawl != null) {
      crawl.control().stop();
    }
  }

  CrawlStatus into(Path dir, CrawlConfig settings, CrawlListener listener, Crawl.World world)
      throws IOException {
    if (Files.exists(dir.resolve("state"))) {
      throw new UserError(dir + ": holds a crawl already; name a folder that is new");
    }
    Files.createDirectories(dir);
    Prefilled filled = prefill(dir);
    CrawlConfig plan =
        settings
            .with("seeds", filled.seeds())
            .with("scope", Scope.Kind.PAGE)
            .with("continuous", true)
            .with("min-age", ONCE)
            .checked();
    Duration patience = SILENCE.plus(plan.delay().multipliedBy(2));
    CrawlStatus end;
    try (Crawl crawl = Crawl.open(dir, plan, world)) {
      running = crawl;
      if (stopped) {
        crawl.control().stop();
      }
      Set<String> read = new HashSet<>();
      end =
          crawl.run(
              new CrawlListener() {
                private long lastNanos = System.nanoTime();

                @Override
                public void visited(PageEvent event) {
                  listener.visited(event);
                  lastNanos = System.nanoTime();
                  read.add(event.url());
                  if (read.size() >= filled.pages()) {
                    crawl.control().stop();
                  }
                }

                @Override
                public void progress(CrawlStatus status) {
                  listener.progress(status);
                  if (System.nanoTime() - lastNanos > patience.toNanos()) {
                    crawl.control().stop();
                  }
                }
              });
    }
    CrawlConfig kept = plan.with("continuous", false).with("min-age", CrawlConfig.usual().minAge());
    Files.writeString(dir.resolve("plan.yaml"), Settings.toYaml(kept));
    return end;
  }

  private record Prefilled(List<String> seeds, int pages) {}

  /// Makes the living pages known with their old links.
  private Prefilled prefill(Path dir) throws IOException {
    try (CrawlStore store = CrawlStore.open(dir, 0.85)) {
      int[] slotOf = new int[old.pages()];
      Arrays.fill(slotOf, PageTable.NO_PAGE);
      Map<String, Integer> seeds = new LinkedHashMap<>();
      for (int page = 0; page < slotOf.length; page++) {
        PageAnswer answer = findings.answer(page);
        if (answer != null && answer.verdict().alive()) {
          CanonicalUrl url = CanonicalUrl.ofCanonical(place(page, answer));
          int host = store.host(url.origin());
          long hash = UrlHash.of(url.text());
          slotOf[page] = store.know(host, hash, url.pathAndQuery(), 0, PageTable.NO_PAGE);
          seeds.merge(url.origin(), page, this::lessImportant);
        }
      }
      Set<Integer> unread = new HashSet<>();
      seeds.values().forEach(page -> unread.add(slotOf[page]));
      for (int page = 0; page < slotOf.length; page++) {
        if (slotOf[page] != PageTable.NO_PAGE && !unread.contains(slotOf[page])) {
          store.read(slotOf[page], longAgo(), row(page, slotOf), false);
        }
      }
      List<String> seedUrls = seeds.values().stream().map(page -> store.url(slotOf[page])).toList();
      int pages = store.pages().size();
      store.commit(Map.of());
      store.sync();
      return new Prefilled(seedUrls, pages);
    }
  }

  private String place(int page, PageAnswer answer) {
    return answer.verdict() == LivenessVerdict.MOVED ? answer.place() : old.urls().get(page);
  }

  private int lessImportant(int a, int b) {
    return old.importance()[a] < old.importance()[b] ? a : b;
  }

  private int[] row(int page, int[] slotOf) {
    int from = (int) old.links().rowStart(page);
    int end = (int) old.links().rowStart(page + 1);
    return Arrays.stream(old.links().targets(), from, end)
        .map(target -> slotOf[target])
        .filter(slot -> slot != PageTable.NO_PAGE && slot != slotOf[page])
        .distinct()
        .toArray();
  }

  private static ReadFacts longAgo() {
    return new ReadFacts(1000, 200, "", 0, "", 0, "", "", ReadFacts.Reason.REFRESH, 0, 0, 1000);
  }
}
