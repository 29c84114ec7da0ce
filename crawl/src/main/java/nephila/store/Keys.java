package nephila.store;

/// A page's key on disk: four bytes of host number, eight of hash, both big-endian, so that a
/// host's pages lie together.
final class Keys {
  static final int LENGTH = 12;

  private Keys() {}

  static byte[] of(int host, long hash) {
    byte[] key = new byte[LENGTH];
    put(key, host, hash);
    return key;
  }

  static void put(byte[] key, int host, long hash) {
    for (int i = 0; i < 4; i++) {
      key[i] = (byte) (host >>> 8 * (3 - i));
    }
    for (int i = 0; i < 8; i++) {
      key[4 + i] = (byte) (hash >>> 8 * (7 - i));
    }
  }

  static int host(byte[] key) {
    if (key.length != LENGTH) {
      throw new BrokenState("a page key of " + key.length + " bytes, it must be " + LENGTH);
    }
    return (int) new BinaryRecord(key).takeFixed(4);
  }

  static long hash(byte[] key) {
    BinaryRecord record = new BinaryRecord(key);
    record.takeFixed(4);
    return record.takeFixed(8);
  }
}
