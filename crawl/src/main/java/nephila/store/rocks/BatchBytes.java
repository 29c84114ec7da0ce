package nephila.store.rocks;

import java.util.Arrays;
import org.rocksdb.WriteBatch;

/// A write batch put together in Java, in RocksDB's own format, and handed over whole: a call into
/// the library for every record would cost more than the record.
///
/// Twelve bytes of head (eight zero, the number of records in four, little-endian), then for each
/// record a tag (4 delete, which has no value, 5 put, 6 merge), the number of the family, key and
/// value, each with its length; numbers in base 128, low part first.
final class BatchBytes {
  private static final int HEAD = 12;
  private static final int DELETE = 4;
  private static final int PUT = 5;
  private static final int MERGE = 6;

  private byte[] bytes = new byte[1 << 16];
  private int at = HEAD;
  private int count;

  void put(int familyId, byte[] key, byte[] value) {
    record(PUT, familyId, key, value);
  }

  void merge(int familyId, byte[] key, byte[] value) {
    record(MERGE, familyId, key, value);
  }

  void delete(int familyId, byte[] key) {
    room(16 + key.length);
    bytes[at++] = DELETE;
    number(familyId);
    slice(key);
    count++;
  }

  private void record(int tag, int familyId, byte[] key, byte[] value) {
    room(16 + key.length + value.length);
    bytes[at++] = (byte) tag;
    number(familyId);
    slice(key);
    slice(value);
    count++;
  }

  private void room(int most) {
    if (at + most > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(at + most, bytes.length + bytes.length / 2));
    }
  }

  private void slice(byte[] value) {
    number(value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
    at += value.length;
  }

  private void number(int value) {
    int rest = value;
    while (rest >= 0x80) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
  }

  int size() {
    return at;
  }

  /// The batch; to be closed by the caller.
  WriteBatch toBatch() {
    for (int i = 0; i < 4; i++) {
      bytes[8 + i] = (byte) (count >>> 8 * i);
    }
    return new WriteBatch(Arrays.copyOf(bytes, at));
  }

  /// Empties it; a buffer that grew large is given back.
  void clear() {
    at = HEAD;
    count = 0;
    if (bytes.length > 32 << 20) {
      bytes = new byte[1 << 16];
    }
  }
}
