package nephila.store;

/// Pages whose URL is surely on disk: of those that left, the last to fall on each of some places.
/// A page that comes back and is here need not have its URL written again. Whole keys are compared,
/// so that it never says yes wrongly but for a 64-bit collision.
final class WrittenUrls {
  private final long[] keys;

  /// 8 bytes a place; `places` a power of two.
  WrittenUrls(int places) {
    keys = new long[places];
  }

  private static long key(int host, long hash) {
    return (hash ^ host * 0x9E3779B97F4A7C15L) | 1;
  }

  void add(int host, long hash) {
    long key = key(host, hash);
    keys[place(key)] = key;
  }

  boolean has(int host, long hash) {
    long key = key(host, hash);
    return keys[place(key)] == key;
  }

  private int place(long key) {
    return (int) (key * 0xD6E8FEB86659FD93L >>> 40) & keys.length - 1;
  }
}
