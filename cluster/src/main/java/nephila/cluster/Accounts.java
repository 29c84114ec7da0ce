package nephila.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The accounts of one partition: worked on in memory, in the store once they were written.
///
/// Those used of late are kept, in two generations: when the young one is full it becomes the old
/// one, and who is not asked for until it is full again is forgotten. About 100 bytes each. A
/// payment costs a look-up in a table; a page that changed costs one write, however many payments
/// it got since the last.
final class Accounts {
  /// Bytes an account takes in memory, about.
  private static final long BYTES = 100;

  private record Changed(PageKey page, Account account) {}

  private final KeyValueStore<byte[], byte[]> store;
  private final int most;
  private final List<Changed> changed = new ArrayList<>();
  private AccountTable young = new AccountTable();
  private AccountTable old = new AccountTable();

  /// @param most accounts in each generation
  Accounts(KeyValueStore<byte[], byte[]> store, int most) {
    this.store = store;
    this.most = most;
  }

  /// How many a generation may have so that those of all partitions, should one worker have them
  /// all, take a quarter of the heap.
  static int room(int partitions) {
    long usual = Runtime.getRuntime().maxMemory() / 4 / (2 * BYTES * partitions);
    return Integer.getInteger("nephila.cluster.accounts", (int) Math.clamp(usual, 1000, 1 << 22));
  }

  /// The page's account, null when it has none.
  @Nullable Account get(PageKey page) {
    Account known = young.get(page);
    if (known != null) {
      return known;
    }
    known = old.get(page);
    if (known == null) {
      byte[] bytes = store.get(page.bytes());
      if (bytes == null) {
        return null;
      }
      known = Account.of(bytes);
    }
    young.put(page, known);
    return known;
  }

  /// A page has this account from now on; [#changed] says when it is to be written.
  void put(PageKey page, Account account) {
    young.put(page, account);
  }

  /// The account of the page, got or put here, is not as it is in the store.
  void changed(PageKey page, Account account) {
    if (!account.dirty) {
      account.dirty = true;
      changed.add(new Changed(page, account));
    }
  }

  /// Writes the accounts that changed.
  void write() {
    List<KeyValue<byte[], byte[]>> all = new ArrayList<>(changed.size());
    for (Changed one : changed) {
      one.account.dirty = false;
      all.add(new KeyValue<>(one.page.bytes(), one.account.bytes()));
    }
    store.putAll(all);
    changed.clear();
  }

  /// The store, with all that changed.
  KeyValueStore<byte[], byte[]> written() {
    write();
    return store;
  }

  /// Forgets what was not used of late. Accounts handed out before are not to be changed after.
  void forget() {
    if (young.size() >= most) {
      write();
      old = young;
      young = new AccountTable();
    }
  }

  /// Shows every account to `each`.
  void all(Visitor each) {
    try (KeyValueIterator<byte[], byte[]> all = written().all()) {
      while (all.hasNext()) {
        KeyValue<byte[], byte[]> next = all.next();
        each.visit(PageKey.of(next.key), Account.of(next.value));
      }
    }
  }

  /// Shows up to `most` entries of a store from that key on; returns the key to go on with, null at
  /// the end.
  static byte @Nullable [] slice(
      KeyValueStore<byte[], byte[]> store, byte[] from, int most, BiConsumer<byte[], byte[]> each) {
    try (KeyValueIterator<byte[], byte[]> all = store.range(from.length == 0 ? null : from, null)) {
      for (int i = 0; all.hasNext(); i++) {
        KeyValue<byte[], byte[]> next = all.next();
        if (i == most) {
          return next.key;
        }
        each.accept(next.key, next.value);
      }
    }
    return null;
  }

  interface Visitor {
    void visit(PageKey page, Account account);
  }
}
