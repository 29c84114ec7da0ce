package nephila.store;

import nephila.store.record.BinaryRecord;

/// A page's key on disk: four bytes of host number, eight of hash, both big-endian, so that a
/// host's pages lie together.
public final class Keys {
  public static final int LENGTH = 12;

  private Keys() {}

  public static byte[] of(int host, long hash) {
    byte[] key = new byte[LENGTH];
    put(key, host, hash);
    return key;
  }

  public static void put(byte[] key, int host, long hash) {
    for (int i = 0; i < 4; i++) {
      key[i] = (byte) (host >>> 8 * (3 - i));
    }
    for (int i = 0; i < 8; i++) {
      key[4 + i] = (byte) (hash >>> 8 * (7 - i));
    }
  }

  /// Which of two keys comes first.
  public static int compare(int host, long hash, int otherHost, long otherHash) {
    return host != otherHost
        ? Integer.compareUnsigned(host, otherHost)
        : Long.compareUnsigned(hash, otherHash);
  }

  public static int host(byte[] key) {
    if (key.length != LENGTH) {
      throw new BrokenState("a page key of " + key.length + " bytes, it must be " + LENGTH);
    }
    return (int) new BinaryRecord(key).takeFixed(4);
  }

  public static long hash(byte[] key) {
    BinaryRecord record = new BinaryRecord(key);
    record.takeFixed(4);
    return record.takeFixed(8);
  }
}
