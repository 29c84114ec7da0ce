package nephila.store;

import java.util.Arrays;

/// URL records that wait for a commit, end to end in one array: hundreds of thousands of small
/// arrays would keep the collector busy. A record is known by where it begins. Not thread-safe.
final class UrlArena {
  /// No record: where none begins.
  static final int NONE = 0;

  private byte[] bytes = new byte[0];
  private int end = 1;

  int add(byte[] record) {
    if (end + 2 + record.length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(1 << 20, (end + 2 + record.length) * 3 / 2));
    }
    int at = end;
    bytes[at] = (byte) (record.length >>> 8);
    bytes[at + 1] = (byte) record.length;
    System.arraycopy(record, 0, bytes, at + 2, record.length);
    end += 2 + record.length;
    return at;
  }

  byte[] get(int at) {
    int length = (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    return Arrays.copyOfRange(bytes, at + 2, at + 2 + length);
  }

  void clear() {
    end = 1;
  }
}
