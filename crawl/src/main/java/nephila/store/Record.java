package nephila.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The bytes of one stored value, written or read from front to back. Numbers are big-endian where
/// they are fixed, base-128 with the low part first where they vary in length.
final class Record {
  private byte[] bytes;
  private int at;

  /// To write.
  Record() {
    bytes = new byte[128];
  }

  /// To read.
  Record(byte[] bytes) {
    this.bytes = bytes;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, at);
  }

  boolean atEnd() {
    return at >= bytes.length;
  }

  private void need(int more) {
    if (at + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + more));
    }
  }

  Record put(int oneByte) {
    need(1);
    bytes[at++] = (byte) oneByte;
    return this;
  }

  Record putFixed(long value, int length) {
    need(length);
    for (int i = length - 1; i >= 0; i--) {
      bytes[at++] = (byte) (value >>> 8 * i);
    }
    return this;
  }

  Record putNumber(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      put((int) rest | 0x80);
      rest >>>= 7;
    }
    return put((int) rest);
  }

  Record putBytes(byte[] value) {
    putNumber(value.length);
    return putRest(value);
  }

  Record putRest(byte[] value) {
    need(value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
    at += value.length;
    return this;
  }

  Record putText(String value) {
    return putBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  private void have(long more) {
    if (more < 0 || at + more > bytes.length) {
      throw new BrokenState("a record of " + bytes.length + " bytes ends at byte " + at);
    }
  }

  int take() {
    have(1);
    return bytes[at++] & 0xFF;
  }

  long takeFixed(int length) {
    have(length);
    long value = 0;
    for (int i = 0; i < length; i++) {
      value = value << 8 | bytes[at++] & 0xFF;
    }
    return value;
  }

  void skip(long length) {
    have(length);
    at += (int) length;
  }

  long takeNumber() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = take();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new BrokenState("a number longer than 64 bits at byte " + at);
  }

  byte[] takeBytes() {
    long length = takeNumber();
    have(length);
    byte[] value = Arrays.copyOfRange(bytes, at, at + (int) length);
    at += (int) length;
    return value;
  }

  byte[] takeRest() {
    byte[] value = Arrays.copyOfRange(bytes, at, bytes.length);
    at = bytes.length;
    return value;
  }

  String takeText() {
    return new String(takeBytes(), StandardCharsets.UTF_8);
  }
}
