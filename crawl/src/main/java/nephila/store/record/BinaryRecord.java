package nephila.store.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import nephila.store.BrokenState;

/// The bytes of one stored value, written or read from front to back. Numbers are big-endian where
/// they are fixed, base-128 with the low part first where they vary in length.
public final class BinaryRecord {
  private byte[] bytes;
  private int at;

  /// To write.
  public BinaryRecord() {
    bytes = new byte[128];
  }

  /// To read.
  public BinaryRecord(byte[] bytes) {
    this.bytes = bytes;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, at);
  }

  public boolean atEnd() {
    return at >= bytes.length;
  }

  private void need(int more) {
    if (at + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + more));
    }
  }

  public BinaryRecord put(int oneByte) {
    need(1);
    bytes[at++] = (byte) oneByte;
    return this;
  }

  public BinaryRecord putFixed(long value, int length) {
    need(length);
    for (int i = length - 1; i >= 0; i--) {
      bytes[at++] = (byte) (value >>> 8 * i);
    }
    return this;
  }

  public BinaryRecord putNumber(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      put((int) rest | 0x80);
      rest >>>= 7;
    }
    return put((int) rest);
  }

  public BinaryRecord putBytes(byte[] value) {
    putNumber(value.length);
    return putRest(value);
  }

  BinaryRecord putRest(byte[] value) {
    need(value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
    at += value.length;
    return this;
  }

  public BinaryRecord putText(String value) {
    return putBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  private void have(long more) {
    if (more < 0 || at + more > bytes.length) {
      throw new BrokenState("a record of " + bytes.length + " bytes ends at byte " + at);
    }
  }

  public int take() {
    have(1);
    return bytes[at++] & 0xFF;
  }

  public long takeFixed(int length) {
    have(length);
    long value = 0;
    for (int i = 0; i < length; i++) {
      value = value << 8 | bytes[at++] & 0xFF;
    }
    return value;
  }

  public void skip(long length) {
    have(length);
    at += (int) length;
  }

  public long takeNumber() {
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

  /// How many items of so many bytes or more follow.
  public int takeCount(int leastBytes) {
    long count = takeNumber();
    if (count < 0 || count > bytes.length / leastBytes) {
      throw new BrokenState(count + " items in a record of " + bytes.length + " bytes");
    }
    return (int) count;
  }

  public byte[] takeBytes() {
    long length = takeNumber();
    have(length);
    byte[] value = Arrays.copyOfRange(bytes, at, at + (int) length);
    at += (int) length;
    return value;
  }

  public byte[] takeRest() {
    byte[] value = Arrays.copyOfRange(bytes, at, bytes.length);
    at = bytes.length;
    return value;
  }

  public String takeText() {
    return new String(takeBytes(), StandardCharsets.UTF_8);
  }
}
