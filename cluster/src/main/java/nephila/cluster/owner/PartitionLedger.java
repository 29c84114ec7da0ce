package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
import nephila.cluster.Ownership;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.GraphKeys;
import nephila.cluster.wire.GraphRows;
import nephila.cluster.wire.MovedPage;
import nephila.cluster.wire.OpicView;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.PageKeys;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.StoredRead;
import nephila.frontier.Frontier;
import nephila.ledger.ChangedPages;
import nephila.ledger.ExactLedger;
import nephila.ledger.LinkWeights;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.SlotQueue;
import nephila.ledger.StoredLedger;
import nephila.ledger.VirtualPage;
import nephila.store.BrokenState;
import nephila.store.PageIndex;
import nephila.store.PageRows;
import nephila.store.PageStore;
import nephila.store.StateBackend;
import nephila.store.record.BinaryRecord;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlRecord;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The pages of one partition with their ledger: the [StoredLedger] of a crawl on one machine, on
/// the slots of a [PageStore] over Kafka's stores. Under OPIC its partitions have one virtual page
/// together ([SharedVirtualPage]).
///
/// A page of another partition that is pointed to from here has a slot too, which is remote: what
/// it was paid is taken from there and sent through the [Outbox], the first time with its
/// introduction. Nothing here needs the other partitions: worth and residual of a page are its own,
/// totals are summed from [PartitionTotals].
///
/// - L1 (exact) `received` of a page is the sum of `share(paid, k)` over the pages that point to
///   it, once what is on its way has arrived; payments are differences of shares, so nothing
///   drifts.
/// - B1, B2, B3 of [PartitionTotals].
///
/// What changed waits in memory until [#save], which a transaction that ends must not do without.
/// Pages that are to be pushed are in memory, and those that are under way or offered elsewhere;
/// the others are while there is room, and leave between two records ([#rest]): of pages that wait
/// those whose turn is farthest, of others those that are worth least.
public final class PartitionLedger {
  /// Stored pages are pushed to this bound when there is nothing else to do.
  static final double FINAL_BOUND = 1e-5;

  /// While the crawl goes on they are pushed to this bound, as far as what reads earn lasts.
  private static final double BUSY_BOUND = 0.05;

  /// Bytes a page takes in memory with its row, about.
  private static final long BYTES = 160;

  /// The standing of a page that was read, beside one that waits: it will be paid again.
  private static final double READ_STANDING = 0.3;

  /// After pages have left, this share of the room is in use.
  private static final double FILLED = 0.72;

  /// A sweep loads this part of the pages that fit, at a time.
  private static final int SWEPT = 8;

  /// A sweep that finds fewer than this part of the pages to owe anything is the last at its
  /// threshold.
  private static final int FEW = 50;

  /// What stands in place of the findings of a read where there was none.
  private static final ReadFacts ROW_OF_A_GRAPH =
      new ReadFacts(0, 200, "", 0, "", 0, "", "", ReadFacts.Reason.SEED, 0, 0, 0);

  /// The key that comes before every other.
  static final PageKey FIRST = new PageKey(0, 0);

  private final Ownership ownership;
  private final int partition;
  private final StateBackend backend;
  private final PageStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final ChangedPages uncommitted;
  private final StoredLedger ledger;

  /// The same where it is the exact one, whose rows can be pushed.
  private final @Nullable ExactLedger exact;

  private final @Nullable SharedVirtualPage virtualPage;
  private final PartitionTotals totals;
  private final Listener listener;
  private final Outbox outbox;
  private final PageKeys keyer = new PageKeys();
  private final PartitionSums sums;

  /// Introductions that are to be sent to pages of other partitions, by slot.
  private final Map<Integer, ClusterDiscovery> introductions = new HashMap<>();

  /// Pages that became known by the record being entered.
  private final SlotQueue fresh = new SlotQueue();

  private final int usualRoom;
  private long room;
  private long transfersCounted;

  /// Units that pages may owe in the end; below 0 where the bound says so.
  private long mostResidual = -1;

  /// Where the next [#sweep] begins, and how many pages this one has found to owe.
  private PageKey sweptTo = FIRST;

  private long sweptOwing;

  /// Who judges pages that become known, and orders those that wait to be read.
  public interface Listener {
    /// A page becomes known; returns whether it is to be read.
    boolean judge(int slot, ClusterDiscovery how);

    /// A page that is to be read waits from now on.
    void waits(int slot);

    /// A page that is gone is pointed to by one that did not before.
    void named(int slot);

    /// How soon a page that waits to be read is read: those that stand least leave first.
    double standing(int slot);

    /// Whether the page was taken from disk to be read again and was not read since.
    boolean isWanted(int slot);

    /// A page that waits leaves the memory.
    void leaving(int slot);

    /// Pages have left the memory, of those that wait all that stood below this.
    void left(double least);

    /// A page that waits was loaded.
    void cameBack(int slot);

    /// The worth of an unread page changed.
    void worthChanged(int slot, boolean rose);

    /// A link with a text that meets these conditions points to a page that was known; returns
    /// whether it was not known of the page yet that it meets them.
    boolean called(int slot, String url, SortedSet<String> anchors);
  }

  /// @param room pages that may be in memory
  public PartitionLedger(
      Ownership ownership,
      int partition,
      PageStore store,
      PartitionTotals totals,
      Listener listener,
      int room) {
    this.ownership = ownership;
    this.partition = partition;
    this.store = store;
    this.backend = store.backend();
    this.pages = store.pages();
    this.index = store.index();
    this.uncommitted = store.uncommitted();
    this.ledger = store.ledger();
    this.exact = ledger instanceof ExactLedger its ? its : null;
    this.totals = totals;
    this.listener = listener;
    this.sums = new PartitionSums(store, totals);
    this.outbox = new Outbox(partition);
    this.usualRoom = room;
    this.room = room;
    ledger.rowsFrom(this::storedRow);
    ledger.whenWorthChanges(listener::worthChanged);
    sums.resume(backend);
    this.virtualPage =
        ledger instanceof OpicLedger opic ? new SharedVirtualPage(opic, partition, totals) : null;
  }

  /// How many pages may be in memory so that those of all partitions, should one worker have them
  /// all, take so many bytes.
  public static int room(long bytes, int partitions) {
    long usual = bytes / (BYTES * partitions);
    return Integer.getInteger("nephila.cluster.accounts", (int) Math.clamp(usual, 1000, 1 << 24));
  }

  /// How many pages may be in memory, if not more wait.
  public int room() {
    return usualRoom;
  }

  /// What every known page is credited, in units.
  public long credit() {
    return ledger.credit();
  }

  /// The columns of the pages in memory.
  public PageTable pages() {
    return pages;
  }

  /// The page's slot, loaded when it is not in memory; [PageTable#NO_PAGE] when it is not known.
  public int find(PageKey page) {
    int slot = index.find(page.site(), page.hash());
    if (slot == PageTable.NO_PAGE) {
      slot = store.load(page.site(), page.hash());
      if (slot != PageTable.NO_PAGE) {
        sums.loaded(slot);
        if (waits(slot) && !pages.is(slot, PageTable.OFFERED)) {
          listener.cameBack(slot);
        }
      }
    }
    return slot;
  }

  /// Takes a page into memory that is not there; returns its slot.
  public int load(StoredPage page) {
    int slot = store.load(page);
    sums.loaded(slot);
    return slot;
  }

  public PageKey key(int slot) {
    return new PageKey(index.host(slot), index.hash(slot));
  }

  /// Whether the page is to be read for the first time.
  public boolean waits(int slot) {
    return !pages.is(slot, PageTable.READ | PageTable.DROPPED | PageTable.REMOTE | PageTable.FREE);
  }

  /// What the page is worth, in units.
  public long worth(int slot) {
    return ledger.worth(slot);
  }

  /// What a page as it is kept is worth, in units.
  long worth(StoredPage page) {
    return store.worth(page);
  }

  /// What the page has not passed on, in units; all it is worth before it is read.
  public long cash(int slot) {
    return ledger.cash(slot);
  }

  /// What an unread page is ordered by, in units: its worth, under OPIC its cash.
  long standing(int slot) {
    return exact == null ? ledger.cash(slot) : ledger.worth(slot);
  }

  /// Whether the links of read pages are kept.
  boolean keepsLinks() {
    return store.keepsLinks();
  }

  /// The ledger that the pages are kept in.
  StoredLedger ledger() {
    return ledger;
  }

  public int attempts(int slot) {
    return store.attempts(slot);
  }

  /// As many requests for the page failed in a row.
  public void attempts(int slot, int inARow) {
    store.attempts(slot, inARow);
    uncommitted.account(slot);
  }

  /// The page waits with the partition that asks its host, or does not any more.
  public void offered(int slot, boolean on) {
    if (on) {
      pages.set(slot, PageTable.OFFERED);
    } else {
      pages.clear(slot, PageTable.OFFERED);
    }
    uncommitted.account(slot);
  }

  /// How the page became known; null for one that was paid before it was moved here.
  @Nullable ClusterDiscovery introduction(int slot) {
    PageDiscovery how = store.discovery(slot, "");
    return how == null ? null : ClusterDiscovery.of(how);
  }

  @Nullable ClusterDiscovery introduction(PageKey page) {
    int slot = index.find(page.site(), page.hash());
    if (slot != PageTable.NO_PAGE) {
      return pages.is(slot, PageTable.REMOTE) ? null : introduction(slot);
    }
    byte[] url = backend.url(page.site(), page.hash());
    return url == null ? null : ClusterDiscovery.of(UrlRecord.discovery(url, ""));
  }

  /// What the last read of the page found, null when it was not read.
  @Nullable ReadFacts facts(int slot) {
    return store.lastRead(slot);
  }

  /// The page as it is kept.
  public StoredPage stored(int slot) {
    return store.stored(slot);
  }

  /// A payment that came from another partition.
  public void arrive(Payment payment) {
    totals.add(Sum.ARRIVED_SIZE, Math.abs(payment.units()));
    int slot = met(payment.to(), payment.introduction());
    ledger.receive(slot, payment.units());
    if (payment.introduction() != null && pages.isGone(slot)) {
      listener.named(slot);
    }
    queueFresh();
  }

  /// Makes a page known that somebody named without a link to it.
  public void name(CanonicalUrl url) {
    PageKey key = keyer.of(url);
    ClusterDiscovery seed = ClusterDiscovery.seed(url.text());
    if (ownership.of(key) == partition) {
      met(key, seed);
      queueFresh();
    } else {
      remote(key, seed);
    }
  }

  /// The rules of the crawl have come to exclude an unread page, or to have it read.
  void dropped(int slot, boolean out) {
    if (out) {
      pages.set(slot, PageTable.DROPPED);
    } else {
      pages.clear(slot, PageTable.DROPPED);
    }
    uncommitted.account(slot);
    sums.refused(slot, out ? 1 : -1);
    totals.add(Sum.WAITING, out ? -1 : 1);
  }

  /// The slot of an own page that somebody knows, known from now on.
  private int met(PageKey page, @Nullable ClusterDiscovery introduction) {
    int slot = find(page);
    if (slot == PageTable.NO_PAGE && introduction != null) {
      slot = store.add(page.site(), page.hash(), introduction.discovery(), introduction.url());
      sums.known(slot);
      meet(slot, introduction);
    } else if (slot == PageTable.NO_PAGE) {
      slot = store.add(page.site(), page.hash());
      sums.known(slot);
      // Cannot be fetched: only a page that is still to be moved here is paid before it is known.
      pages.set(slot, PageTable.DROPPED);
      sums.refused(slot, 1);
    } else if (introduction != null && introduction.isSeed()) {
      named(slot, introduction);
    } else if (introduction != null && !introduction.anchors().isEmpty()) {
      listener.called(slot, introduction.url(), introduction.anchors());
    }
    return slot;
  }

  /// A page that the rules refuse, or that is gone, turns out to be named by the user.
  private void named(int slot, ClusterDiscovery introduction) {
    if (pages.isDropped(slot)) {
      pages.clear(slot, PageTable.DROPPED);
      sums.refused(slot, -1);
      meet(slot, introduction);
    } else if (pages.isGone(slot)) {
      count(); // while it is gone
      ledger.discovered(slot);
      sums.unread(slot);
      meet(slot, introduction);
    }
  }

  private void meet(int slot, ClusterDiscovery introduction) {
    uncommitted.account(slot);
    boolean wanted = listener.judge(slot, introduction);
    if (wanted) {
      fresh.add(slot);
    } else {
      pages.set(slot, PageTable.DROPPED);
    }
    store.discovered(slot, introduction.discovery(), introduction.url());
    if (wanted) {
      totals.add(Sum.WAITING, 1);
    } else {
      sums.refused(slot, 1);
    }
  }

  /// The pages that became known wait from now on, by what they were paid.
  private void queueFresh() {
    while (!fresh.isEmpty()) {
      listener.waits(fresh.take());
    }
  }

  /// The slot of a page of another partition, which is told of the page if it is given.
  private int remote(PageKey page, @Nullable ClusterDiscovery introduction) {
    int slot = index.find(page.site(), page.hash());
    boolean isNew = slot == PageTable.NO_PAGE;
    if (isNew) {
      slot = store.addRemote(page.site(), page.hash());
    }
    if (introduction != null && (isNew || introduction.isSeed() || isNews(slot, introduction))) {
      introductions.merge(slot, introduction, (first, now) -> first.and(now.anchors()));
      uncommitted.cash(slot);
    }
    return slot;
  }

  private boolean isNews(int slot, ClusterDiscovery introduction) {
    return !introduction.anchors().isEmpty()
        && listener.called(slot, introduction.url(), introduction.anchors());
  }

  /// The page was read and points to `links`: what it paid along its old links is taken back, and
  /// what it is worth now is paid along the new ones.
  ///
  /// @param anchors conditions of focus rules that the text of each link meets, or empty
  public void read(
      int slot,
      ReadFacts facts,
      List<CanonicalUrl> links,
      List<SortedSet<String>> anchors,
      boolean changed) {
    read(slot, facts, links, anchors, changed, key(slot).hash());
  }

  /// The same of a page that may say what another of its site says: it pays that one alone. Its
  /// links are known and followed all the same.
  ///
  /// @param original the hash of the page that says the same, its own when none does
  public void read(
      int slot,
      ReadFacts facts,
      List<CanonicalUrl> links,
      List<SortedSet<String>> anchors,
      boolean changed,
      long original) {
    boolean wasGone = settle(slot);
    List<CanonicalUrl> targets = new ArrayList<>(links.size());
    PageKey[] keys = keyer.distinct(links, targets);
    int[] row = new int[keys.length];
    int depth = keys.length == 0 ? 0 : depth(slot) + 1;
    PageKey own = key(slot);
    int link = 0;
    for (int i = 0; i < row.length; i++) {
      while (links.get(link) != targets.get(i)) {
        link++;
      }
      SortedSet<String> met = anchors.isEmpty() ? Collections.emptySortedSet() : anchors.get(link);
      ClusterDiscovery introduction = new ClusterDiscovery(targets.get(i).text(), depth, own, met);
      row[i] =
          ownership.of(keys[i]) == partition
              ? met(keys[i], introduction)
              : remote(keys[i], introduction);
    }
    for (int child : row) {
      if (pages.isGone(child) && !pointedTo(slot, child)) {
        listener.named(child);
      }
    }
    store.read(slot, facts, payees(slot, row, original), changed);
    sums.gone(slot, wasGone);
    queueFresh();
  }

  private int[] payees(int slot, int[] row, long original) {
    PageKey own = key(slot);
    int payee =
        original == own.hash() ? PageTable.NO_PAGE : find(new PageKey(own.site(), original));
    return payee == PageTable.NO_PAGE ? row : new int[] {payee};
  }

  /// Whether the page pointed to that one when it was read before.
  private boolean pointedTo(int from, int to) {
    if (!store.keepsLinks()) {
      return pages.isRead(from); // what it pointed to is not known: likely the same
    }
    ledger.loadRow(from);
    return Arrays.stream(pages.row(from)).anyMatch(slot -> slot == to);
  }

  private int depth(int slot) {
    ClusterDiscovery known = introduction(slot);
    return known == null ? 0 : known.depth();
  }

  /// The page was asked for again and is as it was.
  public void unchanged(int slot, ReadFacts facts) {
    boolean wasGone = settle(slot);
    store.unchanged(slot, facts);
    sums.gone(slot, wasGone);
  }

  /// The page was asked for and has vanished, or still is not there.
  public void gone(int slot, ReadFacts facts) {
    boolean wasGone = settle(slot);
    store.gone(slot, facts);
    sums.gone(slot, wasGone);
  }

  /// The page is about to be entered as read; returns whether it was gone.
  private boolean settle(int slot) {
    if (!pages.isRead(slot)) {
      sums.read(slot);
      if (pages.isDropped(slot)) {
        sums.refused(slot, -1);
      } else {
        totals.add(Sum.WAITING, -1);
      }
    }
    return pages.isGone(slot);
  }

  /// Takes over a page with its books; a page moved here before is left as it is. Returns whether
  /// it was taken.
  public boolean adopt(MovedPage moved) {
    PageKey key = PageKey.of(CanonicalUrl.ofCanonical(moved.introduction().url()));
    if (ledger instanceof OpicLedger opic) {
      return adopt(opic, key, moved);
    }
    StoredPage page = moved.page();
    int slot = find(key);
    if (slot == PageTable.NO_PAGE) {
      slot = met(key, null);
    } else if (introduction(slot) != null) {
      return false;
    } // else paid by a page that was moved before it
    store.discovered(slot, moved.introduction().discovery(), moved.introduction().url());
    ledger.receive(slot, page.received() - store.joinsLate(slot));
    pages.clear(slot, PageTable.DROPPED);
    page.readsInto(pages, slot);
    store.attempts(slot, page.attempts());
    sums.refused(slot, -1);
    if (page.isRead()) {
      sums.read(slot);
    } else if (page.isDropped()) {
      sums.refused(slot, 1);
    } else {
      totals.add(Sum.WAITING, 1);
    }
    StoredRead reading = moved.reading();
    if (reading != null) {
      backend.saveRead(key.site(), key.hash(), reading.bytes(key.site()));
      if (reading.row().length > 0) {
        backend.commit(); // the row is looked for where it is kept
        Objects.requireNonNull(exact).moved(slot, page.paid(), reading.row().length);
      }
    }
    if (page.isGone()) {
      ledger.gone(slot);
      sums.gone(slot, false);
    } else if (page.waits()) {
      listener.judge(slot, moved.introduction());
      fresh.add(slot);
      queueFresh();
    }
    uncommitted.account(slot);
    return true;
  }

  /// The same under OPIC, where no page is paid before it is moved.
  private boolean adopt(OpicLedger opic, PageKey key, MovedPage moved) {
    StoredPage page = moved.page();
    StoredRead reading = moved.reading();
    if (find(key) != PageTable.NO_PAGE) {
      return false;
    }
    int slot = store.addMoved(key.site(), key.hash());
    listener.judge(slot, moved.introduction());
    store.discovered(slot, moved.introduction().discovery(), moved.introduction().url());
    if (reading != null) {
      backend.saveRead(key.site(), key.hash(), reading.bytes(key.site(), moved.past()));
    }
    if (page.isGone()) {
      opic.movedGone(slot);
    } else {
      int links = reading == null ? 0 : reading.row().length;
      boolean read = page.isRead();
      long handed = opic.moved(slot, page.received(), read, page.paid(), moved.past(), links);
      totals.add(Sum.HANDED_OVER, handed);
    }
    sums.known(slot);
    page.readsInto(pages, slot);
    store.attempts(slot, page.attempts());
    if (page.isDropped()) {
      pages.set(slot, PageTable.DROPPED);
    }
    if (page.isRead()) {
      sums.read(slot);
      sums.gone(slot, false);
    } else if (page.isDropped()) {
      sums.refused(slot, 1);
    } else {
      totals.add(Sum.WAITING, 1);
      fresh.add(slot);
      queueFresh();
    }
    uncommitted.account(slot);
    return true;
  }

  /// Takes over what the ledger of a crawl dir had beside its pages; once.
  void adopt(OpicLedger.Moved moved) {
    if (virtualPage == null || !(ledger instanceof OpicLedger opic)) {
      throw new BrokenState("books of OPIC, and the crawl has another importance");
    }
    if (virtualPage.adopt(moved)) {
      totals.add(Sum.HANDED_OVER, opic.moved(moved));
    }
  }

  /// Enters rows of a graph that is ranked: each page is known and read from then on. Rows that
  /// were entered before are left as they are.
  ///
  /// @throws BrokenState where they are not rows of pages of this partition, before anything
  ///   changes
  void enter(GraphKeys keys, GraphRows rows, int its) {
    int count = rows.rows().length;
    for (int i = 0; i < count; i++) {
      if (!ownership(keys, rows.first() + i, its)) {
        throw new BrokenState("a row of a page that another partition has");
      }
      for (int to : rows.rows()[i]) {
        keys.of(to);
      }
    }
    for (int i = 0; i < count; i++) {
      PageKey key = keys.of(rows.first() + i);
      int slot = find(key);
      if (slot == PageTable.NO_PAGE) {
        slot = met(key, null);
      }
      if (!pages.isRead(slot)) {
        enter(keys, slot, rows.rows()[i]);
      }
    }
  }

  private static boolean ownership(GraphKeys keys, int page, int partition) {
    keys.of(page);
    return keys.partition(page) == partition;
  }

  private void enter(GraphKeys keys, int slot, int[] links) {
    int[] row = new int[links.length];
    for (int k = 0; k < row.length; k++) {
      PageKey to = keys.of(links[k]);
      row[k] = linked(to.site(), to.hash());
    }
    settle(slot);
    pages.clear(slot, PageTable.DROPPED);
    store.read(slot, ROW_OF_A_GRAPH, row, false);
  }

  /// The row of a page that was read, as it is kept.
  private int[] storedRow(int slot) {
    int site = index.host(slot);
    byte[] value = Objects.requireNonNull(backend.read(site, index.hash(slot)), "L1 a row is kept");
    BinaryRecord record = new BinaryRecord(value);
    ReadFacts.decode(record);
    int[] row = PageRows.take(record, site, this::linked);
    pages.row(slot, row);
    return row;
  }

  private int linked(int site, long hash) {
    int slot = index.find(site, hash);
    if (slot != PageTable.NO_PAGE) {
      return slot;
    }
    PageKey page = new PageKey(site, hash);
    return ownership.of(page) == partition ? met(page, null) : remote(page, null);
  }

  /// Pushes pages that owe much, until none is left or about `links` payments were made; returns
  /// whether none is left.
  public boolean push(long links) {
    return ledger.push(links);
  }

  /// Payments made so far, in this process.
  long transfers() {
    return ledger.transfers();
  }

  /// Links of the pages read.
  public long links() {
    return ledger.links();
  }

  /// What pages have not passed on of what they should, in units.
  long owed() {
    count();
    return totals.get(Sum.RESIDUAL);
  }

  /// The share of its worth that a page passes on.
  double damping() {
    return ledger.damping();
  }

  /// Importance is exact enough when pages owe no more than so many units together.
  void settleTo(long mostResidual) {
    this.mostResidual = mostResidual;
  }

  /// Under OPIC there is nothing to push.
  public boolean isSettled() {
    count();
    if (mostResidual >= 0) {
      return totals.get(Sum.RESIDUAL) <= mostResidual;
    }
    return exact == null || totals.bound(credit(), ledger.damping(), 0) <= FINAL_BOUND;
  }

  /// Has pages pushed that owe less than those before, as [#deepen]; where not all fit into memory,
  /// some of them at a time, in the order of their keys.
  void sweep() {
    if (exact == null || isWhole()) {
      deepen();
      return;
    }
    if (isSettled()) {
      return;
    }
    if (!exact.isDeep()) {
      exact.deepen();
    }
    commit();
    int most = usualRoom / SWEPT;
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan all = backend.scan(sweptTo.site(), sweptTo.hash(), true)) {
      int found = 0;
      boolean more = all.next(page);
      while (more && found < most) {
        found += loadIfOwes(exact, page) ? 1 : 0;
        more = all.next(page);
      }
      sweptOwing += found;
      sweptTo = more ? new PageKey(page.group(), page.hash()) : FIRST;
      if (!more) {
        if (sweptOwing < totals.get(Sum.READ) / FEW) {
          exact.deepen();
        }
        sweptOwing = 0;
      }
    }
  }

  /// The same as [#rest] where pages that are to be pushed may be more than fit: those that owe
  /// little wait for a [#sweep] then.
  void restPushing() {
    rest();
    if (exact != null && pages.inUse() > usualRoom + usualRoom / 4 && !isWhole()) {
      exact.relax();
      exact.push(Long.MAX_VALUE);
      if (pages.inUse() > usualRoom) {
        makeRoom();
      }
    }
  }

  /// Has smaller residuals pushed too, unless importance is exact enough; returns whether it did.
  /// Costs a look at every page of the partition.
  public boolean deepen() {
    if (exact == null || isSettled() || !exact.deepen()) {
      return false;
    }
    commit();
    each(page -> loadIfOwes(exact, page));
    return true;
  }

  /// Whether all pages of the partition fit into memory.
  boolean isWhole() {
    return totals.get(Sum.KNOWN) <= usualRoom * FILLED;
  }

  /// The same while other work goes on, where all pages are in memory: importance need not be as
  /// exact.
  boolean deepenHere() {
    if (exact == null || !isWhole()) {
      return false;
    }
    count();
    return totals.bound(credit(), ledger.damping(), 0) > BUSY_BOUND && exact.deepen();
  }

  /// Loads the page if it is to be pushed.
  private boolean loadIfOwes(ExactLedger its, StoredPage page) {
    boolean owes = page.pays() && Math.abs(page.cash(page.worth(credit()))) > its.threshold();
    if (owes) {
      find(new PageKey(page.group(), page.hash()));
    }
    return owes;
  }

  private void each(StoredPage.Consumer to) {
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan all = backend.scan()) {
      while (all.next(page)) {
        to.sees(page);
      }
    }
  }

  /// Only large residuals are pushed while there is other work.
  public void relax() {
    if (exact != null) {
      exact.relax();
    }
  }

  /// Looks at every page once, when the partition has come to this worker: which are to be pushed,
  /// which are the best, and what the sites are.
  public void takeStock() {
    each(
        page -> {
          sums.kept(page);
          if (exact != null) {
            loadIfOwes(exact, page);
          }
          sums.rest(this::held);
        });
  }

  /// Another partition has handed over what the virtual page is to have.
  void enter(VirtualPage.Transfer transfer) {
    if (virtualPage == null) {
      throw new BrokenState("a payment to the virtual page, and the crawl has none");
    }
    virtualPage.enter(transfer);
  }

  /// What all partitions have counted.
  void told(OpicView view) {
    if (virtualPage != null) {
      virtualPage.told(view);
    }
  }

  /// It is so late.
  void time(long epochMillis) {
    ledger.time(epochMillis);
  }

  /// Brings totals, sums of sites and best pages up to date, and puts what pages of other
  /// partitions were paid into the outbox.
  public void count() {
    transfersCounted = ledger.transfers();
    for (int i = 0; i < uncommitted.size(); i++) {
      int slot = uncommitted.slot(i);
      if (pages.is(slot, PageTable.REMOTE)) {
        take(slot);
      } else {
        sums.changed(slot);
      }
    }
    sums.count();
  }

  private void take(int slot) {
    ClusterDiscovery introduction = introductions.remove(slot);
    long units = ledger.take(slot);
    if (units != 0 || introduction != null) {
      PageKey page = key(slot);
      outbox.add(ownership.of(page), new Payment(page, units, introduction));
    }
  }

  /// Payments to other partitions that wait to be sent, at most.
  public long unsent() {
    return outbox.size() + ledger.transfers() - transfersCounted;
  }

  /// Sends what is to be paid to other partitions.
  public void send(ObjIntConsumer<byte[]> to) {
    count();
    if (!outbox.isEmpty()) {
      totals.add(Sum.SENT_SIZE, outbox.flush(to));
    }
    if (virtualPage != null) {
      virtualPage.send(to);
    }
  }

  /// Between two records: lets pages leave that are not needed soon. Slots are not to be kept over
  /// this but those of pages that wait.
  public void rest() {
    if (pages.inUse() > room) {
      makeRoom();
    } else if (store.wantsCommit()) {
      commit();
    }
  }

  private void makeRoom() {
    commit();
    double least =
        store.evict((long) (usualRoom * FILLED), this::mayLeave, this::standingHere, this::leaves);
    listener.left(least);
    room = Math.max(usualRoom, pages.inUse() + pages.inUse() / 4);
  }

  private void leaves(int slot) {
    store.attempts(slot, 0);
    if (Frontier.waits(pages, slot)) {
      listener.leaving(slot);
    }
  }

  private double standingHere(int slot) {
    return Frontier.waits(pages, slot)
        ? listener.standing(slot)
        : READ_STANDING * ledger.roughWorth(slot) / ledger.credit();
  }

  private boolean mayLeave(int slot) {
    return !pages.is(slot, PageTable.FREE | PageTable.QUEUED_FOR_PUSH | PageTable.OFFERED)
        && !Frontier.isUnderWay(pages, slot)
        && !listener.isWanted(slot)
        && (!Frontier.waits(pages, slot) || !pages.is(slot, PageTable.REMOTE));
  }

  /// Writes what changed to the stores.
  private void commit() {
    count();
    sums.rest(this::held);
    if (exact == null) {
      ledger.notes().forEach(backend::saveText);
    }
    store.commit();
  }

  private long held(PageKey page) {
    int slot = find(page);
    return slot == PageTable.NO_PAGE || pages.isGone(slot) ? Long.MIN_VALUE : sums.standing(slot);
  }

  /// The pages that are worth most, best first. Under OPIC, of those that have held most.
  public List<PageKey> best(int limit) {
    count();
    if (exact != null) {
      return sums.best(limit, this::held);
    }
    record Page(PageKey key, long worth) {}
    return sums.best(BestPages.MOST, this::held).stream()
        .map(key -> new Page(key, ledger.worth(find(key))))
        .sorted(Comparator.comparingLong(Page::worth).reversed())
        .limit(limit)
        .map(Page::key)
        .toList();
  }

  public SiteSums sites() {
    count();
    return sums.sites();
  }

  /// What a site's pages have received beyond a credit for each; under OPIC what they are worth
  /// beyond that by all of their past.
  long received(SiteSums.Sum site) {
    return ledger instanceof OpicLedger opic
        ? opic.worth(site.pages(), site.received()) - credit() * site.pages()
        : site.received();
  }

  /// What the link of a row to a page has carried so far of what the page paid, in units; under
  /// OPIC what it carries while importance stays as it is.
  ///
  /// @param row as it is kept: the links inside the page's site first
  public long paidAlong(PageKey page, PageKey[] row, PageKey to) {
    int slot = find(page);
    if (slot == PageTable.NO_PAGE || row.length == 0) {
      return 0;
    }
    int inside = 0;
    while (inside < row.length && row[inside].site() == page.site()) {
      inside++;
    }
    int place = Arrays.asList(row).indexOf(to);
    int[] ends = LinkWeights.ends(row.length, link -> row[link].site());
    return place < 0 ? 0 : store.paid(slot, ends, inside).of(place);
  }

  /// Shows up to `most` readings from that key on; returns the key to go on with, null at the end.
  @Nullable PageKey rows(PageKey from, int most, BiConsumer<PageKey, StoredRead> each) {
    commit();
    try (StateBackend.RecordScan all = backend.reads(from.site(), from.hash())) {
      for (int i = 0; all.next(); i++) {
        PageKey key = new PageKey(all.group(), all.hash());
        if (i == most) {
          return key;
        }
        each.accept(key, StoredRead.of(all.value(), key.site()));
      }
    }
    return null;
  }

  /// Shows up to `most` pages, like [#rows].
  @Nullable PageKey pages(PageKey from, int most, StoredPage.Consumer each) {
    commit();
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan all = backend.scan(from.site(), from.hash(), true)) {
      for (int i = 0; all.next(page); i++) {
        if (i == most) {
          return new PageKey(page.group(), page.hash());
        }
        each.sees(page);
      }
    }
    return null;
  }

  /// Writes what changed; returns the payments not sent yet, for [#load], null when there are none.
  public byte @Nullable [] save() {
    commit();
    return outbox.isEmpty() ? null : outbox.bytes();
  }

  /// Takes over the payments that were not sent.
  public void load(byte[] unsent) {
    outbox.load(unsent);
  }
}
