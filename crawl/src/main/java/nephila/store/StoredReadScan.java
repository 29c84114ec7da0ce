package nephila.store;

import java.util.function.LongConsumer;
import nephila.store.record.StoredPage;

/// A walk over the stored reads of a state with the accounts of their pages: both are in the order
/// of keys.
final class StoredReadScan implements AutoCloseable {
  private final StateBackend.RecordScan reads;
  private final StateBackend.PageScan accounts;
  private final LongConsumer withoutAccount;
  private final StoredPage page = new StoredPage();
  private boolean hasPage;

  /// @param withoutAccount is given the hashes of pages that were read and have no account
  StoredReadScan(StateBackend backend, LongConsumer withoutAccount) {
    this.reads = backend.reads(0, 0);
    this.accounts = backend.accounts();
    this.withoutAccount = withoutAccount;
    this.hasPage = accounts.next(page);
  }

  /// Goes to the next read whose page has an account; false when there is none.
  boolean next() {
    while (reads.next()) {
      while (hasPage && Keys.compare(page.group(), page.hash(), reads.group(), reads.hash()) < 0) {
        hasPage = accounts.next(page);
      }
      if (hasPage && page.group() == reads.group() && page.hash() == reads.hash()) {
        return true;
      }
      withoutAccount.accept(reads.hash());
    }
    return false;
  }

  /// The account; what the page received is not in it.
  StoredPage page() {
    return page;
  }

  /// What the read found, and the row.
  byte[] value() {
    return reads.value();
  }

  @Override
  public void close() {
    reads.close();
    accounts.close();
  }
}
