package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/// The bytes of a page in a form whose tags can be found byte by byte, and the charset that tells
/// what the others mean. The charset is looked for only when something beyond ASCII must be read.
final class PageBytes {
  final byte[] bytes;
  final int from;
  final int to;
  private final @Nullable String contentType;
  private @Nullable Charset charset;

  private PageBytes(
      byte[] bytes, int from, int to, @Nullable String contentType, @Nullable Charset charset) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.contentType = contentType;
    this.charset = charset;
  }

  static PageBytes of(byte[] bytes, int offset, int length, @Nullable String contentType) {
    int to = offset + length;
    Charset wide = CharsetGuess.notAsciiCompatible(bytes, offset, to, contentType);
    if (wide != null) {
      byte[] utf8 = new String(bytes, offset, length, wide).getBytes(UTF_8);
      return new PageBytes(utf8, 0, utf8.length, null, UTF_8);
    }
    return new PageBytes(bytes, offset, to, contentType, null);
  }

  Charset charset() {
    Charset known = charset;
    if (known == null) {
      known = CharsetGuess.decide(bytes, from, to, contentType);
      charset = known;
    }
    return known;
  }

  /// The charset of a style sheet, which says so by other means than a page.
  Charset styleSheetCharset(@Nullable String header) {
    Charset known = charset; // of one that had to be decoded to be read
    return known == null ? CharsetGuess.ofStyleSheet(bytes, from, to, header) : known;
  }

  String decode(int start, int end) {
    boolean ascii = Bytes.ascii(bytes, start, end);
    return new String(bytes, start, end - start, ascii ? UTF_8 : charset());
  }

  /// The value of an attribute, its references resolved.
  String attribute(int start, int end) {
    String value = decode(start, end);
    if (value.indexOf('\0') >= 0) {
      value = value.replace('\0', '\uFFFD');
    }
    return Entities.decodeAttribute(value);
  }
}
