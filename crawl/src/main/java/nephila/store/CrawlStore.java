package nephila.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nephila.UserError;
import org.jspecify.annotations.Nullable;
import org.rocksdb.WriteBatch;

/// The state of one crawl: pages, ledger and hosts, in memory and on disk.
///
/// - S1 what is on disk is the state after a whole number of reads, with the archive position
///   behind the last of them: a commit is one atomic batch.
/// - S2 a page is known on disk before anything on disk points to it.
///
/// The wheel's thread owns a store; another process may look at a crawl with [#look] meanwhile, and
/// sees the last commit.
///
/// Cost: a commit writes what changed since the last one, about a microsecond a changed page;
/// opening reads everything back, two to three microseconds a page and 50 ns a link.
public final class CrawlStore implements AutoCloseable {
  /// The version of the format on disk.
  public static final int VERSION = 1;

  private static final String FOLDER = "state";
  private static final long CACHE_BYTES = 64L << 20;
  private static final long RESIDENT_URL_BYTES = 64L << 20;

  private final StateDisk disk;
  private final boolean readOnly;
  private final PageTable pages = new PageTable();
  private final DirtyPages dirty = new DirtyPages(pages);
  private final PageLedger ledger;
  private final List<String> origins = new ArrayList<>();
  private final List<HostFacts> hosts = new ArrayList<>();
  private final Map<String, Integer> hostNumbers = new HashMap<>();
  private final Map<Integer, ReadFacts> freshReads = new HashMap<>();
  private WriteBatch batch = new WriteBatch();
  private long residentUrlBytes;
  private int readPages;
  private int droppedPages;

  private CrawlStore(StateDisk disk, boolean readOnly, double damping) {
    this.disk = disk;
    this.readOnly = readOnly;
    this.ledger = new PageLedger(pages, damping, dirty);
  }

  /// Opens the crawl in `dir` to go on with it, or begins one there. One process at a time.
  public static CrawlStore open(Path dir, double damping) throws IOException {
    return open(dir, damping, false);
  }

  /// Opens the crawl in `dir` to look at its last commit, whether or not it is running.
  public static CrawlStore look(Path dir) throws IOException {
    return open(dir, Double.NaN, true);
  }

  private static CrawlStore open(Path dir, double damping, boolean readOnly) throws IOException {
    StateDisk disk = StateDisk.open(dir.resolve(FOLDER), readOnly, CACHE_BYTES);
    try {
      Optional<String> version = disk.text("version");
      if (version.isPresent() && !version.get().equals(String.valueOf(VERSION))) {
        throw new UserError(
            String.format(
                "%s was written in format %s, this Nephila reads format %d; use the Nephila that"
                    + " wrote it",
                dir, version.get(), VERSION));
      }
      double kept = disk.text("damping").map(Double::parseDouble).orElse(damping);
      if (!readOnly && kept != damping) {
        throw new UserError(
            String.format(
                "%s was begun with damping %s, not %s; leave --damping out or use another dir",
                dir, kept, damping));
      }
      CrawlStore store = new CrawlStore(disk, readOnly, Double.isNaN(kept) ? 0.85 : kept);
      new StateLoader(store, disk).load();
      return store;
    } catch (RuntimeException e) {
      disk.close();
      throw e;
    }
  }

  public PageTable pages() {
    return pages;
  }

  public PageLedger ledger() {
    return ledger;
  }

  /// How many pages were read (or tried and settled).
  public int readPages() {
    return readPages;
  }

  /// How many known pages wait to be read.
  public int unreadPages() {
    return pages.size() - readPages - droppedPages;
  }

  public int hosts() {
    return origins.size();
  }

  /// The number of the host with that origin (scheme, name and port), given when first asked for.
  public int host(String origin) {
    Integer known = hostNumbers.get(origin);
    return known == null ? addHost(origin, HostFacts.NEW) : known;
  }

  private int addHost(String origin, HostFacts facts) {
    int number = loadHost(origin, facts);
    putHost(number);
    return number;
  }

  int loadHost(String origin, HostFacts facts) {
    int number = origins.size();
    origins.add(origin);
    hosts.add(facts);
    hostNumbers.put(origin, number);
    return number;
  }

  public String origin(int host) {
    return origins.get(host);
  }

  public HostFacts hostFacts(int host) {
    return hosts.get(host);
  }

  public void hostFacts(int host, HostFacts facts) {
    hosts.set(host, facts);
    putHost(host);
  }

  private void putHost(int host) {
    Record record = new Record().putText(origins.get(host));
    hosts.get(host).write(record);
    byte[] key = new Record().putFixed(host, 4).toBytes();
    disk.put(batch, StateDisk.HOSTS, key, record.toBytes());
  }

  /// Makes a page known, if it is not yet, and returns its slot. `path` is the canonical URL behind
  /// its origin, `hash` is [UrlHash] of the whole.
  public int know(int host, long hash, String path, int depth, int via) {
    int slot = pages.find(host, hash);
    if (slot != PageTable.NO_PAGE) {
      return slot;
    }
    slot = pages.add(host, hash);
    Record record = new Record().putNumber(depth).put(0);
    if (via == PageTable.NO_PAGE) {
      record.put(0);
    } else {
      record.put(1).putFixed(pages.host[via], 4).putFixed(pages.hash[via], 8);
    }
    byte[] value = record.putRest(path.getBytes(StandardCharsets.UTF_8)).toBytes();
    pages.urls[slot] = value;
    residentUrlBytes += value.length + 16;
    dirty.url(slot);
    dirty.cash(slot);
    return slot;
  }

  /// How the page became known.
  public Discovery discovery(int slot) {
    Record record = new Record(urlRecord(slot));
    int depth = (int) record.takeNumber();
    record.take();
    boolean linked = record.take() == 1;
    int viaHost = linked ? (int) record.takeFixed(4) : -1;
    long viaHash = linked ? record.takeFixed(8) : 0;
    String path = new String(record.takeRest(), StandardCharsets.UTF_8);
    return new Discovery(origins.get(pages.host[slot]) + path, depth, viaHost, viaHash);
  }

  public String url(int slot) {
    return discovery(slot).url();
  }

  private byte[] urlRecord(int slot) {
    byte[] value = pages.urls[slot];
    if (value == null) {
      value = disk.get(StateDisk.URLS, Keys.of(pages.host[slot], pages.hash[slot]));
      if (value == StateDisk.NOTHING) {
        throw new BrokenState("the URL of page " + slot + " is not in the state");
      }
    }
    return value;
  }

  /// Puts the page into a class of focus rules.
  public void focus(int slot, int focusClass) {
    pages.weight[slot] = (byte) focusClass;
    byte[] record = urlRecord(slot).clone();
    int at = 0;
    while (record[at] < 0) {
      at++;
    }
    record[at + 1] = (byte) focusClass;
    if (pages.urls[slot] == null) {
      residentUrlBytes += record.length + 16;
    }
    pages.urls[slot] = record;
    dirty.url(slot);
  }

  /// The page was read: it points to `row` (no slot twice), and `facts` is what was found.
  public void read(int slot, ReadFacts facts, int[] row, boolean changed) {
    settle(slot, facts, changed);
    ledger.pay(slot, row);
    putRead(slot, facts);
  }

  /// The page was asked for again and is as it was: its row stands.
  public void unchanged(int slot, ReadFacts facts) {
    settle(slot, facts, false);
    putRead(slot, facts);
  }

  private void settle(int slot, ReadFacts facts, boolean changed) {
    if (!pages.isRead(slot)) {
      readPages++;
      droppedPages -= pages.isDropped(slot) ? 1 : 0;
    }
    pages.flags[slot] = (byte) (pages.flags[slot] & ~PageTable.DROPPED | PageTable.READ);
    pages.status[slot] = (short) facts.status();
    pages.reads[slot] += pages.reads[slot] == -1 ? 0 : 1;
    pages.changes[slot] += changed && pages.changes[slot] != -1 ? 1 : 0;
    pages.lastRead[slot] = (int) (facts.atMillis() / 1000);
    dirty.page(slot);
  }

  private void putRead(int slot, ReadFacts facts) {
    int[] row = pages.row(slot);
    long[] hashes = new long[row.length];
    int[] linkHosts = new int[row.length];
    for (int i = 0; i < row.length; i++) {
      hashes[i] = pages.hash[row[i]];
      linkHosts[i] = pages.host[row[i]];
    }
    int host = pages.host[slot];
    byte[] value = facts.encode(hashes, linkHosts, host);
    disk.put(batch, StateDisk.READS, Keys.of(host, pages.hash[slot]), value);
    freshReads.put(slot, facts);
  }

  /// Takes an unread page out of the frontier for good.
  public void drop(int slot) {
    if (!pages.isRead(slot) && !pages.isDropped(slot)) {
      pages.flags[slot] |= PageTable.DROPPED;
      droppedPages++;
      dirty.page(slot);
    }
  }

  /// Puts a page that was dropped back into the frontier.
  public void recall(int slot) {
    if (pages.isDropped(slot)) {
      pages.flags[slot] &= ~PageTable.DROPPED;
      droppedPages--;
      dirty.page(slot);
    }
  }

  /// What the last read of the page found, null before the first.
  public @Nullable ReadFacts lastRead(int slot) {
    ReadFacts fresh = freshReads.get(slot);
    if (fresh != null || !pages.isRead(slot)) {
      return fresh;
    }
    byte[] value = disk.get(StateDisk.READS, Keys.of(pages.host[slot], pages.hash[slot]));
    return value == StateDisk.NOTHING ? null : ReadFacts.decode(new Record(value));
  }

  /// A note kept with the state, such as the archive position.
  public Optional<String> note(String name) {
    return disk.text(name);
  }

  /// How many pages changed since the last commit.
  public int uncommitted() {
    return dirty.size();
  }

  /// Writes everything that changed since the last commit, with `notes`, in one atomic batch.
  public void commit(Map<String, String> notes) {
    if (readOnly) {
      throw new IllegalStateException("a store opened to look at is not written");
    }
    StateWriter writer = new StateWriter(disk, batch, pages);
    for (int i = 0; i < dirty.size(); i++) {
      writer.put(dirty.slot(i), dirty);
    }
    writer.note("version", String.valueOf(VERSION));
    writer.note("damping", String.valueOf(ledger.damping()));
    writer.note("evaporated", String.valueOf(ledger.evaporated()));
    notes.forEach(writer::note);
    disk.commit(batch);
    batch.close();
    batch = new WriteBatch();
    if (residentUrlBytes > RESIDENT_URL_BYTES) {
      forgetUrls();
    }
    dirty.clear();
    freshReads.clear();
  }

  private void forgetUrls() {
    java.util.Arrays.fill(pages.urls, null);
    residentUrlBytes = 0;
  }

  /// Puts every commit so far on the platter.
  public void sync() {
    disk.sync();
  }

  void loaded(int read, int dropped) {
    readPages = read;
    droppedPages = dropped;
    dirty.clear();
  }

  /// Closes without a commit: what changed since the last one is gone.
  @Override
  public void close() {
    batch.close();
    disk.close();
  }
}
