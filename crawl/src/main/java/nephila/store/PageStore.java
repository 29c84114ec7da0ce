package nephila.store;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import nephila.ledger.ChangedPages;
import nephila.ledger.ExactLedger;
import nephila.ledger.LedgerChoice;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.RowShares;
import nephila.ledger.StoredLedger;
import nephila.store.record.BinaryRecord;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.RowPrint;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlRecord;
import nephila.url.PagePreference;
import org.jspecify.annotations.Nullable;

/// The pages that are in memory of a crawl on one machine ([CrawlStore]) or of one partition of a
/// cluster: slots, ledger, URL records and what was read, and how what changed is written to a
/// [StateBackend].
///
/// A page that is not in memory is loaded when it is needed ([#load]); where the backend merges, a
/// crawl of one machine pays it blindly instead ([PageCache]). Pages leave by [#evict], only when
/// nothing is changed that was not written.
///
/// Cost: a commit writes each changed page once, about a microsecond. Not thread-safe: the thread
/// that owns the pages owns their store.
public final class PageStore {
  /// Pages that may change before they are committed.
  private static final int MOST_UNCOMMITTED = 100_000;

  private static final int[] NO_LINKS = {};
  private static final byte[] NO_PAST = {};

  private final StateBackend backend;
  private final PageTable pages = new PageTable();
  private final PageIndex index = new PageIndex(pages);
  private final ChangedPages uncommitted = new ChangedPages(pages);
  private final StoredLedger ledger;
  final UrlRecords urls;
  private final ReadRecords reads;
  private final Map<Integer, ReadFacts> freshReads = new HashMap<>();
  private final Map<Integer, Integer> attempts = new HashMap<>();
  private final StoredPage record = new StoredPage();
  private final boolean keepsLinks;

  /// Null where links have no weights.
  private final @Nullable PageKinds kinds;

  private @Nullable PreferredCredits preferred;

  /// Null where rows are kept, or are not needed.
  private @Nullable ForgottenRows forgotten;

  private boolean whole;

  /// Whether what a page brings in follows from its URL.
  private boolean joinsByUrl;

  /// The pages of a web; which sites groups are part of is not told, since links have no weights.
  ///
  /// @param whole whether every known page is in memory: then URLs stay there for longer too
  PageStore(StateBackend backend, LedgerChoice choice, boolean whole) {
    this(backend, choice, whole, group -> group);
  }

  /// @param siteOf a number for the site that a group is part of
  PageStore(StateBackend backend, LedgerChoice choice, boolean whole, IntToLongFunction siteOf) {
    this(backend, choice, whole, false, siteOf);
  }

  /// The pages of a part of a web: other stores have the rest.
  public static PageStore ofPart(StateBackend backend, LedgerChoice choice) {
    return new PageStore(backend, choice, false, true, null);
  }

  private PageStore(
      StateBackend backend,
      LedgerChoice choice,
      boolean whole,
      boolean shares,
      @Nullable IntToLongFunction siteOf) {
    this.backend = backend;
    this.whole = whole;
    this.keepsLinks = choice.keepsLinks();
    this.ledger = shares ? choice.sharing(pages, uncommitted) : choice.on(pages, uncommitted);
    this.urls = new UrlRecords(index, backend);
    this.reads = new ReadRecords(index, backend);
    this.kinds =
        choice.weights().areEqual()
            ? null
            : new PageKinds(index, urls, siteOf, choice.weights().bySite());
    if (kinds != null) {
      ledger.weigh(choice.weights(), kinds);
    }
    if (ledger instanceof OpicLedger opic) {
      opic.pastsFrom(this::past);
      index.places().forget(); // nothing is learned from where pages lie
    }
  }

  /// Where the pages are kept.
  public StateBackend backend() {
    return backend;
  }

  public PageTable pages() {
    return pages;
  }

  public StoredLedger ledger() {
    return ledger;
  }

  /// The ledger where it is the exact one, whose rows can be pushed.
  ///
  /// @throws IllegalStateException where it is another
  public ExactLedger exact() {
    if (ledger instanceof ExactLedger exact) {
      return exact;
    }
    throw new IllegalStateException("the ledger of this store is not the exact one");
  }

  /// Whether the links of read pages are kept.
  public boolean keepsLinks() {
    return keepsLinks;
  }

  /// The importance of a page as it is kept, in units ([StoredLedger#worth]).
  public long worth(StoredPage page) {
    if (page.isGone()) {
      return 0;
    }
    if (!(ledger instanceof OpicLedger opic)) {
      return page.worth(ledger.credit());
    }
    int slot = index.find(page.group(), page.hash());
    if (slot != PageTable.NO_PAGE && !pages.isBlind(slot)) {
      return opic.worth(slot);
    }
    return (long) (importance(opic, page) * opic.worthSum());
  }

  private double importance(OpicLedger opic, StoredPage page) {
    if (!page.isRead()) {
      return page.hasAccount() ? opic.importance(cash(opic, page), page.paid()) : 0;
    }
    byte[] value = backend.read(page.group(), page.hash());
    return value == null
        ? 0
        : opic.importance(cash(opic, page), page.paid(), ReadFacts.past(value));
  }

  private long cash(OpicLedger opic, StoredPage page) {
    return page.received() + opic.levelFor(weight(page));
  }

  /// The weight by which OPIC's virtual page pays the page; 1 where pages have none.
  int weight(StoredPage page) {
    PreferredCredits by = preferred;
    return by == null ? 1 : by.weight(page.group(), page.hash());
  }

  /// OPIC's virtual page pays by preference.
  void prefer(PreferredCredits by) {
    preferred = by;
  }

  /// Rows are not kept, and are found again when their page is read.
  void forget(ForgottenRows rows) {
    forgotten = rows;
    ledger.rowsFrom(rows::row);
  }

  /// What weights of links go by; null where links have none.
  @Nullable PageKinds kinds() {
    return kinds;
  }

  /// The row as the ledger wants it: the links inside the page's site first, where links have
  /// weights.
  int[] ordered(int slot, int[] row) {
    return kinds == null ? row : kinds.insideFirst(slot, row);
  }

  /// Which page has which slot.
  public PageIndex index() {
    return index;
  }

  /// The pages that changed since the last commit.
  public ChangedPages uncommitted() {
    return uncommitted;
  }

  boolean isWhole() {
    return whole;
  }

  /// Whether every known page is in memory from now on.
  void whole(boolean all) {
    whole = all;
  }

  /// A slot for a page that has none.
  ///
  /// Where pages join by what their URL says, one of which the URL is not known does not: it is
  /// moved here, with what it received elsewhere.
  public int add(int group, long hash) {
    int slot = index.add(group, hash);
    uncommitted.cash(slot);
    if (!joinsByUrl) {
      ledger.joined(slot);
    }
    return slot;
  }

  /// The same for a page that comes from another store with its books: it does not join.
  public int addMoved(int group, long hash) {
    int slot = index.add(group, hash);
    uncommitted.cash(slot);
    return slot;
  }

  /// The same for a page whose URL is known, which the ledger may ask for at once.
  ///
  /// @param url all of the URL, since groups have no origins
  public int add(int group, long hash, PageDiscovery how, String url) {
    int slot = index.add(group, hash);
    uncommitted.cash(slot);
    if (joinsByUrl) {
      discovered(slot, how, url);
    }
    ledger.joined(slot);
    return slot;
  }

  /// A page that was added without its URL joins, now that it has one; returns the units that it
  /// brings in by that.
  public long joinsLate(int slot) {
    long before = pages.received(slot);
    if (joinsByUrl) {
      ledger.joined(slot);
    }
    return pages.received(slot) - before;
  }

  /// The virtual page pays by this preference, in a store of a part of a web, whose URLs are kept
  /// whole.
  public void prefer(PagePreference preference) {
    PreferredCredits by = new PreferredCredits(preference, this, group -> "");
    if (ledger instanceof OpicLedger opic) {
      opic.payBy(by::weight);
      prefer(by);
    } else {
      exact().creditBy(by, preference.leastShare());
    }
    joinsByUrl = true;
  }

  /// A slot for a page of another store, which has none here.
  public int addRemote(int group, long hash) {
    int slot = index.add(group, hash);
    ledger.remote(slot);
    uncommitted.cash(slot);
    return slot;
  }

  /// The page's slot, loaded when it is not in memory; [PageTable#NO_PAGE] when it is not known.
  public int load(int group, long hash) {
    int slot = index.find(group, hash);
    return slot == PageTable.NO_PAGE && backend.load(group, hash, record) ? load(record) : slot;
  }

  /// Takes a page into memory that is not there.
  public int load(StoredPage page) {
    int slot = index.add(page.group(), page.hash());
    pages.received(slot, page.received());
    page.accountInto(pages, slot);
    attempts(slot, page.attempts());
    ledger.loaded(slot);
    return slot;
  }

  /// Looks up the class of focus rules of a page that was loaded, and its URL, which is at hand
  /// then.
  public void lookUp(int slot) {
    byte[] url = urls.of(slot);
    urls.lookedUp(slot, url);
    pages.focus(slot, UrlRecord.focus(url));
  }

  /// Keeps how the page became known, with the class of focus rules it is in.
  ///
  /// @param path the canonical URL behind the origin of the group, all of it where groups have none
  public void discovered(int slot, PageDiscovery how, String path) {
    byte[] value =
        how.isSeed()
            ? UrlRecord.of(how.depth(), path)
            : UrlRecord.of(how.depth(), path, how.viaHost(), how.viaHash());
    keepUrl(slot, UrlRecord.withFocus(value, pages.focus(slot)));
  }

  void keepUrl(int slot, byte[] value) {
    urls.keep(slot, value, whole);
    uncommitted.url(slot);
  }

  /// How the page became known; null where that is not kept.
  public @Nullable PageDiscovery discovery(int slot, String origin) {
    byte[] value = urls.find(slot);
    return value == null ? null : UrlRecord.discovery(value, origin);
  }

  /// Puts the page into a class of focus rules.
  public void focus(int slot, int focusClass) {
    pages.focus(slot, focusClass);
    keepUrl(slot, UrlRecord.withFocus(urls.of(slot), focusClass));
  }

  /// Requests for the page in a row that failed and may pass.
  public int attempts(int slot) {
    return attempts.getOrDefault(slot, 0);
  }

  /// As many requests for the page failed in a row.
  public void attempts(int slot, int inARow) {
    if (inARow == 0) {
      attempts.remove(slot);
    } else {
      attempts.put(slot, inARow);
    }
  }

  /// The page was read: it points to `row` (no slot twice), and `facts` is what was found.
  public void read(int slot, ReadFacts facts, int[] row, boolean changed) {
    read(slot, facts, row, changed, null);
  }

  /// The same with what a store needs that finds rows again in the archive.
  ///
  /// @param copy where the archive has what the page says; null where that is in the copy before
  void read(
      int slot, ReadFacts facts, int[] row, boolean changed, RowPrint.@Nullable ArchivedCopy copy) {
    int[] ordered = ordered(slot, row);
    if (forgotten != null) {
      forgotten.read(slot, ordered, copy);
    } else if (keepsLinks) {
      ledger.pay(slot, ordered);
    } else {
      ledger.pay(slot, ordered, 0, ordered.length);
    }
    settle(slot, facts, changed);
    putRead(slot, facts);
  }

  /// The page was asked for again and is as it was: its row stands. Where links are not kept it
  /// pays nobody, and keeps its cash until it is read. The row of a page that was gone is no longer
  /// known: it comes back without links, so such a page is better asked for whole.
  public void unchanged(int slot, ReadFacts facts) {
    if (forgotten != null) {
      forgotten.unchanged(slot, facts.status() >= 0 && facts.status() < 400);
      settle(slot, facts, false);
      putRead(slot, facts);
      return;
    }
    ledger.loadRow(slot);
    if (pages.isGone(slot)) {
      ledger.pay(slot, NO_LINKS);
    } else if (keepsLinks && ledger.paysOnlyWhenRead()) {
      ledger.unchanged(slot, NO_LINKS);
    }
    settle(slot, facts, false);
    putRead(slot, facts);
  }

  /// The page was asked for and has vanished, or still is not there. It is worth nothing and pays
  /// nobody until it is read again; links to it are booked all the same.
  public void gone(int slot, ReadFacts facts) {
    if (forgotten != null) {
      forgotten.gone(slot);
    } else {
      ledger.gone(slot);
    }
    settle(slot, facts, false);
    putRead(slot, facts);
  }

  private void settle(int slot, ReadFacts facts, boolean changed) {
    pages.wasRead(slot, facts.status(), changed, facts.atMillis() / 1000);
    attempts.remove(slot);
    uncommitted.account(slot);
  }

  /// The page, which was read, points to `row` by what was learned since; it was not asked for.
  void relinked(int slot, int[] row) {
    ReadFacts facts = lastRead(slot);
    if (facts != null) {
      if (forgotten != null) {
        forgotten.read(slot, ordered(slot, row), null);
      } else {
        ledger.pay(slot, ordered(slot, row));
      }
      uncommitted.account(slot);
      putRead(slot, facts);
    }
  }

  /// Takes over a page that was read, or is gone, after its ledger has: what the last read found.
  void adopt(int slot, StoredPage page, ReadFacts facts) {
    page.readsInto(pages, slot);
    uncommitted.account(slot);
    putRead(slot, facts);
  }

  private void putRead(int slot, ReadFacts facts) {
    int[] row = pages.row(slot);
    long[] hashes = new long[row.length];
    int[] groups = new int[row.length];
    for (int i = 0; i < row.length; i++) {
      hashes[i] = index.hash(row[i]);
      groups[i] = index.host(row[i]);
    }
    int group = index.host(slot);
    byte[] past =
        forgotten != null
            ? forgotten.kept(slot)
            : ledger instanceof OpicLedger opic ? opic.past(slot) : NO_PAST;
    backend.saveRead(group, index.hash(slot), facts.encode(hashes, groups, group, past));
    reads.forget(slot);
    freshReads.put(slot, facts);
  }

  /// What the links of the page have carried of what it paid, under OPIC what they carry while
  /// importance stays as it is.
  ///
  /// @param ends where the runs of its links to one site end
  /// @param insideLinks those that stay inside its site
  public RowShares paid(int slot, int[] ends, int insideLinks) {
    boolean isDynamic = kinds != null && kinds.isDynamic(slot);
    return switch (ledger) {
      case ExactLedger exact -> exact.shares(pages.paid(slot), ends, insideLinks, isDynamic);
      case OpicLedger opic -> opic.shares(opic.worth(slot), ends, insideLinks, isDynamic);
    };
  }

  /// What the last read of the page found, null before the first.
  public @Nullable ReadFacts lastRead(int slot) {
    ReadFacts fresh = freshReads.get(slot);
    if (fresh != null || !pages.isRead(slot)) {
      return fresh;
    }
    byte[] value = reads.of(slot);
    return value == null ? null : ReadFacts.decode(new BinaryRecord(value));
  }

  /// The past of a page in the ledger, from the record of its last read.
  private byte[] past(int slot) {
    byte[] value = reads.of(slot);
    if (value == null) {
      throw new BrokenState("the last read of page " + slot + " is not in the state");
    }
    return ReadFacts.past(value);
  }

  /// The record of the last read of a page, as it was committed; null where there is none.
  byte @Nullable [] readRecord(int slot) {
    return reads.of(slot);
  }

  /// Whether it is time for a commit: much has changed.
  public boolean wantsCommit() {
    return uncommitted.size() >= MOST_UNCOMMITTED;
  }

  /// Writes what changed and commits it.
  public void commit() {
    write();
    backend.commit();
    committed();
  }

  /// Gives everything that changed since the last commit to the backend.
  void write() {
    uncommitted.sort(slot -> (long) index.host(slot) << 32 | index.hash(slot) >>> 32);
    for (int i = 0; i < uncommitted.size(); i++) {
      save(uncommitted.slot(i));
    }
  }

  /// What was written is committed.
  void committed() {
    urls.committed();
    uncommitted.clear();
    freshReads.clear();
    if (forgotten != null) {
      forgotten.committed();
    }
  }

  /// Gives a changed page to the backend. While every known page is in memory nothing is merged.
  private void save(int slot) {
    if (pages.is(slot, PageTable.REMOTE)) {
      return;
    }
    int group = index.host(slot);
    long hash = index.hash(slot);
    byte[] url = uncommitted.is(slot, PageTable.URL_CHANGED) ? urls.inMemory(slot) : null;
    if (url != null && (whole || !backend.merges())) {
      backend.saveUrl(group, hash, url);
    } else if (url != null) {
      backend.offerUrl(group, hash, url);
    }
    index.urlAt(slot, UrlArena.NONE);
    boolean received = uncommitted.is(slot, PageTable.CASH_CHANGED);
    if (!pages.isBlind(slot)) {
      record.fill(pages, index, slot);
      record.paid(ledger.keptPaid(slot));
      record.attempts(attempts(slot));
      backend.save(record, received, uncommitted.is(slot, PageTable.ACCOUNT_CHANGED));
    } else if (received) {
      backend.add(group, hash, pages.received(slot) - pages.paid(slot));
      pages.paid(slot, pages.received(slot));
    }
  }

  /// The page as it is kept.
  public StoredPage stored(int slot) {
    StoredPage page = StoredPage.of(pages, index, slot);
    page.paid(ledger.keptPaid(slot));
    page.attempts(attempts(slot));
    return page;
  }

  /// Lets pages go, those that stand least first, until at most `left` pages are in memory or none
  /// may leave any more; all rows go. Nothing may be changed. Returns the standing below which
  /// pages left.
  ///
  /// @param standing of a page, not negative; of pages within a sixteenth of each other any may go
  /// @param leaving is told of each page while it is still there
  public double evict(
      long left, IntPredicate mayLeave, IntToDoubleFunction standing, IntConsumer leaving) {
    int[] counts = new int[1 << 12];
    for (int slot = 0; slot < pages.size(); slot++) {
      pages.row(slot, null);
      if (mayLeave.test(slot)) {
        counts[bucket(standing.applyAsDouble(slot))]++;
      }
    }
    long toLeave = pages.inUse() - left;
    int last = 0;
    for (long sum = counts[0]; sum < toLeave && last < counts.length - 1; ) {
      sum += counts[++last];
    }
    for (int slot = 0; slot < pages.size(); slot++) {
      if (mayLeave.test(slot) && bucket(standing.applyAsDouble(slot)) <= last) {
        leaving.accept(slot);
        ledger.leaving(slot);
        reads.forget(slot);
        index.leave(slot);
        if (kinds != null) {
          kinds.left(slot);
        }
      }
    }
    index.forgetLeft();
    return Float.intBitsToFloat(last + 1 << 19);
  }

  /// Sixteen steps an octave.
  private static int bucket(double standing) {
    return standing > 0 ? Float.floatToIntBits((float) standing) >>> 19 : 0;
  }
}
