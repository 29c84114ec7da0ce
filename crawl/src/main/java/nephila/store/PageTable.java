package nephila.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The known pages, one slot a page, in columns: what the wheel touches at every read.
///
/// A page is known by its host's number and a 64-bit hash of its canonical URL. Two URLs of one
/// host fall together with a chance of about n²/2⁶⁵ (under 10⁻⁶ for six million pages of one host);
/// the later one is then taken for the earlier.
///
/// Cost: 49 bytes a page and 6 for the index, plus 4 bytes a link where rows are resident. Slots
/// are given in order of discovery and last as long as the process. Not thread-safe: the wheel's
/// thread owns it.
public final class PageTable {
  /// No such page.
  public static final int NO_PAGE = -1;

  static final byte READ = 1;
  static final byte QUEUED_FOR_PUSH = 2;
  static final byte DIRTY_CASH = 4;
  static final byte DIRTY_PAGE = 8;
  static final byte DIRTY_URL = 16;
  static final byte DROPPED = 32;

  private static final int[] NO_LINKS = {};

  long[] hash = new long[1024];
  int[] host = new int[1024];
  long[] received = new long[1024];
  long[] paid = new long[1024];
  byte[] flags = new byte[1024];
  byte[] weight = new byte[1024];
  short[] status = new short[1024];
  short[] reads = new short[1024];
  short[] changes = new short[1024];
  int[] lastRead = new int[1024];
  int[] heapPlace = new int[1024];
  int[] @Nullable [] rows = new int[1024][];
  byte[] @Nullable [] urls = new byte[1024][];
  private int[] index = new int[4096];
  private int size;

  PageTable() {
    Arrays.fill(index, NO_PAGE);
  }

  /// The number of known pages; slots are `0 .. size() − 1`.
  public int size() {
    return size;
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
    if (size == hash.length) {
      grow();
    }
    int slot = size++;
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

  private void grow() {
    int length = Math.addExact(hash.length, hash.length / 2);
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
  }

  private void rebuildIndex(int length) {
    index = new int[length];
    Arrays.fill(index, NO_PAGE);
    for (int slot = 0; slot < size; slot++) {
      place(slot);
    }
  }

  private void place(int slot) {
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
