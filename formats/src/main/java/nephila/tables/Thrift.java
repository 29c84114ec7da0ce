package nephila.tables;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/// Thrift's compact protocol, as far as Parquet's metadata needs it: structures of numbers, texts,
/// lists and structures. Fields are written in the order of their numbers; the outermost structure
/// is open from the start.
final class Thrift {
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int TEXT = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Deque<Integer> outer = new ArrayDeque<>();
  private int last;

  byte[] bytes() {
    return out.toByteArray();
  }

  private void field(int id, int type) {
    assert id > last && id - last <= 15 : id + " after " + last;
    out.write((id - last) << 4 | type);
    last = id;
  }

  void whole(int id, int value) {
    field(id, I32);
    zigzag(value);
  }

  void big(int id, long value) {
    field(id, I64);
    zigzag(value);
  }

  void text(int id, String value) {
    field(id, TEXT);
    text(value);
  }

  private void text(String value) {
    byte[] utf8 = ParquetRows.utf8(value);
    varint(out, utf8.length);
    out.writeBytes(utf8);
  }

  void wholes(int id, int... values) {
    list(id, values.length, I32);
    for (int value : values) {
      zigzag(value);
    }
  }

  void texts(int id, String... values) {
    list(id, values.length, TEXT);
    for (String value : values) {
      text(value);
    }
  }

  /// A list of structures: each begins with [#element] and ends with [#end].
  void structs(int id, int size) {
    list(id, size, STRUCT);
  }

  private void list(int id, int size, int type) {
    field(id, LIST);
    if (size < 15) {
      out.write(size << 4 | type);
    } else {
      out.write(0xF0 | type);
      varint(out, size);
    }
  }

  void struct(int id) {
    field(id, STRUCT);
    element();
  }

  void element() {
    outer.push(last);
    last = 0;
  }

  void end() {
    out.write(0);
    last = outer.isEmpty() ? 0 : outer.pop();
  }

  private void zigzag(long value) {
    varint(out, value << 1 ^ value >> 63);
  }

  static void varint(ByteArrayOutputStream to, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      to.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    to.write((int) rest);
  }
}
