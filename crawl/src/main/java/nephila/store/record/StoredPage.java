package nephila.store.record;

import java.nio.ByteBuffer;
import nephila.ledger.PageTable;
import nephila.store.BrokenState;
import nephila.store.PageIndex;
import nephila.store.StateBackend;

/// The record that a [StateBackend] keeps of a page beside its URL and its last read; overwritten
/// by the next page in a walk.
///
/// A page that was neither read nor refused by a rule nor put back has no account yet: then it is
/// its key and what it received, and everything else is zero.
public final class StoredPage {
  /// Bytes of an account as [#putAccount] writes it.
  public static final int ACCOUNT_BYTES = 19;

  /// The flags of [PageTable] that are kept.
  private static final int KEPT =
      PageTable.READ | PageTable.GONE | PageTable.DROPPED | PageTable.PAYS;

  /// The bit of [PageTable#OFFERED] in the byte of flags.
  public static final int OFFERED = 128;

  private static final int FLAGS_AT = 18;

  /// Three bits of the flags' byte that no flag has: misses in a row.
  private static final int MISSES_SHIFT = 2;

  private static final int MISSES = PageTable.MOST_MISSES << MISSES_SHIFT;

  private int group;
  private long hash;
  private long received;
  private boolean hasAccount;
  private long paid;
  private int status;
  private int reads;
  private int changes;
  private long lastReadSeconds;
  private int flags;
  private int misses;
  private int attempts;

  /// Is shown every page.
  @FunctionalInterface
  public interface Consumer {
    void sees(StoredPage page);
  }

  /// A page without an account.
  public void page(int itsGroup, long itsHash, long units) {
    group = itsGroup;
    hash = itsHash;
    received = units;
    hasAccount = false;
    paid = 0;
    status = 0;
    reads = 0;
    changes = 0;
    lastReadSeconds = 0;
    flags = 0;
    misses = 0;
    attempts = 0;
  }

  /// The page has this account.
  ///
  /// @param itsFlags those of [PageTable] that are kept, and [#OFFERED]
  public void account(
      long units, int itsStatus, int itsReads, int itsChanges, long readSeconds, int itsFlags) {
    hasAccount = true;
    paid = units;
    status = itsStatus;
    reads = itsReads;
    changes = itsChanges;
    lastReadSeconds = readSeconds;
    flags = itsFlags;
  }

  /// The page has the account that [#putAccount] wrote there.
  public void takeAccount(ByteBuffer from, int at) {
    if (from.limit() < at + ACCOUNT_BYTES) {
      throw new BrokenState(
          String.format(
              "the account of page %x has %d bytes, it must have %d",
              hash, from.limit() - at, ACCOUNT_BYTES));
    }
    hasAccount = true;
    paid = from.getLong(at);
    status = from.getShort(at + 8);
    reads = Short.toUnsignedInt(from.getShort(at + 10));
    changes = Short.toUnsignedInt(from.getShort(at + 12));
    lastReadSeconds = Integer.toUnsignedLong(from.getInt(at + 14));
    int bits = from.get(at + FLAGS_AT) & 0xFF;
    flags = bits & ~MISSES;
    misses = (bits & MISSES) >> MISSES_SHIFT;
  }

  /// Writes the account: paid in 8 bytes, status, reads and changes in 2 each, second of the last
  /// read in 4, flags and misses in one; all big-endian.
  public void putAccount(ByteBuffer to, int at) {
    to.putLong(at, paid);
    to.putShort(at + 8, (short) status);
    to.putShort(at + 10, (short) reads);
    to.putShort(at + 12, (short) changes);
    to.putInt(at + 14, (int) lastReadSeconds);
    to.put(at + FLAGS_AT, (byte) (flags | misses << MISSES_SHIFT));
  }

  /// Misses in a row.
  public int misses() {
    return misses;
  }

  public void paid(long units) {
    paid = units;
  }

  public void misses(int inARow) {
    misses = inARow;
  }

  /// Failed attempts in a row; 0 where they are not kept.
  public int attempts() {
    return attempts;
  }

  public void attempts(int inARow) {
    attempts = inARow;
  }

  /// The page in that slot, with its account.
  public static StoredPage of(PageTable pages, PageIndex index, int slot) {
    StoredPage page = new StoredPage();
    page.fill(pages, index, slot);
    return page;
  }

  /// The page in that slot, with its account.
  public void fill(PageTable pages, PageIndex index, int slot) {
    group = index.host(slot);
    hash = index.hash(slot);
    received = pages.received(slot);
    hasAccount = true;
    paid = pages.paid(slot);
    status = pages.status(slot);
    reads = pages.reads(slot);
    changes = pages.changes(slot);
    lastReadSeconds = pages.lastReadSeconds(slot);
    flags = pages.flags(slot) & KEPT | (pages.is(slot, PageTable.OFFERED) ? OFFERED : 0);
    misses = pages.misses(slot);
    attempts = 0;
  }

  /// Takes the reads and the misses over into a slot, and whether it was read or is not to be read:
  /// what it was paid and what it pays are entered in the ledger.
  public void readsInto(PageTable pages, int slot) {
    pages.readsWere(slot, status, reads, changes, lastReadSeconds);
    pages.misses(slot, misses);
    pages.set(slot, flags & (PageTable.READ | PageTable.DROPPED));
  }

  /// Takes the account over into a slot.
  public void accountInto(PageTable pages, int slot) {
    pages.paid(slot, paid);
    pages.readsWere(slot, status, reads, changes, lastReadSeconds);
    pages.misses(slot, misses);
    pages.set(slot, flags & KEPT | (isOffered() ? PageTable.OFFERED : 0));
  }

  public int group() {
    return group;
  }

  public long hash() {
    return hash;
  }

  /// The units that it has received.
  public long received() {
    return received;
  }

  /// Whether more is kept than what it received.
  public boolean hasAccount() {
    return hasAccount;
  }

  /// The units that it has paid.
  public long paid() {
    return paid;
  }

  /// Its worth, in units; 0 when it is gone.
  public long worth(long credit) {
    return isGone() ? 0 : credit + received;
  }

  /// What it has not passed on, in units, when its worth is `worth`; all of it before it was read.
  public long cash(long worth) {
    return !isRead() ? worth : pays() ? worth - paid : 0;
  }

  public int status() {
    return status;
  }

  public int reads() {
    return reads;
  }

  public int changes() {
    return changes;
  }

  /// Second of the last read since the epoch.
  public long lastReadSeconds() {
    return lastReadSeconds;
  }

  public int flags() {
    return flags;
  }

  public boolean isRead() {
    return (flags & PageTable.READ) != 0;
  }

  public boolean isDropped() {
    return (flags & PageTable.DROPPED) != 0;
  }

  /// Whether it waits with another partition, which asks its host.
  public boolean isOffered() {
    return (flags & OFFERED) != 0;
  }

  /// Whether it is to be read for the first time.
  public boolean waits() {
    return (flags & (PageTable.READ | PageTable.DROPPED)) == 0;
  }

  /// Whether it has vanished.
  public boolean isGone() {
    return (flags & PageTable.GONE) != 0;
  }

  /// Whether it has links.
  public boolean pays() {
    return (flags & PageTable.PAYS) != 0;
  }
}
