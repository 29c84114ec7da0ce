package nephila.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The known pages, one slot a page, in columns: what the wheel touches at every read.
///
/// A page is known by its host's number and a 64-bit hash of its canonical URL. Two URLs of one
/// host fall together with a chance of about n²/2⁶⁵ (under 10⁻⁶ for six million pages of one host);
/// the later one is then taken for the earlier.
///
/// While a crawl is small every known page has a slot. One that has outgrown its memory keeps the
/// pages it will need soonest ([PageCache]); the others leave, and their slots are given away
/// again. A slot whose page has left is worth nothing, is not waiting and has no row, so that a
/// loop over all slots need not know.
///
/// Cost: 50 bytes a page and 6 for the index, plus 4 bytes a link where rows are resident, plus
/// what [PagePlaces] costs where all pages are. Slots are given in order of discovery. Not
/// thread-safe: the wheel's thread owns it.
public final class PageTable {
  /// No such page.
  public static final int NO_PAGE = -1;

  static final short READ = 1;
  static final short QUEUED_FOR_PUSH = 2;
  static final short DIRTY_CASH = 4;
  static final short DIRTY_PAGE = 8;
  static final short DIRTY_URL = 16;
  static final short DROPPED = 32;

  /// It has links, whether or not its row is resident.
  static final short PAYS = 64;

  /// What is on disk of it was not looked at: `received` is what it received since it came here, of
  /// which `paid` units are on disk already.
  static final short BLIND = 128;

  /// Taken from disk without its URL: whether it was refused nobody asked.
  static final short UNJUDGED = 1024;

  /// The page has left; the slot waits for another.
  static final short FREE = 256;

  /// In somebody's hands: it must not leave.
  static final short HELD = 512;

  private static final int[] NO_LINKS = {};
  private static final int FILTER_BITS = 24;

  long[] hash = new long[1024];
  int[] host = new int[1024];
  long[] received = new long[1024];
  long[] paid = new long[1024];
  short[] flags = new short[1024];
  byte[] weight = new byte[1024];
  short[] status = new short[1024];
  short[] reads = new short[1024];
  short[] changes = new short[1024];
  int[] lastRead = new int[1024];
  int[] heapPlace = new int[1024];
  int[] @Nullable [] rows = new int[1024][];
  byte[] @Nullable [] urls = new byte[1024][];

  /// Where its URL record begins in the [UrlArena].
  int[] urlAt = new int[1024];

  final PagePlaces places = new PagePlaces();

  private int[] index = new int[4096];
  private int[] free = new int[0];
  private int freeCount;
  private boolean slowly;

  /// A bit for the hash of every page, once pages come and go.
  private long[] filter = {};

  private int size;

  PageTable() {
    Arrays.fill(index, NO_PAGE);
  }

  /// Slots are `0 .. size() − 1`; one a known page until pages leave ([CrawlStore#knownPages]).
  public int size() {
    return size;
  }

  /// Where the pages lie on their hosts, while every known page is here.
  public PagePlaces places() {
    return places;
  }

  /// Slots that hold a page.
  int inUse() {
    return size - freeCount;
  }

  /// The page's slot, or [#NO_PAGE].
  public int find(int pageHost, long pageHash) {
    int mask = index.length - 1;
    for (int i = spread(pageHost, pageHash) & mask; ; i = (i + 1) & mask) {
      int slot = index[i];
      if (slot == NO_PAGE || (hash[slot] == pageHash && host[slot] == pageHost)) {
        return slot;
      }
    }
  }

  /// Adds a page that is not there yet.
  int add(int pageHost, long pageHash) {
    assert find(pageHost, pageHash) == NO_PAGE : "P1 a page has one slot";
    int slot = freeCount > 0 ? reuse() : next();
    hash[slot] = pageHash;
    host[slot] = pageHost;
    heapPlace[slot] = -1;
    if (size > index.length / 8 * 5) {
      rebuildIndex(index.length * 2);
    } else {
      place(slot);
    }
    return slot;
  }

  private int next() {
    if (size == hash.length) {
      grow();
    }
    return size++;
  }

  private int reuse() {
    int slot = free[--freeCount];
    received[slot] = 0;
    flags[slot] = 0;
    weight[slot] = 0;
    return slot;
  }

  /// The page leaves; [#forgetLeft] must follow before anything is looked for.
  void leave(int slot, long nothing) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, Math.max(1024, freeCount * 2));
    }
    free[freeCount++] = slot;
    flags[slot] = FREE | DROPPED;
    received[slot] = nothing;
    paid[slot] = 0;
    status[slot] = 0;
    reads[slot] = 0;
    changes[slot] = 0;
    lastRead[slot] = 0;
    heapPlace[slot] = -1;
    rows[slot] = null;
    urls[slot] = null;
  }

  /// Pages that have left are no longer found.
  void forgetLeft() {
    rebuildIndex(index.length);
  }

  /// From now on room is added in small steps.
  void growSlowly() {
    slowly = true;
    places.forget();
    filter = new long[1 << FILTER_BITS - 6];
    rebuildIndex(index.length);
  }

  private void grow() {
    int length = Math.addExact(hash.length, hash.length / (slowly ? 16 : 2));
    hash = Arrays.copyOf(hash, length);
    host = Arrays.copyOf(host, length);
    received = Arrays.copyOf(received, length);
    paid = Arrays.copyOf(paid, length);
    flags = Arrays.copyOf(flags, length);
    weight = Arrays.copyOf(weight, length);
    status = Arrays.copyOf(status, length);
    reads = Arrays.copyOf(reads, length);
    changes = Arrays.copyOf(changes, length);
    lastRead = Arrays.copyOf(lastRead, length);
    heapPlace = Arrays.copyOf(heapPlace, length);
    rows = Arrays.copyOf(rows, length);
    urls = Arrays.copyOf(urls, length);
    urlAt = Arrays.copyOf(urlAt, length);
  }

  private void rebuildIndex(int length) {
    index = length == index.length ? index : new int[length];
    Arrays.fill(index, NO_PAGE);
    Arrays.fill(filter, 0);
    for (int slot = 0; slot < size; slot++) {
      if ((flags[slot] & FREE) == 0) {
        place(slot);
      }
    }
  }

  /// Whether the page may have a slot; seldom said of one that has none. Cheaper than [#find] for a
  /// walk over pages most of which have none.
  boolean mayHave(int pageHost, long pageHash) {
    int bit = spread(pageHost, pageHash) * 0x9E3779B9 >>> 32 - FILTER_BITS;
    return (filter[bit >>> 6] & 1L << bit) != 0;
  }

  private void place(int slot) {
    int bit = spread(host[slot], hash[slot]) * 0x9E3779B9 >>> 32 - FILTER_BITS;
    if (slowly) {
      filter[bit >>> 6] |= 1L << bit;
    }
    int mask = index.length - 1;
    int i = spread(host[slot], hash[slot]) & mask;
    while (index[i] != NO_PAGE) {
      i = (i + 1) & mask;
    }
    index[i] = slot;
  }

  private static int spread(int pageHost, long pageHash) {
    long mixed = pageHash + pageHost * 0x9E3779B97F4A7C15L;
    return (int) (mixed ^ (mixed >>> 32));
  }

  public int host(int slot) {
    return host[slot];
  }

  public long hash(int slot) {
    return hash[slot];
  }

  /// Whether the page was read (or tried and settled): it is no longer in the frontier.
  public boolean isRead(int slot) {
    return (flags[slot] & READ) != 0;
  }

  boolean is(int slot, short flag) {
    return (flags[slot] & flag) != 0;
  }

  /// Whether its page has left the memory.
  public boolean isFree(int slot) {
    return (flags[slot] & FREE) != 0;
  }

  boolean isBlind(int slot) {
    return (flags[slot] & BLIND) != 0;
  }

  /// Whether what is on disk of it was not all looked at: it may be worth more, or read already, or
  /// not to be read. [CrawlStore#resolve] tells.
  public boolean isUnsure(int slot) {
    return (flags[slot] & (BLIND | UNJUDGED)) != 0;
  }

  /// Whether the page was taken out of the frontier unread (out of scope since, or a trap).
  public boolean isDropped(int slot) {
    return (flags[slot] & DROPPED) != 0;
  }

  /// The status of the last read: HTTP's, or a negative internal one; 0 before the first.
  public int status(int slot) {
    return status[slot];
  }

  public int reads(int slot) {
    return Short.toUnsignedInt(reads[slot]);
  }

  /// How many of the reads after the first saw another content.
  public int changes(int slot) {
    return Short.toUnsignedInt(changes[slot]);
  }

  /// Second of the last read since the epoch; 0 before the first.
  public long lastReadSeconds(int slot) {
    return Integer.toUnsignedLong(lastRead[slot]);
  }

  /// The class of focus rules that the page falls into, as [CrawlStore#focus] set it.
  public int focus(int slot) {
    return Byte.toUnsignedInt(weight[slot]);
  }

  /// Where the page is in its host's queue; the scheduler's to use, −1 at first.
  public int heapPlace(int slot) {
    return heapPlace[slot];
  }

  public void heapPlace(int slot, int place) {
    heapPlace[slot] = place;
  }

  /// The slots of the pages it pointed to when last read; to be read only.
  public int[] row(int slot) {
    int[] row = rows[slot];
    return row == null ? NO_LINKS : row;
  }
}
