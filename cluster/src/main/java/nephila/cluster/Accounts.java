package nephila.cluster;

import java.util.ArrayList;
import java.util.List;
import nephila.store.StateBackend;
import nephila.store.StoredPage;
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

  /// The key that comes before every other.
  static final PageKey FIRST = new PageKey(0, 0);

  private record Changed(PageKey page, Account account) {}

  private final StateBackend backend;
  private final StoredPage found = new StoredPage();
  private final int most;
  private final List<Changed> changed = new ArrayList<>();
  private AccountTable young = new AccountTable();
  private AccountTable old = new AccountTable();

  /// @param most accounts in each generation
  Accounts(StateBackend backend, int most) {
    this.backend = backend;
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
      if (!backend.load(page.site(), page.hash(), found)) {
        return null;
      }
      known = Account.of(found);
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
    for (Changed one : changed) {
      one.account.dirty = false;
      one.account.into(one.page, found);
      backend.save(found, true, true);
    }
    backend.commit();
    changed.clear();
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
    some(FIRST, Integer.MAX_VALUE, each);
  }

  /// Shows up to `most` accounts from that key on; returns the key to go on with, null at the end.
  @Nullable PageKey some(PageKey from, int most, Visitor each) {
    write();
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan all = backend.scan(from.site(), from.hash(), true)) {
      for (int i = 0; all.next(page); i++) {
        PageKey key = new PageKey(page.group(), page.hash());
        if (i == most) {
          return key;
        }
        each.visit(key, Account.of(page));
      }
    }
    return null;
  }

  interface Visitor {
    void visit(PageKey page, Account account);
  }
}
