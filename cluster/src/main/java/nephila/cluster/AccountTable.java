package nephila.cluster;

import org.jspecify.annotations.Nullable;

/// A table of accounts by page: open addressing, half full at most. An account looked up is two
/// places in memory away, not four as in a general map; most of what a payment costs is waiting for
/// memory.
///
/// Nothing is ever taken out. Not thread-safe.
final class AccountTable {
  private long[] hashes = new long[256];
  private @Nullable Account[] accounts = new Account[256];
  private int size;

  int size() {
    return size;
  }

  @Nullable Account get(PageKey page) {
    return accounts[find(page)];
  }

  void put(PageKey page, Account account) {
    int at = find(page);
    if (accounts[at] == null) {
      if (++size > hashes.length / 2) {
        grow();
        at = find(page);
      }
      hashes[at] = page.hash();
    }
    account.site = page.site();
    accounts[at] = account;
  }

  /// Where the page is, or is to be.
  private int find(PageKey page) {
    int last = hashes.length - 1;
    for (int at = place(page.hash(), page.site()) & last; ; at = at + 1 & last) {
      Account there = accounts[at];
      if (there == null || (hashes[at] == page.hash() && there.site == page.site())) {
        return at;
      }
    }
  }

  private static int place(long hash, int site) {
    return (int) (hash ^ hash >>> 32) ^ site;
  }

  private void grow() {
    long[] before = hashes;
    @Nullable Account[] moving = accounts;
    hashes = new long[2 * before.length];
    accounts = new Account[2 * before.length];
    int last = hashes.length - 1;
    for (int i = 0; i < before.length; i++) {
      Account account = moving[i];
      if (account != null) {
        int at = place(before[i], account.site) & last;
        while (accounts[at] != null) {
          at = at + 1 & last;
        }
        hashes[at] = before[i];
        accounts[at] = account;
      }
    }
  }
}
