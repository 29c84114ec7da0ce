package nephila.ledger;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The columns of the pages, one slot a page: all that a payment, a choice of the next page and a
/// read touch. Every ledger and every frontier works on one.
///
/// The table does not know which page a slot holds. A store gives slots in order of discovery
/// ([#add]) and keeps an index from keys to slots; a program that numbers its pages itself uses the
/// numbers as slots ([#claim]). A store that does not keep every page in memory lets pages
/// [#leave]; their slots are given away again, and a slot whose page has left is worth nothing,
/// waits nowhere and has no row, so that a loop over all slots need not know.
///
/// A payment reads and writes the columns without a call between: an interface over accounts costs
/// up to twice the time of a payment (docs/decisions/ledger.md).
///
/// Cost: 40 bytes a page, of which a ledger alone needs 22 ([#ofLedger]) or, without rows, 18, plus
/// 4 bytes a link and 16 a row where rows are resident. Single writer.
public final class PageTable {
  /// No such page.
  public static final int NO_PAGE = -1;

  /// The page was read (or tried and settled).
  public static final short READ = 1;

  /// The page has vanished: it is worth nothing and pays nobody until it is read again.
  public static final short GONE = 2;

  /// Parts that changed since the last commit ([ChangedPages]).
  public static final short CASH_CHANGED = 4;

  public static final short ACCOUNT_CHANGED = 8;
  public static final short URL_CHANGED = 16;

  /// The page is not to be read.
  public static final short DROPPED = 32;

  /// The page has links, whether or not its row is resident.
  public static final short PAYS = 64;

  /// What is on disk of the page was not looked up: `received` is what it received since it came
  /// here, of which `paid` units are on disk already.
  public static final short BLIND = 128;

  /// The page has left; the slot waits for another.
  public static final short FREE = 256;

  /// The page waits with another partition of a cluster, which asks its host.
  public static final short OFFERED = 512;

  /// The page was taken from disk without its URL: nothing is known of a refusal.
  public static final short UNJUDGED = 1024;

  /// The page is in the queue of pages to be pushed.
  public static final short QUEUED_FOR_PUSH = 2048;

  /// Another ledger has the page; what it is paid here is to be sent there.
  public static final short REMOTE = 4096;

  /// More misses in a row than this are not counted.
  public static final int MOST_MISSES = 7;

  /// Any of these: the slot holds no page of this ledger that lives.
  static final short NOT_LIVING = GONE | FREE | REMOTE;

  private static final int[] NO_LINKS = {};
  private static final int FIRST = 1024;

  long[] received = {};
  long[] paid = {};
  short[] flags = {};
  private final boolean keepsRows;
  int[] @Nullable [] rows = {};

  /// Whether there are the columns that follow, which a crawl needs beside a ledger.
  private final boolean wide;

  short[] reads = {};
  short[] changes = {};
  private byte[] misses = {};
  int[] lastRead = {};
  int[] heapPlace = {};
  private short[] status = {};
  private byte[] focus = {};
  private int[] left = new int[0];
  private int leftCount;
  private int vacant;

  /// Reads after the first, and changes seen, of the pages that have slots.
  private long rereads;

  private long allChanges;
  private boolean slowly;
  private int size;

  /// A table with every column.
  public PageTable() {
    this(true, true);
  }

  private PageTable(boolean keepsRows, boolean wide) {
    this.keepsRows = keepsRows;
    this.wide = wide;
    grow(FIRST);
  }

  /// A table with the columns that a ledger touches, for a program that keeps nothing else here:
  /// not for a store or a frontier.
  public static PageTable ofLedger() {
    return new PageTable(true, false);
  }

  /// The same for a ledger that keeps no rows.
  public static PageTable ofRowlessLedger() {
    return new PageTable(false, false);
  }

  /// Slots are `0 .. size() − 1`; one a known page until pages leave or numbers are left out.
  public int size() {
    return size;
  }

  /// Slots there is room for before the columns grow.
  public int capacity() {
    return received.length;
  }

  /// Slots that hold a page.
  public int inUse() {
    return size - vacant;
  }

  /// Gives a slot to a page that has none.
  public int add() {
    return leftCount > 0 ? reuse() : next();
  }

  /// Gives the page numbered `slot` the slot of that number; returns false where it holds a page
  /// already. Numbers that are left out hold none. Not beside [#add].
  public boolean claim(int slot) {
    if (slot < 0) {
      throw new IllegalArgumentException("page " + slot + " is negative");
    }
    if (slot < size && !isFree(slot)) {
      return false;
    }
    if (slot >= received.length) {
      grow(slot + 1);
    }
    while (size <= slot) {
      flags[next()] = FREE | DROPPED;
      vacant++;
    }
    flags[slot] = 0;
    vacant--;
    return true;
  }

  /// Fills a slot with a page as it was saved.
  void put(int slot, long itsReceived, long itsPaid, short itsFlags) {
    received[slot] = itsReceived;
    paid[slot] = itsPaid;
    flags[slot] = itsFlags;
  }

  private int next() {
    if (size == received.length) {
      grow(size + 1);
    }
    if (wide) {
      heapPlace[size] = -1;
    }
    return size++;
  }

  private int reuse() {
    int slot = left[--leftCount];
    vacant--;
    received[slot] = 0;
    flags[slot] = 0;
    focus[slot] = 0;
    return slot;
  }

  /// The page leaves; its slot may be given to another.
  public void leave(int slot) {
    if (leftCount == left.length) {
      left = Arrays.copyOf(left, Math.max(FIRST, leftCount * 2));
    }
    left[leftCount++] = slot;
    vacant++;
    flags[slot] = FREE | DROPPED;
    received[slot] = 0;
    paid[slot] = 0;
    status[slot] = 0;
    count(slot, -1);
    reads[slot] = 0;
    changes[slot] = 0;
    misses[slot] = 0;
    lastRead[slot] = 0;
    heapPlace[slot] = -1;
    rows[slot] = null;
  }

  /// Makes the columns grow in small steps.
  public void growSlowly() {
    slowly = true;
  }

  private void grow(int atLeast) {
    int length = Math.addExact(received.length, received.length / (slowly ? 16 : 2));
    length = Math.max(length, atLeast);
    received = Arrays.copyOf(received, length);
    paid = Arrays.copyOf(paid, length);
    flags = Arrays.copyOf(flags, length);
    rows = keepsRows ? Arrays.copyOf(rows, length) : rows;
    if (wide) {
      reads = Arrays.copyOf(reads, length);
      changes = Arrays.copyOf(changes, length);
      misses = Arrays.copyOf(misses, length);
      lastRead = Arrays.copyOf(lastRead, length);
      heapPlace = Arrays.copyOf(heapPlace, length);
      status = Arrays.copyOf(status, length);
      focus = Arrays.copyOf(focus, length);
    }
  }

  /// Whether any of these flags is set.
  public boolean is(int slot, int anyOf) {
    return (flags[slot] & anyOf) != 0;
  }

  public int flags(int slot) {
    return flags[slot];
  }

  public void set(int slot, int these) {
    flags[slot] |= (short) these;
  }

  public void clear(int slot, int these) {
    flags[slot] &= (short) ~these;
  }

  /// Whether the page was read (or tried and settled): it is no longer unread.
  public boolean isRead(int slot) {
    return (flags[slot] & READ) != 0;
  }

  /// Whether the page was taken out of the frontier unread (out of scope since, or a trap).
  public boolean isDropped(int slot) {
    return (flags[slot] & DROPPED) != 0;
  }

  /// Whether the page has vanished.
  public boolean isGone(int slot) {
    return (flags[slot] & GONE) != 0;
  }

  /// Whether the slot holds no page: its page has left the memory, or its number was left out.
  public boolean isFree(int slot) {
    return (flags[slot] & FREE) != 0;
  }

  public boolean isBlind(int slot) {
    return (flags[slot] & BLIND) != 0;
  }

  /// Whether not everything on disk of the page was looked up: it may be worth more, or read
  /// already, or not to be read.
  public boolean isUnsure(int slot) {
    return (flags[slot] & (BLIND | UNJUDGED)) != 0;
  }

  /// The units that the page has received.
  public long received(int slot) {
    return received[slot];
  }

  public void received(int slot, long units) {
    received[slot] = units;
  }

  /// The units that the page has paid.
  public long paid(int slot) {
    return paid[slot];
  }

  public void paid(int slot, long units) {
    paid[slot] = units;
  }

  /// The slots of the pages it pointed to when last read; to be read only.
  public int[] row(int slot) {
    int[] row = rows[slot];
    return row == null ? NO_LINKS : row;
  }

  /// Makes a row resident, or not with null. The links it holds are told elsewhere.
  public void row(int slot, int @Nullable [] row) {
    rows[slot] = row;
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

  /// How often in a row it was not there when it was asked for, [#MOST_MISSES] at most.
  public int misses(int slot) {
    return misses[slot];
  }

  public void misses(int slot, int inARow) {
    misses[slot] = (byte) Math.min(inARow, MOST_MISSES);
  }

  /// Second of the last read since the epoch; 0 before the first.
  public long lastReadSeconds(int slot) {
    return Integer.toUnsignedLong(lastRead[slot]);
  }

  /// The page was read once more.
  public void wasRead(int slot, int itsStatus, boolean changed, long seconds) {
    flags[slot] = (short) (flags[slot] & ~DROPPED | READ);
    status[slot] = (short) itsStatus;
    count(slot, -1);
    reads[slot] += reads[slot] == -1 ? 0 : 1;
    changes[slot] += changed && changes[slot] != -1 ? 1 : 0;
    count(slot, 1);
    lastRead[slot] = (int) seconds;
  }

  /// Takes over what a store keeps of the reads of a page.
  public void readsWere(int slot, int itsStatus, int count, int changed, long seconds) {
    status[slot] = (short) itsStatus;
    count(slot, -1);
    reads[slot] = (short) count;
    changes[slot] = (short) changed;
    count(slot, 1);
    lastRead[slot] = (int) seconds;
  }

  private void count(int slot, int sign) {
    rereads += sign * Math.max(0, reads(slot) - 1);
    allChanges += sign * changes(slot);
  }

  /// The part of the reads after the first, of the pages that have slots, that saw another content;
  /// a half while there were none.
  public double changeRate() {
    return (allChanges + 0.5) / (rereads + 1.0);
  }

  /// The class of focus rules that the page falls into; 0 for none.
  public int focus(int slot) {
    return Byte.toUnsignedInt(focus[slot]);
  }

  public void focus(int slot, int focusClass) {
    focus[slot] = (byte) focusClass;
  }

  /// Where the page is in its host's queue; the frontier's to use, −1 at first.
  public int heapPlace(int slot) {
    return heapPlace[slot];
  }

  public void heapPlace(int slot, int place) {
    heapPlace[slot] = place;
  }
}
