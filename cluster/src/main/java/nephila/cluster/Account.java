package nephila.cluster;

import nephila.ledger.PageTable;
import nephila.store.StoredPage;
import org.jspecify.annotations.Nullable;

/// The books of one page as they are worked on; [KafkaBackend] keeps them.
///
/// | design | here |
/// | --- | --- |
/// | q | `received` |
/// | y | `paid` |
final class Account {

  long received;
  long paid;
  private int flags;
  int status;
  int reads;
  int changes;
  int lastReadSeconds;

  /// Failed attempts in a row.
  int attempts;

  /// The site of its page, as long as it is in a table.
  int site;

  /// In whose queue its page waits, where that is known.
  @Nullable Host host;

  /// Whether it differs from what is in the store.
  boolean dirty;

  static Account of(StoredPage page) {
    Account account = new Account();
    account.received = page.received();
    account.paid = page.paid();
    account.flags = page.flags();
    account.status = page.status();
    account.reads = page.reads();
    account.changes = page.changes();
    account.lastReadSeconds = (int) page.lastReadSeconds();
    account.attempts = page.attempts();
    return account;
  }

  /// The account in a message, or in `pages`.
  static Account of(byte[] bytes) {
    StoredPage page = new StoredPage();
    KafkaBackend.take(0, 0, bytes, page);
    return of(page);
  }

  byte[] bytes() {
    StoredPage page = new StoredPage();
    into(new PageKey(0, 0), page);
    return KafkaBackend.bytes(page);
  }

  /// As the page of that key is kept.
  void into(PageKey key, StoredPage page) {
    page.page(key.site(), key.hash(), received);
    page.account(
        paid,
        status,
        Math.min(reads, 0xFFFF),
        Math.min(changes, 0xFFFF),
        Integer.toUnsignedLong(lastReadSeconds),
        flags);
    page.attempts(Math.min(attempts, 0xFFFF));
  }

  /// Whether it was read, or tried and settled.
  boolean isRead() {
    return (flags & PageTable.READ) != 0;
  }

  /// Whether it is not to be read: out of scope, or a trap.
  boolean isDropped() {
    return (flags & PageTable.DROPPED) != 0;
  }

  /// Whether it has links.
  boolean pays() {
    return (flags & PageTable.PAYS) != 0;
  }

  /// Whether it waits with another partition, which asks its host.
  boolean isOffered() {
    return (flags & StoredPage.OFFERED) != 0;
  }

  boolean waits() {
    return (flags & (PageTable.READ | PageTable.DROPPED)) == 0;
  }

  void read(boolean on) {
    flag(PageTable.READ, on);
  }

  void dropped(boolean on) {
    flag(PageTable.DROPPED, on);
  }

  void pays(boolean on) {
    flag(PageTable.PAYS, on);
  }

  void offered(boolean on) {
    flag(StoredPage.OFFERED, on);
  }

  private void flag(int flag, boolean on) {
    flags = on ? flags | flag : flags & ~flag;
  }

  /// What it has not passed on, in units; nothing for a page without links.
  long residual(long credit) {
    return pays() ? credit + received - paid : 0;
  }
}
