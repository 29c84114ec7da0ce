package nephila.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import nephila.UserError;
import nephila.frontier.EvictionOrder;
import nephila.ledger.ChangedPages;
import nephila.ledger.ExactLedger;
import nephila.ledger.ImportanceAlgorithm;
import nephila.ledger.LedgerChoice;
import nephila.ledger.LinkRetention;
import nephila.ledger.LinkWeights;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.RowShares;
import nephila.ledger.StoredLedger;
import nephila.ledger.window.Window;
import nephila.store.record.HostFacts;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.RowPrint;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlHash;
import nephila.store.record.UrlRecord;
import nephila.store.rocks.RocksBackend;
import nephila.url.PagePreference;
import nephila.url.Sites;
import org.jspecify.annotations.Nullable;

/// The state of one crawl: pages, ledger and hosts, in memory and on disk.
///
/// - S1 what is on disk is the state after a whole number of reads, with the archive position
///   behind the last of them: a commit is one atomic batch.
/// - S2 a page is known on disk before anything on disk points to it.
///
/// The thread of the crawl loop owns a store; another process may look at a crawl with [#look]
/// meanwhile, and sees the last commit.
///
/// A crawl that fits into the memory it was given has every known page in memory, and the disk only
/// receives: opening reads everything back, two to three microseconds a page and 50 ns a link. One
/// that has outgrown it keeps the pages it needs soonest and pays the others blindly ([PageCache]);
/// opening then reads the hosts and the counters of the pages read, half a microsecond each. Both
/// have the same layout on disk ([RocksBackend]), and what is in a store opened to look at is
/// whole.
///
/// A commit writes what changed since the last one, about a microsecond a changed page.
public final class CrawlStore implements AutoCloseable {
  /// The version of the format on disk.
  public static final int VERSION = 2;

  /// The version of the same with the papers' OPIC: accounts and reads hold its cash and history.
  private static final int OPIC_VERSION = 3;

  /// The version of either where links have weights, so that rows have an order, or where pages
  /// join with a part of their credit.
  private static final int WEIGHTS_VERSION = 4;

  /// The version where new pages are given a history, pages vote for sites, or OPIC's virtual page
  /// pays by preference.
  private static final int VOTES_VERSION = 5;

  /// The version where the exact ledger keeps no rows: reads hold prints in their place.
  private static final int LATEST_VERSION = 6;

  private static final Set<String> VERSIONS =
      Set.of(
          String.valueOf(VERSION),
          String.valueOf(OPIC_VERSION),
          String.valueOf(WEIGHTS_VERSION),
          String.valueOf(VOTES_VERSION),
          String.valueOf(LATEST_VERSION));

  /// Names of notes.
  private static final String IMPORTANCE = "importance";

  private static final String WINDOW = "window";
  private static final String LINKS = "links";
  private static final String SMALL_EDGE = "small-edge";
  private static final String DEFAULT_HISTORY = "default-history";
  private static final String INTERNAL = "internal";
  private static final String DYNAMIC = "dynamic";
  private static final String BY = "by";
  private static final String PREFERENCE = "preference";

  /// The file in a crawl dir that says how much of its credit each page brings in.
  public static final String PREFERENCE_FILE = "preference.tsv";

  private static final String FOLDER = "state";
  private static final long CACHE_BYTES = 64L << 20;
  private static final double USUAL_DAMPING = 0.85;
  static final String SOONEST = "soonest";

  /// How often the count of pages is written: it may be a little old.
  private static final int SKETCH_COMMITS = 8;

  /// The memory of a resident page, its place in a queue and its URL for some time included.
  static final int BYTES_A_PAGE = 90;

  final RocksBackend backend;
  private final boolean readOnly;
  private final PageStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final StoredLedger ledger;
  private final LedgerChoice choice;
  private final ChangedPages uncommitted;
  private final HostTable hosts;
  private final StoredPage record = new StoredPage();
  private final PageCache cache;
  private final RequisiteTable requisites;
  private final int residentPages;

  /// Null where rows are kept, or are not needed.
  private final @Nullable ForgottenRows forgotten;

  /// Null where every page brings in its whole credit.
  private @Nullable PreferredCredits preferred;

  private @Nullable String missing;

  private long commits;
  private int readPages;
  private int droppedPages;

  private CrawlStore(
      RocksBackend backend, boolean readOnly, LedgerChoice choice, long memoryBytes) {
    this.backend = backend;
    this.readOnly = readOnly;
    this.choice = choice;
    this.store = new PageStore(backend, choice, true, this::site);
    this.pages = store.pages();
    this.index = store.index();
    this.ledger = store.ledger();
    this.uncommitted = store.uncommitted();
    this.residentPages = (int) Math.clamp(memoryBytes / BYTES_A_PAGE, 1000, 1 << 30);
    this.cache = new PageCache(store, residentPages);
    this.requisites = new RequisiteTable(backend);
    this.hosts = new HostTable(this::hostOnDisk, this::putHost);
    this.forgotten =
        choice.findsLinksAgain()
            ? new ForgottenRows(store, this::url, hosts::find, cache::linked)
            : null;
    if (forgotten != null) {
      store.forget(forgotten);
    }
  }

  private long site(int host) {
    return Sites.number(origin(host));
  }

  private byte[] hostOnDisk(int host) {
    byte[] value = backend.host(host);
    if (value == null) {
      throw new BrokenState("host " + host + " is not in the state");
    }
    return value;
  }

  private void putHost(int host) {
    backend.saveHost(host, hosts.record(host));
  }

  /// Opens the crawl in `dir` to go on with it, or begins one there, with all its pages in memory.
  /// One process at a time.
  public static CrawlStore open(Path dir, double damping) throws IOException {
    return open(dir, damping, Long.MAX_VALUE);
  }

  /// Opens the crawl in `dir` to go on with it, or begins one there, with about `memoryBytes` of
  /// memory for pages. One process at a time.
  public static CrawlStore open(Path dir, double damping, long memoryBytes) throws IOException {
    return open(dir, LedgerChoice.exact(damping), memoryBytes);
  }

  /// The same with another ledger than the exact one.
  ///
  /// @throws UserError when the crawl was begun with another
  public static CrawlStore open(Path dir, LedgerChoice choice, long memoryBytes)
      throws IOException {
    return open(dir, choice, memoryBytes, false, false);
  }

  /// Opens the crawl in `dir` to go on with it with the ledger that it was begun with, or begins
  /// one there with this, with all its pages in memory. One process at a time.
  public static CrawlStore goOn(Path dir, LedgerChoice otherwise) throws IOException {
    return open(dir, otherwise, Long.MAX_VALUE, false, true);
  }

  /// Opens the crawl in `dir` to look at its last commit, whether or not it is running, with every
  /// known page in memory.
  ///
  /// @throws UserError when they do not fit
  public static CrawlStore look(Path dir) throws IOException {
    CrawlStore store = lookAtAny(dir);
    if (!store.isWhole()) {
      long known = store.knownPages();
      store.close();
      throw new UserError(
          String.format(
              "%s knows about %,d pages, more than this process has memory for; set"
                  + " NEPHILA_OPTS=-Xmx%dg",
              dir, known, known * 2 * BYTES_A_PAGE / (1 << 30) + 1));
    }
    return store;
  }

  /// The same for a crawl of any size: one that does not fit stays on disk, then [#isWhole] is
  /// false and pages are met by [#find] and [#everyPage].
  public static CrawlStore lookAtAny(Path dir) throws IOException {
    return look(dir, Runtime.getRuntime().maxMemory() / 2);
  }

  static CrawlStore look(Path dir, long memoryBytes) throws IOException {
    return open(dir, LedgerChoice.exact(USUAL_DAMPING), memoryBytes, true, true);
  }

  /// @param any whether the crawl may have been begun with another ledger
  private static CrawlStore open(
      Path dir, LedgerChoice choice, long memoryBytes, boolean readOnly, boolean any)
      throws IOException {
    String missing = readOnly ? null : missing(dir);
    RocksBackend state = RocksBackend.open(dir.resolve(FOLDER), readOnly, CACHE_BYTES);
    try {
      Optional<String> version = state.text("version");
      if (version.isPresent() && !VERSIONS.contains(version.get())) {
        throw new UserError(
            String.format(
                "%s was written in format %s, this Nephila reads format %d; use the Nephila that"
                    + " wrote it",
                dir, version.get(), VERSION));
      }
      LedgerChoice kept = version.isPresent() ? kept(state, choice) : choice;
      if (!any) {
        refuseOther(dir, "damping", kept.damping(), choice.damping());
        refuseOther(dir, IMPORTANCE, kept.importance().text(), choice.importance().text());
        refuseOther(dir, WINDOW, kept.windowText(), choice.windowText());
        refuseOther(dir, LINKS, text(kept.links()), text(choice.links()));
        refuseOther(dir, SMALL_EDGE, kept.smallEdge(), choice.smallEdge());
        refuseOther(dir, DEFAULT_HISTORY, kept.defaultHistory(), choice.defaultHistory());
        refuseOther(dir, INTERNAL, kept.weights().internal(), choice.weights().internal());
        refuseOther(dir, DYNAMIC, kept.weights().dynamic(), choice.weights().dynamic());
        refuseOther(dir, BY, voteUnit(kept.weights()), voteUnit(choice.weights()));
      }
      if (!any && kept.byPreference() != choice.byPreference()) {
        throw new UserError(
            kept.byPreference()
                ? dir + " was begun with --preference; give the same file, or use another dir"
                : dir + " was begun without --preference; leave it out or use another dir");
      }
      CrawlStore store = new CrawlStore(state, readOnly, kept, memoryBytes);
      store.missing = readOnly ? state.missing().orElse(null) : missing;
      if (kept.byPreference()) {
        store.prefer(dir.resolve(PREFERENCE_FILE), state.text(PREFERENCE));
      }
      store.load();
      return store;
    } catch (RuntimeException e) {
      state.close();
      throw e;
    }
  }

  /// What of the state can no longer be read; null when all can, or there is none.
  ///
  /// @throws UserError where no archive of the crawl's own can bring it back
  private static @Nullable String missing(Path dir) throws IOException {
    String missing = RocksBackend.missing(dir.resolve(FOLDER)).orElse(null);
    if (missing != null && !Files.isDirectory(dir.resolve("archive"))) {
      throw new UserError(
          missing
              + "; put a copy back, or, to go on with what is left, remove "
              + dir.resolve(FOLDER).resolve(RocksBackend.COMMIT_MARK));
    }
    return missing;
  }

  /// What of the commits that were made could not be read when the state was opened, in words: the
  /// archive has the reads in them.
  public Optional<String> missing() {
    return Optional.ofNullable(missing);
  }

  /// The ledger that the crawl was begun with.
  private static LedgerChoice kept(RocksBackend state, LedgerChoice otherwise) {
    ImportanceAlgorithm importance =
        state.text(IMPORTANCE).map(ImportanceAlgorithm::of).orElse(ImportanceAlgorithm.EXACT);
    return new LedgerChoice(
        importance,
        state.text("damping").map(Double::parseDouble).orElse(otherwise.damping()),
        state.text(WINDOW).map(Window::parse).orElse(new Window.All()),
        state.text(LINKS).isPresent() ? LinkRetention.FORGET : LinkRetention.KEEP,
        state.text(SMALL_EDGE).isPresent(),
        new LinkWeights(
            state.text(INTERNAL).map(Double::parseDouble).orElse(1.0),
            state.text(DYNAMIC).map(Double::parseDouble).orElse(1.0),
            state.text(BY).isPresent()),
        state.text(PREFERENCE).isPresent(),
        state.text(DEFAULT_HISTORY).isPresent());
  }

  private void prefer(Path file, Optional<String> print) {
    PagePreference preference = PagePreference.read(file);
    if (!print.orElse(preference.print()).equals(preference.print())) {
      throw new UserError(
          file + ": is not the preference that the crawl was begun with; put that one back");
    }
    preferred = new PreferredCredits(preference, store, hosts::origin);
    if (ledger instanceof OpicLedger opic) {
      opic.payBy(preferred::weight);
    } else {
      exact().creditBy(preferred, preference.leastShare());
    }
    store.prefer(preferred);
    cache.prefer(preferred);
  }

  private static String voteUnit(LinkWeights weights) {
    return weights.bySite() ? "site" : "page";
  }

  private static String text(LinkRetention links) {
    return links.name().toLowerCase(Locale.ROOT);
  }

  private static void refuseOther(Path dir, String setting, Object kept, Object asked) {
    if (!kept.equals(asked)) {
      throw new UserError(
          String.format(
              "%s was begun with %s %s, not %s; leave --%s out or use another dir",
              dir, setting, kept, asked, setting));
    }
  }

  private void load() {
    store.whole(backend.text("known").map(Long::parseLong).orElse(0L) <= residentPages);
    StateLoader loader = new StateLoader(this, backend);
    if (store.isWhole()) {
      loader.load();
    } else {
      loader.loadLittle(cache, !readOnly);
    }
  }

  public PageTable pages() {
    return pages;
  }

  public StoredLedger ledger() {
    return ledger;
  }

  /// Which ledger that is.
  public LedgerChoice choice() {
    return choice;
  }

  /// Refuses a question that needs the links of the pages where they are not kept.
  public void needsLinks() {
    if (!choice.keepsLinks()) {
      throw new UserError(
          "this crawl kept no links (--links forget); the archive has them: nephila links DIR");
    }
  }

  /// The ledger where it is the exact one, whose rows can be pushed.
  ///
  /// @throws IllegalStateException where it is another
  public ExactLedger exact() {
    return store.exact();
  }

  /// The importance of a page of [#everyPage] in units ([StoredLedger#worth]).
  public long worth(StoredPage page) {
    return store.worth(page);
  }

  /// What reading a page of [#everyPage] would move, in units; below zero where it has paid too
  /// much.
  public long unspent(StoredPage page) {
    if (ledger instanceof OpicLedger opic) {
      long from = page.hasAccount() ? opic.levelFor(store.weight(page)) : opic.credit();
      return page.isGone() ? 0 : page.received() + from;
    }
    return page.cash(page.worth(ledger.credit()));
  }

  /// Which page has which slot.
  public PageIndex index() {
    return index;
  }

  /// What the page in that slot brought in beside its credit, in units: 0 or less.
  public long joinedWith(int slot) {
    return preferred == null ? 0 : preferred.of(slot);
  }

  /// The same of a page of [#everyPage].
  public long joinedWith(StoredPage page) {
    return preferred == null || !page.hasAccount() ? 0 : preferred.units(page.group(), page.hash());
  }

  /// What the links of that row carry of `paid` units that a page paid, under the exact ledger.
  ///
  /// @param row with the links inside the page's site first
  public RowShares paidAlong(int slot, int[] row, long paid) {
    PageKinds its = store.kinds();
    int inside = 0;
    while (its != null && inside < row.length && its.isInternal(slot, row[inside])) {
      inside++;
    }
    int[] ends =
        its == null
            ? new int[] {row.length}
            : LinkWeights.ends(row.length, link -> its.site(row[link]));
    return exact().shares(paid, ends, inside, its != null && its.isDynamic(slot));
  }

  /// What weights of links go by; null where links have none.
  @Nullable PageKinds kinds() {
    return store.kinds();
  }

  /// What pages are shown with.
  public RequisiteTable requisites() {
    return requisites;
  }

  UrlRecords urls() {
    return store.urls;
  }

  HostTable hostTable() {
    return hosts;
  }

  /// Which pages leave the memory and which come back, where it does not hold them all.
  public void evictionOrder(EvictionOrder order) {
    cache.order(order);
  }

  /// This store as a frontier sees it.
  public FrontierPages frontierPages() {
    return new FrontierPages(this);
  }

  /// The pages that are on disk alone.
  public PageCache cache() {
    return cache;
  }

  /// Whether every known page is in memory.
  public boolean isWhole() {
    return store.isWhole();
  }

  /// How many pages are known; about, to half a percent, when not all are in memory.
  public long knownPages() {
    return store.isWhole() ? pages.size() : cache.knownPages();
  }

  /// How many pages were read (or tried and settled).
  public int readPages() {
    return readPages;
  }

  /// How many known pages wait to be read.
  public long unreadPages() {
    return Math.max(0, knownPages() - readPages - droppedPages);
  }

  public int hosts() {
    return hosts.size();
  }

  /// The number of the host with that origin (scheme, name and port), given when first asked for.
  public int host(String origin) {
    return hosts.of(origin);
  }

  public String origin(int host) {
    return hosts.origin(host);
  }

  public HostFacts hostFacts(int host) {
    return hosts.facts(host);
  }

  public void hostFacts(int host, HostFacts facts) {
    hosts.facts(host, facts);
  }

  /// How many pages of the host were read.
  public int hostReads(int host) {
    return hosts.reads(host);
  }

  /// Makes a page known, if it is not yet, and returns its slot. `path` is the canonical URL behind
  /// its origin, `hash` is [UrlHash] of the whole.
  public int know(int host, long hash, String path, int depth, int via) {
    int slot = index.find(host, hash);
    if (slot != PageTable.NO_PAGE) {
      return slot;
    }
    slot = store.isWhole() ? index.add(host, hash) : cache.arrive(host, hash);
    uncommitted.cash(slot);
    if (store.isWhole() || !cache.urlIsWritten(host, hash)) {
      byte[] value =
          via == PageTable.NO_PAGE
              ? UrlRecord.of(depth, path)
              : UrlRecord.of(depth, path, index.host(via), index.hash(via));
      store.keepUrl(slot, value);
    }
    if (store.isWhole()) {
      ledger.joined(slot);
    }
    return slot;
  }

  /// The page's slot, or [PageTable#NO_PAGE] when it is not known; one that is on disk alone is
  /// taken into memory.
  public int find(int host, long hash) {
    int slot = index.find(host, hash);
    if (slot == PageTable.NO_PAGE && !store.isWhole() && backend.load(host, hash, record)) {
      slot = cache.arrive(host, hash);
    }
    if (slot != PageTable.NO_PAGE && pages.isUnsure(slot)) {
      resolve(slot);
      pages.set(slot, PageTable.UNJUDGED); // it may leave again: nobody has it in hands
    }
    return slot;
  }

  /// The number of the host with that origin, −1 when none is known.
  public int findHost(String origin) {
    return hosts.find(origin);
  }

  /// The URL of a known page, resident or not.
  public String url(int host, long hash) {
    int slot = index.find(host, hash);
    UrlRecords urls = store.urls;
    byte[] value = slot == PageTable.NO_PAGE ? urls.onDisk(host, hash) : urls.of(slot);
    return UrlRecord.discovery(value, hosts.origin(host)).url();
  }

  /// Looks up what is on disk of a page that [PageTable#isUnsure]; afterwards its worth is known,
  /// and whether it was read or is not to be read.
  public void resolve(int slot) {
    if (pages.isUnsure(slot)) {
      byte[] url = cache.resolve(slot);
      if (url != null) {
        store.urls.lookedUp(slot, url);
        pages.focus(slot, UrlRecord.focus(url));
        if (UrlRecord.isRefused(url)) {
          drop(slot);
        }
      }
    }
  }

  /// How the page became known.
  public PageDiscovery discovery(int slot) {
    return UrlRecord.discovery(store.urls.of(slot), hosts.origin(index.host(slot)));
  }

  public String url(int slot) {
    return discovery(slot).url();
  }

  /// Puts the page into a class of focus rules.
  public void focus(int slot, int focusClass) {
    store.focus(slot, focusClass);
  }

  /// The page was read: it points to `row` (no slot twice), and `facts` is what was found.
  public void read(int slot, ReadFacts facts, int[] row, boolean changed) {
    resolve(slot);
    count(slot);
    store.read(slot, facts, row, changed);
  }

  /// The same where links may have to be found again ([LedgerChoice#findsLinksAgain]).
  ///
  /// @param copy where the archive has what the page says; null where that is in the copy before
  public void read(
      int slot, ReadFacts facts, int[] row, boolean changed, RowPrint.@Nullable ArchivedCopy copy) {
    resolve(slot);
    count(slot);
    store.read(slot, facts, row, changed, copy);
  }

  /// Where the links of a page that was read are found again.
  public void archivedRows(ArchivedRows archive) {
    if (forgotten != null) {
      forgotten.archive(archive);
    }
  }

  /// The archived copy of the page in the slot, which is read next, shows this; null where it
  /// cannot be read.
  public void foundAgain(int slot, @Nullable List<String> urls) {
    if (forgotten != null) {
      forgotten.found(slot, urls);
    }
  }

  /// What the row of the page is known by where it is to be found again; else of no links.
  public RowPrint rowPrint(int slot) {
    return forgotten == null ? RowPrint.NONE : forgotten.print(slot);
  }

  @Nullable ForgottenRows forgotten() {
    return forgotten;
  }

  /// The share of all importance that pages had paid along links which nobody knows any more: where
  /// it is with pages that it does not belong to, the error bound counts it.
  public double abandonedShare() {
    double sum = ledger.worthSum();
    return ledger instanceof ExactLedger exact && sum > 0 ? exact.abandoned() / sum : 0;
  }

  /// The page was asked for again and is as it was: its row stands. The row of a page that was gone
  /// is no longer known: it comes back without links, so such a page is better asked for whole.
  public void unchanged(int slot, ReadFacts facts) {
    resolve(slot);
    count(slot);
    store.unchanged(slot, facts);
  }

  /// The page, which was read, points to `row` by what was learned since; it was not asked for.
  public void relinked(int slot, int[] row) {
    resolve(slot);
    store.relinked(slot, row);
  }

  /// The page was asked for and has vanished, or still is not there. It is worth nothing and pays
  /// nobody until it is read again; links to it are booked all the same.
  public void gone(int slot, ReadFacts facts) {
    resolve(slot);
    count(slot);
    store.gone(slot, facts);
  }

  /// How many pages are gone.
  public long gonePages() {
    return ledger.gonePages();
  }

  /// Takes over, under OPIC, a page that is known here and no more from a crawl in parts, with its
  /// books as they are.
  ///
  /// @param page as it is kept there
  /// @param facts of its last read, null before the first
  /// @param past of the page in the ledger, as it is kept with its read
  /// @param row the pages it points to, as far as links are kept
  public void adopt(int slot, StoredPage page, @Nullable ReadFacts facts, byte[] past, int[] row) {
    if (!(ledger instanceof OpicLedger opic)) {
      throw new IllegalStateException("the ledger of this store is not OPIC's");
    }
    if (facts != null) {
      count(slot);
    }
    if (page.isGone()) {
      opic.adoptGone(slot);
    } else {
      opic.adopt(slot, page.received(), page.isRead(), page.paid(), past, row);
    }
    if (page.isDropped()) {
      drop(slot);
    }
    if (facts != null) {
      store.adopt(slot, page, facts);
    }
  }

  private void count(int slot) {
    if (!pages.isRead(slot)) {
      readPages++;
      hosts.countRead(index.host(slot));
      droppedPages -= pages.isDropped(slot) ? 1 : 0;
    }
  }

  /// Takes an unread page out of the frontier for good.
  public void drop(int slot) {
    if (pages.isBlind(slot)) {
      refuse(slot);
    } else if (!pages.isRead(slot) && !pages.isDropped(slot)) {
      pages.set(slot, PageTable.DROPPED);
      droppedPages++;
      uncommitted.account(slot);
    }
  }

  /// A blind page is refused by what is written with its URL, if nobody else opens it.
  private void refuse(int slot) {
    pages.set(slot, PageTable.DROPPED);
    byte[] url = store.urls.inMemory(slot);
    if (url != null) {
      store.keepUrl(slot, UrlRecord.refused(url));
    }
  }

  /// Puts a page that was dropped back into the frontier.
  public void recall(int slot) {
    if (pages.isDropped(slot) && !pages.isFree(slot)) {
      resolve(slot);
      pages.clear(slot, PageTable.DROPPED);
      droppedPages--;
      ledger.discovered(slot);
      uncommitted.account(slot);
      open(slot);
    }
  }

  /// An account that does not refuse the page overrules its URL record under the exact ledger
  /// alone: under OPIC, and by preference, every page has one.
  private void open(int slot) {
    byte[] url = choice.joins() ? store.urls.of(slot) : null;
    if (url != null && UrlRecord.isRefused(url)) {
      store.keepUrl(slot, UrlRecord.open(url));
    }
  }

  /// Shows every known page, once each, as of the last commit where not all are in memory.
  public void everyPage(StoredPage.Consumer to) {
    StoredPage page = new StoredPage();
    if (!store.isWhole()) {
      try (StateBackend.PageScan all = backend.scan()) {
        while (all.next(page)) {
          to.sees(page);
        }
      }
      return;
    }
    everyPageInMemory(to);
  }

  /// Shows the known pages that are in memory, once each, as they are now.
  public void everyPageInMemory(StoredPage.Consumer to) {
    StoredPage page = new StoredPage();
    for (int slot = 0; slot < pages.size(); slot++) {
      if (!pages.isFree(slot)) {
        page.fill(pages, index, slot);
        to.sees(page);
      }
    }
  }

  StoreCheck.Result checkDisk() {
    return ledger instanceof OpicLedger opic
        ? new OpicDiskCheck(store, opic).check(readPages)
        : new DiskCheck(store, this, preferred, residentPages)
            .check(readPages, exact().evaporated());
  }

  /// The findings of the last read of the page, null before the first.
  public @Nullable ReadFacts lastRead(int slot) {
    return store.lastRead(slot);
  }

  /// A note kept with the state, such as the archive position.
  public Optional<String> note(String name) {
    return backend.text(name);
  }

  /// Whether it is time for a commit: much has changed, or the memory is full.
  public boolean wantsCommit() {
    return store.wantsCommit() || cache.wantsCommit() || (!store.isWhole() && cache.overflows());
  }

  /// Bytes given to the disk so far, in this process.
  public long bytesWritten() {
    return backend.bytesWritten();
  }

  /// How often a record was looked up on disk so far, in this process.
  public long lookUps() {
    return backend.lookUps();
  }

  /// Writes everything that changed since the last commit, with `notes`, in one atomic batch. A
  /// crawl that has outgrown its memory then lets pages go.
  public void commit(Map<String, String> notes) {
    if (readOnly) {
      throw new IllegalStateException("a store opened to look at is not written");
    }
    if (store.isWhole() && cache.full()) {
      store.whole(false);
      cache.begin();
    }
    store.write();
    cache.write();
    boolean opic = choice.importance().isOpic();
    if (preferred != null) {
      backend.saveText(PREFERENCE, preferred.preference().print());
    }
    LinkWeights weights = choice.weights();
    boolean further = !weights.areEqual() || choice.byPreference();
    int version = further ? WEIGHTS_VERSION : opic ? OPIC_VERSION : VERSION;
    version =
        choice.defaultHistory() || weights.bySite() || (opic && choice.byPreference())
            ? VOTES_VERSION
            : version;
    version = choice.findsLinksAgain() ? LATEST_VERSION : version;
    backend.saveText("version", String.valueOf(version));
    if (!weights.areEqual()) {
      backend.saveText(INTERNAL, String.valueOf(weights.internal()));
      backend.saveText(DYNAMIC, String.valueOf(weights.dynamic()));
      if (weights.bySite()) {
        backend.saveText(BY, voteUnit(weights));
      }
    }
    backend.saveText("damping", String.valueOf(choice.damping()));
    if (opic) {
      backend.saveText(IMPORTANCE, choice.importance().text());
      backend.saveText(WINDOW, choice.windowText());
      if (choice.smallEdge()) {
        backend.saveText(SMALL_EDGE, "true");
      }
      if (choice.defaultHistory()) {
        backend.saveText(DEFAULT_HISTORY, "true");
      }
    }
    if (!choice.keepsLinks()) {
      backend.saveText(LINKS, text(choice.links()));
    }
    backend.saveText("known", String.valueOf(knownPages()));
    ledger.notes().forEach(backend::saveText);
    if (!store.isWhole()) {
      backend.saveNote(SOONEST, cache.soonest());
    }
    if (!store.isWhole() && commits++ % SKETCH_COMMITS == 0) {
      backend.saveText("sketch", cache.counted().text());
    }
    notes.forEach(backend::saveText);
    backend.commit();
    store.committed();
    cache.committed();
    requisites.committed();
    hosts.forgetSome();
    if (!store.isWhole() && cache.full()) {
      cache.makeRoom();
    }
  }

  /// Puts every commit so far on the platter.
  public void sync() {
    backend.sync();
  }

  void loaded(int read, int dropped) {
    readPages = read;
    droppedPages = dropped;
    if (!choice.joins()) { // else a page may have joined just now
      uncommitted.clear();
    }
  }

  /// Closes without a commit: what changed since the last one is gone.
  @Override
  public void close() {
    backend.close();
  }
}
