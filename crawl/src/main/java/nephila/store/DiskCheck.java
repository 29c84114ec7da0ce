package nephila.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import nephila.ledger.ExactLedger;
import nephila.ledger.RowShares;
import nephila.store.record.BinaryRecord;
import nephila.store.record.ReadFacts;
import nephila.store.record.RowPrint;
import nephila.store.record.StoredPage;
import org.jspecify.annotations.Nullable;

/// Proves the books of a crawl whose pages are on disk: what every page received is what the rows
/// say was paid to it, to the unit.
///
/// The pages are taken in parts that fit into memory. For each part all rows are read once, what
/// they pay to pages of the part is summed up in a table, and the sums are compared with `cash`.
/// Memory: 24 bytes a page of a part. Time: a walk over all rows for each part.
final class DiskCheck {
  private static final int MANY = 20;

  private final StateBackend backend;
  private final ExactLedger ledger;
  private final @Nullable PageKinds kinds;
  private final @Nullable PreferredCredits preferred;
  private final CrawlStore crawl;
  private final List<String> faults = new ArrayList<>();
  private final int parts;
  private final long[] keys;
  private final long[] sums;
  private int part;
  private long links;
  private long evaporated;

  /// Units paid along rows that cannot be found again.
  private long unknown;

  /// Units that came along no row that is known.
  private long more;

  private int pages;

  /// `most` pages are in memory at a time.
  ///
  /// @param preferred what pages joined with; null where that is nothing
  DiskCheck(PageStore store, CrawlStore crawl, @Nullable PreferredCredits preferred, int most) {
    long known = crawl.knownPages();
    this.crawl = crawl;
    this.backend = store.backend();
    this.ledger = store.exact();
    this.preferred = preferred;
    this.kinds = store.kinds();
    this.parts = (int) (known / most + 1);
    int places = Integer.highestOneBit(Math.max(1024, (int) (known / parts * 2 + 1024))) * 2;
    this.keys = new long[places];
    this.sums = new long[places];
  }

  StoreCheck.Result check(int readPages, long runningEvaporated) {
    more = 0;
    for (part = 0; part < parts; part++) {
      unknown = ledger.abandoned();
      Arrays.fill(keys, 0);
      Arrays.fill(sums, 0);
      links = 0;
      evaporated = 0;
      rows();
      compare();
    }
    evaporated += unknown == 0 ? 0 : unknown - more;
    if (unknown > 0 && (more < 0 || more > ledger.damping() * unknown)) {
      fault("L5 %d units came along unknown links, on which %d were paid", more, unknown);
    }
    if (evaporated != runningEvaporated) {
      fault("L1 %d units evaporated, the running total says %d", evaporated, runningEvaporated);
    }
    return new StoreCheck.Result(
        pages, readPages, links, evaporated, List.copyOf(faults), StoreCheck.abandoned(crawl));
  }

  private void rows() {
    try (StoredReadScan reads =
        new StoredReadScan(
            backend, hash -> fault("S2 page %x was read and has no counters", hash))) {
      while (reads.next()) {
        row(reads.page(), reads.value());
      }
    }
  }

  private void row(StoredPage page, byte[] value) {
    long paid = page.paid();
    ForgottenRows.Row row = row(page, value, crawl.forgotten());
    int count = row.hashes().length;
    if (page.isGone() && (count > 0 || paid != 0)) {
      fault("L4 page %x is gone and has paid %d units", page.hash(), paid);
    }
    if (paid < 0) {
      fault("L2 page %x has paid %d units", page.hash(), paid);
    }
    if (count > 0) {
      RowShares shares = shares(page, row.groups());
      links += count;
      evaporated += paid - shares.sum(count);
      for (int k = 0; k < count; k++) {
        add(row.groups()[k], row.hashes()[k], shares.of(k));
      }
    }
  }

  /// The row in the order in which the ledger has it; empty where it cannot be found again.
  private ForgottenRows.Row row(StoredPage page, byte[] value, @Nullable ForgottenRows forgotten) {
    if (forgotten == null) {
      return keptRow(page, value);
    }
    RowPrint print = ForgottenRows.print(value);
    ForgottenRows.Row found = null;
    if (print.links() > 0) {
      found = forgotten.row(print, crawl.url(page.group(), page.hash()));
    }
    if (found == null && page.pays()) {
      unknown += page.paid();
      fault("%s", StoreCheck.notFound(crawl.url(page.group(), page.hash()), print));
    }
    if (found == null || page.isGone()) {
      return new ForgottenRows.Row(new int[0], new long[0]);
    }
    return kinds == null ? found : found.in(kinds.order(page.group(), found.groups()));
  }

  private static ForgottenRows.Row keptRow(StoredPage page, byte[] value) {
    BinaryRecord record = new BinaryRecord(value);
    ReadFacts.decode(record);
    int count = PageRows.count(new BinaryRecord(record.takeRest()));
    ForgottenRows.Row row = new ForgottenRows.Row(new int[count], new long[count]);
    int[] link = {0};
    links(
        page,
        value,
        (host, hash) -> {
          row.groups()[link[0]] = host;
          row.hashes()[link[0]] = hash;
          return link[0]++;
        });
    return row;
  }

  private RowShares shares(StoredPage page, int[] hosts) {
    int count = hosts.length;
    if (kinds == null) {
      return ledger.shares(page.paid(), new int[] {count}, 0, false);
    }
    int inside = kinds.insideLinks(page.group(), hosts, count);
    boolean dynamic = kinds.isDynamic(page.group(), page.hash());
    return ledger.shares(page.paid(), kinds.ends(hosts, count), inside, dynamic);
  }

  private static void links(StoredPage page, byte[] value, PageRows.Slots to) {
    BinaryRecord record = new BinaryRecord(value);
    ReadFacts.decode(record);
    PageRows.take(record, page.group(), to);
  }

  private static long mix(int host, long hash) {
    long mixed = (hash + host * 0x9E3779B97F4A7C15L) * 0xD6E8FEB86659FD93L;
    return (mixed ^ mixed >>> 32) | 1L << 63;
  }

  private boolean isMine(long key) {
    return (key >>> 8 & 0xFFFFF) % parts == part;
  }

  private void add(int host, long hash, long units) {
    long key = mix(host, hash);
    if (isMine(key)) {
      int place = place(key);
      keys[place] = key;
      sums[place] += units;
    }
  }

  private int place(long key) {
    int mask = keys.length - 1;
    int i = (int) (key >>> 28) & mask;
    while (keys[i] != 0 && keys[i] != key) {
      i = (i + 1) & mask;
    }
    return i;
  }

  private void compare() {
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan all = backend.scan()) {
      while (all.next(page)) {
        long key = mix(page.group(), page.hash());
        if (isMine(key)) {
          pages++;
          int place = place(key);
          long paid = keys[place] == 0 ? 0 : sums[place];
          sums[place] = 0;
          long received = page.received() - joinedWith(page);
          more += received - paid;
          if (unknown == 0 ? paid != received : paid > received) {
            fault(
                "L1 page %x of host %d received %d units, its in-links paid %d",
                page.hash(), page.group(), received, paid);
          }
        }
      }
    }
    for (long sum : sums) {
      if (sum != 0) {
        fault("S2 %d units were paid to a page that is not known", sum);
      }
    }
  }

  /// A page that was not looked at yet has not joined.
  private long joinedWith(StoredPage page) {
    return preferred == null || !page.hasAccount() ? 0 : preferred.units(page.group(), page.hash());
  }

  private void fault(String format, Object... args) {
    if (faults.size() < MANY) {
      faults.add(String.format(format, args));
    }
  }
}
