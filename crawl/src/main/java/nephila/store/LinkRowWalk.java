package nephila.store;

import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;
import nephila.ledger.RowShares;
import nephila.store.record.BinaryRecord;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;

/// Every page that was read, with where it points and what it paid there: for sums over all links
/// of a crawl of any size. One that fits is walked in memory, another on disk, where rows lie in
/// the order of hosts.
public final class LinkRowWalk {
  private final CrawlStore store;
  private int host;
  private long hash;
  private RowShares shares = new RowShares(0, 0, 0);
  private int[] hosts = new int[64];
  private long[] hashes = new long[64];
  private int links;

  private LinkRowWalk(CrawlStore store) {
    this.store = store;
  }

  /// Is shown every row.
  @FunctionalInterface
  public interface Consumer {
    void sees(LinkRowWalk row);
  }

  /// Calls `to` for every page that was read; the argument is overwritten at the next step.
  public static void over(CrawlStore store, Consumer to) {
    LinkRowWalk walk = new LinkRowWalk(store);
    if (store.isWhole()) {
      walk.inMemory(to);
    } else {
      walk.onDisk(to);
    }
  }

  private void inMemory(Consumer to) {
    PageTable pages = store.pages();
    PageIndex index = store.index();
    for (int slot = 0; slot < pages.size(); slot++) {
      if (pages.isRead(slot)) {
        host = index.host(slot);
        hash = index.hash(slot);
        links = 0;
        for (int child : pages.row(slot)) {
          add(index.host(child), index.hash(child));
        }
        shares = store.ledger().paidAlong(slot);
        to.sees(this);
      }
    }
  }

  private void onDisk(Consumer to) {
    try (StoredReadScan reads = new StoredReadScan(store.backend, unknown -> {})) {
      while (reads.next()) {
        row(reads.page(), reads.value());
        to.sees(this);
      }
    }
  }

  private void row(StoredPage page, byte[] value) {
    host = page.group();
    hash = page.hash();
    links = 0;
    BinaryRecord record = new BinaryRecord(value);
    ReadFacts.decode(record);
    PageRows.take(
        record,
        host,
        (childHost, childHash) -> {
          add(childHost, childHash);
          return 0;
        });
    shares = links == 0 ? new RowShares(0, 0, 0) : shares(page, value);
  }

  private RowShares shares(StoredPage page, byte[] value) {
    PageKinds kinds = store.kinds();
    int inside = kinds == null ? 0 : kinds.insideLinks(host, hosts, links);
    int[] ends = kinds == null ? new int[] {links} : kinds.ends(hosts, links);
    boolean dynamic = kinds != null && kinds.isDynamic(host, hash);
    if (store.ledger() instanceof OpicLedger opic) {
      double flow = opic.importance(0, page.paid(), ReadFacts.past(value));
      return opic.shares((long) (flow * opic.worthSum()), ends, inside, dynamic);
    }
    return store.exact().shares(page.paid(), ends, inside, dynamic);
  }

  private void add(int childHost, long childHash) {
    if (links == hosts.length) {
      hosts = java.util.Arrays.copyOf(hosts, 2 * links);
      hashes = java.util.Arrays.copyOf(hashes, 2 * links);
    }
    hosts[links] = childHost;
    hashes[links++] = childHash;
  }

  public int host() {
    return host;
  }

  public long hash() {
    return hash;
  }

  /// How many pages it points to.
  public int links() {
    return links;
  }

  /// The host of the page that link `k` leads to.
  public int host(int k) {
    return hosts[k];
  }

  public long hash(int k) {
    return hashes[k];
  }

  /// The units that link `k` carries: what the page has paid along it, or under OPIC pays at its
  /// present importance.
  public long share(int k) {
    return shares.of(k);
  }
}
