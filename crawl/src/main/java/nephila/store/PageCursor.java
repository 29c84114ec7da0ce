package nephila.store;

import nephila.ledger.PageTable;

/// A page as a walk over all of them sees it; overwritten at the next step.
public final class PageCursor {
  private int host;
  private long hash;
  private long received;
  private long paid;
  private int status;
  private int reads;
  private int flags;

  PageCursor() {}

  /// Who is shown every page.
  @FunctionalInterface
  public interface Consumer {
    void sees(PageCursor page);
  }

  void fill(byte[] key, long units, byte[] record) {
    host = Keys.host(key);
    hash = Keys.hash(key);
    received = units;
    BinaryRecord fields = new BinaryRecord(record);
    boolean has = record.length > 0;
    paid = has ? fields.takeFixed(8) : 0;
    status = has ? (short) fields.takeFixed(2) : 0;
    reads = has ? (int) fields.takeFixed(2) : 0;
    flags = has ? record[StateWriter.PAGE_BYTES - 1] : 0;
  }

  void fill(PageTable pages, PageIndex index, int slot) {
    host = index.host(slot);
    hash = index.hash(slot);
    received = pages.received(slot);
    paid = pages.paid(slot);
    status = pages.status(slot);
    reads = pages.reads(slot);
    flags = pages.flags(slot);
  }

  public int host() {
    return host;
  }

  public long hash() {
    return hash;
  }

  /// What it has received, in units.
  public long received() {
    return received;
  }

  /// What it has not passed on, in units, when its worth is `worth`; all of it before it was read.
  public long cash(long worth) {
    boolean leaf = isRead() && (flags & PageTable.PAYS) == 0;
    return leaf ? 0 : isRead() ? worth - paid : worth;
  }

  public int status() {
    return status;
  }

  public int reads() {
    return reads;
  }

  public boolean isRead() {
    return (flags & PageTable.READ) != 0;
  }

  public boolean isDropped() {
    return (flags & PageTable.DROPPED) != 0;
  }
}
