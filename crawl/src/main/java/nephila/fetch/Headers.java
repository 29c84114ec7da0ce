package nephila.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The header fields of a message, in order, as spans of its bytes: a string is made only for a
/// value that is asked for. Names compare without case. Immutable as long as the bytes are.
public final class Headers {
  static final Headers NONE = new Headers(new byte[0], new int[0], 0);

  /// Ints per field: start and end of the name, start and end of the value.
  private static final int STRIDE = 4;

  private final byte[] bytes;
  private final int[] spans;
  private final int count;

  Headers(byte[] bytes, int[] spans, int count) {
    this.bytes = bytes;
    this.spans = spans;
    this.count = count;
  }

  /// The same fields over an array in which they lie `by` bytes further on.
  public Headers moved(byte[] to, int by) {
    int[] moved = java.util.Arrays.copyOf(spans, STRIDE * count);
    for (int i = 0; i < moved.length; i++) {
      moved[i] += by;
    }
    return new Headers(to, moved, count);
  }

  public int size() {
    return count;
  }

  public String name(int field) {
    int at = field * STRIDE;
    return new String(bytes, spans[at], spans[at + 1] - spans[at], ISO_8859_1);
  }

  /// The value without surrounding blanks; the lines of a folded value are joined by a blank.
  public String value(int field) {
    int at = field * STRIDE;
    String value = new String(bytes, spans[at + 2], spans[at + 3] - spans[at + 2], ISO_8859_1);
    return value.indexOf('\n') < 0 ? value : value.replaceAll("\\s*\r?\n\\s*", " ");
  }

  /// The first value of that name, or null.
  public @Nullable String first(String name) {
    int field = find(name, 0);
    return field < 0 ? null : value(field);
  }

  /// The first value of that name as an address, or null. Servers write letters beyond ASCII as
  /// UTF-8 there, and browsers read them so; what is no UTF-8 is Latin-1, as other values are.
  public @Nullable String reference(String name) {
    String value = first(name);
    if (value == null || value.chars().allMatch(c -> c < 0x80)) {
      return value;
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(value.getBytes(ISO_8859_1))).toString();
    } catch (CharacterCodingException e) {
      return value;
    }
  }

  /// All values of that name, in order.
  public List<String> all(String name) {
    List<String> values = new ArrayList<>();
    for (int field = find(name, 0); field >= 0; field = find(name, field + 1)) {
      values.add(value(field));
    }
    return values;
  }

  /// The next field of that name at or after `from`, or -1.
  public int find(String name, int from) {
    for (int field = from; field < count; field++) {
      int at = field * STRIDE;
      if (spans[at + 1] - spans[at] == name.length() && sameName(spans[at], name)) {
        return field;
      }
    }
    return -1;
  }

  private boolean sameName(int start, String name) {
    for (int i = 0; i < name.length(); i++) {
      if (lower(bytes[start + i]) != lower((byte) name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b + 32 : b;
  }
}
