package nephila.exchange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.crawl.Rebuild;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.NewFolder;
import nephila.store.Unfinished;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import nephila.view.PageRanking;
import nephila.view.PageRow;
import org.jspecify.annotations.Nullable;

/// The books of a new crawl, filled from somebody else's. Pages that were read there are read here,
/// at the date told (long ago when none is), and pay along their links; pages that were only linked
/// wait. So the crawl goes on where the other stopped, and re-reads the old pages with its refresh
/// budget.
///
/// They are made in a folder of their own and moved into the crawl dir by [#finish]: an import that
/// is cut off leaves no crawl.
public final class ImportedLedger implements AutoCloseable {
  private static final double DAMPING = 0.85;
  private static final long LONG_AGO = 1000;
  private static final int SEEDS = 10;
  private static final double REFRESH = 0.5;

  private final NewFolder made;
  private final CrawlStore store;
  private final Map<Integer, List<Integer>> later = new HashMap<>();
  private long links;
  private long badUrls;
  private boolean open = true;

  public ImportedLedger(Path dir) throws IOException {
    if (Files.exists(dir.resolve("state"))) {
      throw new UserError(dir + ": holds a crawl already; name a folder that is new");
    }
    for (Path cutOff : Unfinished.folders(dir)) {
      Rebuild.refuseInUse(cutOff.resolve("state").resolve("LOCK"));
      NewFolder.delete(cutOff);
    }
    made = new NewFolder(dir);
    try {
      store = CrawlStore.open(made.temporary(), DAMPING);
    } catch (IOException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /// The page, or [PageTable#NO_PAGE] when it is no URL that can be crawled.
  int know(String url) {
    return know(url, 0, PageTable.NO_PAGE);
  }

  private int know(String written, int depth, int via) {
    if (!(CanonicalUrl.parse(written) instanceof CanonicalUrl url)) {
      badUrls++;
      return PageTable.NO_PAGE;
    }
    int host = store.host(url.origin());
    return store.know(host, UrlHash.of(url.text()), url.pathAndQuery(), depth, via);
  }

  /// Whether the page was not read so far.
  boolean isUnread(String url) {
    int slot = know(url);
    return slot != PageTable.NO_PAGE && !store.pages().isRead(slot);
  }

  /// The page was read and pointed to `targets`; returns whether it is a page.
  boolean read(String url, long atMillis, int status, String mime, List<String> targets) {
    int slot = know(url);
    if (slot == PageTable.NO_PAGE) {
      return false;
    }
    List<Integer> row = later.remove(slot);
    List<Integer> all = row == null ? new ArrayList<>() : row;
    for (String target : targets) {
      int to = know(target, 1, slot);
      if (to != PageTable.NO_PAGE) {
        all.add(to);
      }
    }
    write(slot, atMillis, status, mime, all);
    return true;
  }

  /// The page was read, and where it points is told apart, by [#link]: a later read takes nothing
  /// back. Status 304 says that it is what it was.
  void read(String url, long atMillis, int status, String mime) {
    int slot = know(url);
    if (slot == PageTable.NO_PAGE) {
      return;
    }
    ReadFacts before = store.lastRead(slot);
    List<Integer> row = row(slot, later.remove(slot));
    if (status != 304) {
      write(slot, atMillis, status, mime, row);
    } else if (before == null) {
      write(slot, atMillis, 200, "", row);
    } else {
      write(slot, atMillis, before.status(), before.mime(), row);
    }
  }

  /// Where the page points so far, and to `more`.
  private List<Integer> row(int slot, @Nullable List<Integer> more) {
    List<Integer> row = more == null ? new ArrayList<>() : new ArrayList<>(more);
    Arrays.stream(store.pages().row(slot)).forEach(row::add);
    return row;
  }

  /// A link, told apart from the page it is on; taken into account by [#finish].
  void link(int from, int to) {
    if (from != PageTable.NO_PAGE && to != PageTable.NO_PAGE && from != to) {
      later.computeIfAbsent(from, k -> new ArrayList<>()).add(to);
    }
  }

  private void write(int slot, long atMillis, int status, String mime, List<Integer> row) {
    int[] targets = row.stream().mapToInt(Integer::intValue).distinct().toArray();
    long at = atMillis <= 0 ? LONG_AGO : atMillis;
    ReadFacts facts =
        new ReadFacts(at, status, mime, 0, "", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, at);
    links += targets.length - (store.pages().isRead(slot) ? store.pages().row(slot).length : 0);
    store.read(slot, facts, targets, false);
    store.ledger().push(4L * targets.length);
    if (store.wantsCommit()) {
      store.commit(Map.of());
    }
  }

  public long pages() {
    return store.knownPages();
  }

  public long readPages() {
    return store.readPages();
  }

  public long links() {
    return links;
  }

  /// Addresses that nobody can crawl.
  public long badUrls() {
    return badUrls;
  }

  /// Completes the books and leaves a plan to go on with. The crawl starts with refresh at a half
  /// and no limit of scope; both can be changed on its command line.
  ///
  /// @param sources what was read into the books
  public List<PageRow> finish(List<Path> sources) throws IOException {
    for (Map.Entry<Integer, List<Integer>> each : later.entrySet()) {
      int slot = each.getKey();
      List<Integer> row = row(slot, each.getValue());
      ReadFacts before = store.lastRead(slot);
      if (before == null) {
        write(slot, LONG_AGO, 200, "", row);
      } else {
        write(slot, before.atMillis(), before.status(), before.mime(), row);
      }
    }
    later.clear();
    if (store.readPages() == 0) {
      throw new UserError("no page was found in it; nothing to import");
    }
    PageRanking ranking = PageRanking.of(store);
    List<PageRow> best = ranking.pages(SEEDS, PageRanking.Which.READABLE_FIRST);
    Rebuild.noteImported(made.temporary(), sources);
    store.commit(Map.of());
    store.sync();
    CrawlConfig plan =
        CrawlConfig.of(best.stream().map(PageRow::url).toList())
            .with("scope", Scope.Kind.ANY)
            .with("refresh", REFRESH);
    Files.writeString(made.temporary().resolve("plan.yaml"), Settings.toYaml(plan));
    open = false;
    store.close();
    made.commit();
    return best;
  }

  @Override
  public void close() throws IOException {
    try (made) {
      if (open) {
        store.close();
      }
    }
  }
}
