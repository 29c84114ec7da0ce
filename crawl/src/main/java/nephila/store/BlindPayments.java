package nephila.store;

import java.util.Arrays;
import nephila.graph.LongIndex;

/// What was paid since the last commit to pages that are on disk alone, by page: payments along
/// rows that were on disk too, for which no page is taken into memory.
///
/// 20 bytes a page, at most twice as much with room to grow; open addressing. Not thread-safe.
final class BlindPayments {
  private long[] hashes = new long[1024];
  private int[] hosts = new int[1024];
  private long[] units = new long[1024];

  /// How many places are taken; the host of a free one is −1.
  private int size;

  BlindPayments() {
    Arrays.fill(hosts, -1);
  }

  /// Is shown a page and what was paid to it.
  @FunctionalInterface
  interface Consumer {
    void sees(int host, long hash, long paid);
  }

  int size() {
    return size;
  }

  void add(int host, long hash, long paid) {
    if (size > hosts.length / 2) {
      grow();
    }
    int at = place(host, hash);
    if (hosts[at] < 0) {
      hosts[at] = host;
      hashes[at] = hash;
      size++;
    }
    units[at] += paid;
  }

  /// What was paid to the page.
  long of(int host, long hash) {
    return size == 0 ? 0 : units[place(host, hash)];
  }

  /// What was paid to the page, which is somebody else's to book from now on.
  long take(int host, long hash) {
    if (size == 0) {
      return 0;
    }
    int at = place(host, hash);
    long paid = units[at];
    units[at] = 0;
    return paid;
  }

  /// Shows every page that was paid, and forgets them all.
  void drain(Consumer to) {
    for (int at = 0; size > 0 && at < hosts.length; at++) {
      if (hosts[at] >= 0 && units[at] != 0) {
        to.sees(hosts[at], hashes[at], units[at]);
      }
    }
    Arrays.fill(hosts, -1);
    Arrays.fill(units, 0);
    size = 0;
  }

  private int place(int host, long hash) {
    int mask = hosts.length - 1;
    int at = (int) LongIndex.mix(hash + host * 0x9E3779B97F4A7C15L) & mask;
    while (hosts[at] >= 0 && (hosts[at] != host || hashes[at] != hash)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldHosts = hosts;
    long[] oldUnits = units;
    hashes = new long[2 * oldHosts.length];
    hosts = new int[hashes.length];
    units = new long[hashes.length];
    Arrays.fill(hosts, -1);
    for (int k = 0; k < oldHosts.length; k++) {
      if (oldHosts[k] >= 0) {
        int at = place(oldHosts[k], oldHashes[k]);
        hosts[at] = oldHosts[k];
        hashes[at] = oldHashes[k];
        units[at] = oldUnits[k];
      }
    }
  }
}
