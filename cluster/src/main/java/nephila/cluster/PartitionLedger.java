package nephila.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
import nephila.cluster.PartitionTotals.Sum;
import nephila.ledger.ExactArithmetic;
import nephila.store.BinaryRecord;
import nephila.store.ReadFacts;
import nephila.store.StateBackend;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The exact form of the ledger for the pages of one partition, the same arithmetic and units as on
/// one machine ([nephila.ledger.ExactLedger]).
///
/// Every known page is credited [#credit] units; a page that was read pays `credit + received`
/// along its links, the share `d` of it; children in other partitions are paid through the
/// [Outbox]. Nothing here needs the other partitions: worth and residual of a page are its own,
/// totals are summed from [PartitionTotals].
///
/// - L1 `received` of a page is the sum of `share(paid, k)` over the pages that point to it, once
///   what is on its way has arrived; payments are differences of shares, so nothing drifts.
/// - B1, B2 of [PartitionTotals].
///
/// [Accounts], what pages say and payments to others wait in memory until [#save], which a
/// transaction that ends must not do without. In memory besides: the pages of [PushQueue].
final class PartitionLedger {
  /// Pages that fit before units overflow: as on one machine, so that books can move.
  private static final long ROOM = 1_000_000_000;

  /// Stored pages are pushed to this bound when there is nothing else to do.
  static final double FINAL_BOUND = 1e-5;

  private static final PageKey[] NO_LINKS = {};

  private final Ownership ownership;
  private final int partition;
  private final StateBackend backend;
  private final Accounts accounts;
  private final WriteBehindStore introductions;
  private final WriteBehindStore readings;
  private final PartitionTotals books;
  private final Outbox outbox;
  private final PageKeys keyer = new PageKeys();
  private final Watcher watcher;
  private final ExactArithmetic arithmetic;
  private final long credit;
  private final PushQueue debts;
  private final SiteSums sites = new SiteSums();
  private final BestPages best = new BestPages();

  /// Who decides about pages that are not read.
  interface Watcher {
    /// A page becomes known; returns whether it is to be read.
    boolean known(PageKey page, Account account, Introduction introduction, long worth);

    /// The worth of a page that waits changed.
    void changed(PageKey page, Account account, long before, long now);
  }

  PartitionLedger(
      Ownership ownership,
      int partition,
      double damping,
      StateBackend backend,
      PartitionTotals books,
      Watcher watcher) {
    this.ownership = ownership;
    this.partition = partition;
    this.backend = backend;
    this.accounts = new Accounts(backend, Accounts.room(ownership.partitions()));
    this.introductions =
        new WriteBehindStore(
            page -> backend.url(page.site(), page.hash()),
            (page, value) -> backend.saveUrl(page.site(), page.hash(), value),
            backend::commit);
    this.readings =
        new WriteBehindStore(
            page -> backend.read(page.site(), page.hash()),
            (page, value) -> backend.saveRead(page.site(), page.hash(), value),
            backend::commit);
    this.books = books;
    this.watcher = watcher;
    this.outbox = new Outbox(partition);
    this.arithmetic = ExactArithmetic.forPages(damping, ROOM);
    this.credit = arithmetic.unit();
    this.debts = new PushQueue(credit * 3 / 10);
  }

  /// What every known page is credited, in units, at that damping.
  static long credit(double damping) {
    return ExactArithmetic.forPages(damping, ROOM).unit();
  }

  long credit() {
    return credit;
  }

  @Nullable Account account(PageKey page) {
    return accounts.get(page);
  }

  /// The account, got from here, was changed.
  void changed(PageKey page, Account account) {
    accounts.changed(page, account);
  }

  @Nullable Introduction introduction(PageKey page) {
    byte[] bytes = introductions.get(page);
    return bytes == null ? null : Introduction.take(new BinaryRecord(bytes));
  }

  /// What the last read of the page found, null when it was not read.
  @Nullable StoredRead reading(PageKey page) {
    Account account = account(page);
    if (account == null || !(account.isRead() || account.pays())) {
      return null;
    }
    byte[] bytes = readings.get(page);
    return bytes == null ? null : StoredRead.of(bytes);
  }

  /// A payment that came from another partition.
  void arrive(Payment payment) {
    books.add(Sum.ARRIVED, payment.units());
    books.add(Sum.ARRIVED_SIZE, Math.abs(payment.units()));
    receive(payment);
  }

  /// Makes a page known that somebody named without a link to it.
  void name(CanonicalUrl url) {
    give(new Payment(PageKey.of(url), 0, Introduction.seed(url.text())));
  }

  private void receive(Payment payment) {
    PageKey page = payment.to();
    Account known = account(page);
    Account account = known == null ? new Account() : known;
    long units = payment.units();
    long before = account.residual(credit);
    account.received += units;
    books.add(Sum.RECEIVED, units);
    if (known == null) {
      accounts.put(page, account);
      sites.known(page);
      meet(page, account, payment.introduction());
    } else if (account.isDropped() && isSeed(payment.introduction())) {
      recall(page, account, java.util.Objects.requireNonNull(payment.introduction()));
    } else if (units != 0) {
      long owes = before + units;
      if (account.pays()) {
        books.add(Sum.RESIDUAL, Math.abs(owes) - Math.abs(before));
        debts.owes(page, owes);
      } else if (account.waits()) {
        long worth = credit + account.received;
        watcher.changed(page, account, worth - units, worth);
      }
    }
    if (account.isRead()) {
      books.add(Sum.READ_RECEIVED, units);
    }
    sites.received(page, units);
    best.paid(page, account.received);
    changed(page, account);
  }

  private static boolean isSeed(@Nullable Introduction introduction) {
    return introduction != null && introduction.isSeed();
  }

  /// A page that the rules refuse turns out to be named by the user.
  private void recall(PageKey page, Account account, Introduction seed) {
    introductions.put(page, seed.bytes());
    account.dropped(false);
    books.add(Sum.DROPPED, -1);
    books.add(Sum.WAITING, 1);
    watcher.known(page, account, seed, credit + account.received);
  }

  /// A page not known before.
  private void meet(PageKey page, Account account, @Nullable Introduction introduction) {
    books.add(Sum.KNOWN, 1);
    if (introduction == null) {
      // Cannot be fetched: only a page that is still to be moved here is paid before it is known.
      account.dropped(true);
      books.add(Sum.DROPPED, 1);
      return;
    }
    introductions.put(page, introduction.bytes());
    boolean wanted = watcher.known(page, account, introduction, credit + account.received);
    account.dropped(!wanted);
    books.add(wanted ? Sum.WAITING : Sum.DROPPED, 1);
  }

  /// The page was read and points to `links`: what it paid along its old links is taken back, and
  /// what it is worth now is paid along the new ones.
  void read(PageKey page, ReadFacts facts, List<CanonicalUrl> links, boolean changed) {
    StoredRead old = reading(page);
    Account account = settled(page, facts, changed);
    if (account.pays() && old != null) {
      takeBack(page, account, old.row());
    }
    List<CanonicalUrl> targets = new ArrayList<>(links.size());
    PageKey[] row = keyer.distinct(links, targets);
    readings.put(page, new StoredRead(facts, row).bytes());
    if (row.length == 0) {
      changed(page, account);
      return;
    }
    account.pays(true);
    books.add(Sum.LINKS, row.length);
    books.add(Sum.RESIDUAL, credit + account.received);
    long share = pay(page, account, row.length);
    int depth = depth(page) + 1;
    for (int i = 0; i < row.length; i++) {
      give(new Payment(row[i], share, new Introduction(targets.get(i).text(), depth, page)));
    }
  }

  private int depth(PageKey page) {
    Introduction known = introduction(page);
    return known == null ? 0 : known.depth();
  }

  /// The page was asked for again and is as it was.
  void unchanged(PageKey page, ReadFacts facts) {
    Account account = settled(page, facts, false);
    changed(page, account);
    StoredRead old = reading(page);
    PageKey[] row = old == null ? NO_LINKS : old.row();
    readings.put(page, new StoredRead(facts, row).bytes());
  }

  private Account settled(PageKey page, ReadFacts facts, boolean changed) {
    Account known = account(page);
    Account account = known == null ? new Account() : known;
    accounts.put(page, account);
    if (known == null) { // asked for by nobody who pays: books that were torn apart
      sites.known(page);
    }
    if (!account.isRead()) {
      sites.read(page);
      books.add(Sum.READ_RECEIVED, account.received);
      books.add(Sum.READ, 1);
      books.add(account.isDropped() ? Sum.DROPPED : Sum.WAITING, -1);
    }
    account.read(true);
    account.dropped(false);
    account.status = facts.status();
    account.reads++;
    account.changes += changed ? 1 : 0;
    account.attempts = 0;
    account.lastReadSeconds = (int) (facts.atMillis() / 1000);
    return account;
  }

  private void takeBack(PageKey page, Account account, PageKey[] row) {
    long share = arithmetic.share(account.paid, row.length);
    books.add(Sum.RESIDUAL, -Math.abs(account.residual(credit)));
    books.add(Sum.EVAPORATED, -(account.paid - share * row.length));
    books.add(Sum.PAID, -account.paid);
    books.add(Sum.LINKS, -row.length);
    account.paid = 0;
    account.pays(false);
    changed(page, account);
    for (PageKey child : row) {
      give(new Payment(child, -share, null));
    }
  }

  /// The page pays what it owes; returns what each of its links carries of it.
  private long pay(PageKey page, Account account, int links) {
    long owed = credit + account.received;
    long share = arithmetic.share(owed, links) - arithmetic.share(account.paid, links);
    books.add(Sum.RESIDUAL, -Math.abs(owed - account.paid));
    books.add(Sum.PAID, owed - account.paid);
    books.add(Sum.EVAPORATED, owed - account.paid - share * links);
    books.add(Sum.PUSHES, 1);
    account.paid = owed;
    changed(page, account);
    return share;
  }

  private void give(Payment payment) {
    int to = ownership.of(payment.to());
    if (to == partition) {
      receive(payment);
    } else {
      books.add(Sum.SENT, payment.units());
      outbox.add(to, payment);
    }
  }

  /// Takes over a page with its books; a page moved here before is left as it is. Returns whether
  /// it was taken.
  boolean adopt(MovedPage moved) {
    PageKey page = PageKey.of(CanonicalUrl.ofCanonical(moved.introduction().url()));
    if (introduction(page) != null) {
      return false;
    }
    Account early = account(page);
    Account account = moved.account();
    if (early != null) { // paid by a page that was moved before it
      account.received += early.received;
      books.add(Sum.KNOWN, -1);
      books.add(Sum.DROPPED, -1);
      books.add(Sum.RECEIVED, -early.received);
    }
    if (early == null) {
      sites.known(page);
    } else {
      sites.received(page, -early.received);
    }
    stock(page, account);
    books.add(Sum.READ_RECEIVED, account.isRead() ? account.received : 0);
    books.add(Sum.KNOWN, 1);
    books.add(Sum.RECEIVED, account.received);
    books.add(Sum.ARRIVED, account.received - (early == null ? 0 : early.received));
    introductions.put(page, moved.introduction().bytes());
    books.add(account.isRead() ? Sum.READ : account.isDropped() ? Sum.DROPPED : Sum.WAITING, 1);
    if (account.waits()) {
      watcher.known(page, account, moved.introduction(), credit + account.received);
    }
    StoredRead reading = moved.reading();
    if (reading != null) {
      readings.put(page, reading.bytes());
      int links = reading.row().length;
      if (links > 0) {
        account.pays(true);
        long share = arithmetic.share(account.paid, links);
        books.add(Sum.LINKS, links);
        books.add(Sum.PAID, account.paid);
        books.add(Sum.SENT, share * links);
        books.add(Sum.EVAPORATED, account.paid - share * links);
        books.add(Sum.RESIDUAL, Math.abs(account.residual(credit)));
        pushIfDue(page, account);
      }
    }
    accounts.put(page, account);
    changed(page, account);
    return true;
  }

  /// Pushes pages that owe much, until none is left or about `links` payments were made; returns
  /// whether none is left.
  boolean push(long links) {
    long left = links;
    while (!debts.isEmpty() && left > 0) {
      PageKey page = debts.take();
      Account account = account(page);
      StoredRead reading = reading(page);
      if (account == null
          || reading == null
          || !debts.isMuch(account.residual(credit))
          || reading.row().length == 0) {
        continue;
      }
      long share = pay(page, account, reading.row().length);
      if (share != 0) {
        for (PageKey child : reading.row()) {
          give(new Payment(child, share, null));
        }
      }
      left -= reading.row().length;
    }
    return debts.isEmpty();
  }

  boolean isSettled() {
    return books.bound(credit, arithmetic.damping(), 0) <= FINAL_BOUND;
  }

  /// Has smaller residuals pushed too, unless importance is exact enough; returns whether it did.
  /// Costs a look at every page of the partition.
  boolean deepen() {
    if (isSettled() || !debts.canSink()) {
      return false;
    }
    debts.sink();
    accounts.all(this::pushIfDue);
    return true;
  }

  /// Only large residuals are pushed while there is other work.
  void relax() {
    debts.rise();
  }

  /// Looks at every page once, when the partition has come to this worker: which are to be pushed,
  /// which are the best, and what the sites are.
  void takeStock() {
    accounts.all(
        (page, account) -> {
          sites.known(page);
          stock(page, account);
          pushIfDue(page, account);
          rest();
        });
  }

  private void stock(PageKey page, Account account) {
    sites.received(page, account.received);
    if (account.isRead()) {
      sites.read(page);
    }
    best.paid(page, account.received);
  }

  private void pushIfDue(PageKey page, Account account) {
    debts.owes(page, account.residual(credit));
  }

  /// Payments to other partitions that wait to be sent.
  int unsent() {
    return outbox.size();
  }

  /// Sends what is to be paid to other partitions.
  void send(ObjIntConsumer<byte[]> to) {
    if (!outbox.isEmpty()) {
      books.add(Sum.SENT_SIZE, outbox.flush(to));
    }
  }

  /// Between two records: forgets accounts not used of late.
  void rest() {
    best.rest(this::received);
    accounts.forget();
  }

  private long received(PageKey page) {
    Account account = account(page);
    return account == null ? Long.MIN_VALUE : account.received;
  }

  /// The pages that are worth most, best first.
  List<PageKey> best(int limit) {
    return best.best(limit, this::received);
  }

  SiteSums sites() {
    return sites;
  }

  /// What each link of the page has carried so far, in units.
  long paidPerLink(PageKey page) {
    Account account = account(page);
    StoredRead reading = reading(page);
    return account == null || reading == null || reading.row().length == 0
        ? 0
        : arithmetic.share(account.paid, reading.row().length);
  }

  /// Shows up to `most` readings from that key on; returns the key to go on with, null at the end.
  @Nullable PageKey rows(PageKey from, int most, BiConsumer<PageKey, StoredRead> each) {
    readings.write();
    try (StateBackend.RecordScan all = backend.reads(from.site(), from.hash())) {
      for (int i = 0; all.next(); i++) {
        PageKey key = new PageKey(all.group(), all.hash());
        if (i == most) {
          return key;
        }
        each.accept(key, StoredRead.of(all.value()));
      }
    }
    return null;
  }

  /// Shows up to `most` accounts, like [#rows].
  @Nullable PageKey accounts(PageKey from, int most, Accounts.Visitor each) {
    return accounts.some(from, most, each);
  }

  /// Writes what changed; returns the payments not sent yet, for [#load], null when there are none.
  byte @Nullable [] save() {
    accounts.write();
    introductions.write();
    readings.write();
    return outbox.isEmpty() ? null : outbox.bytes();
  }

  /// Takes over the payments that were not sent.
  void load(byte[] unsent) {
    outbox.load(unsent);
  }
}
