package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/// Which charset is a page in: by its byte order mark, else by the header, else by a meta element
/// near its start, else by the look of its bytes.
final class CharsetGuess {
  private static final int META_WITHIN = 8192;
  private static final int DETECT_WITHIN = 64 * 1024;

  /// Labels that mean more than they say (WHATWG Encoding §4.2).
  private static final Map<String, String> MEANS =
      Map.ofEntries(
          Map.entry("iso-8859-1", "windows-1252"),
          Map.entry("iso8859-1", "windows-1252"),
          Map.entry("latin1", "windows-1252"),
          Map.entry("latin-1", "windows-1252"),
          Map.entry("us-ascii", "windows-1252"),
          Map.entry("ascii", "windows-1252"),
          Map.entry("iso-8859-9", "windows-1254"),
          Map.entry("iso-8859-11", "x-windows-874"),
          Map.entry("tis-620", "x-windows-874"),
          Map.entry("windows-874", "x-windows-874"),
          Map.entry("gb2312", "GB18030"),
          Map.entry("gb_2312-80", "GB18030"),
          Map.entry("gbk", "GB18030"),
          Map.entry("shift_jis", "windows-31j"),
          Map.entry("shift-jis", "windows-31j"),
          Map.entry("sjis", "windows-31j"),
          Map.entry("x-sjis", "windows-31j"),
          Map.entry("euc-kr", "x-windows-949"),
          Map.entry("ks_c_5601-1987", "x-windows-949"),
          Map.entry("utf8", "UTF-8"),
          Map.entry("unicode", "UTF-16LE"),
          Map.entry("utf-16", "UTF-16LE"));

  private static final String CHARSET_RULE = "@charset \"";

  static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  private CharsetGuess() {}

  /// The charset by mark or header if it is one that the page cannot be scanned in as it stands
  /// (UTF-16, ISO-2022 …); null for all others.
  static @Nullable Charset notAsciiCompatible(
      byte[] bytes, int from, int to, @Nullable String contentType) {
    Charset marked = byMark(bytes, from, to);
    if (marked != null) {
      return marked.equals(UTF_8) ? null : marked;
    }
    if (to - from >= 4 && bytes[from] == '<' && bytes[from + 1] == 0 && bytes[from + 3] == 0) {
      return UTF_16LE;
    }
    if (to - from >= 4 && bytes[from] == 0 && bytes[from + 1] == '<' && bytes[from + 2] == 0) {
      return UTF_16BE;
    }
    Charset named = byHeader(contentType);
    return named == null || asciiCompatible(named) ? null : named;
  }

  private static boolean asciiCompatible(Charset charset) {
    if (charset.equals(UTF_8) || charset.equals(WINDOWS_1252)) {
      return true;
    }
    String probe = "<a href=\"/x?y&z\">";
    boolean stateful = charset.name().startsWith("ISO-2022") || charset.name().contains("2022");
    return !stateful
        && charset.canEncode()
        && new String(probe.getBytes(UTF_8), charset).equals(probe)
        && probe.getBytes(charset).length == probe.length();
  }

  static Charset decide(byte[] bytes, int from, int to, @Nullable String contentType) {
    Charset charset = byMark(bytes, from, to);
    if (charset == null) {
      charset = byHeader(contentType);
    }
    if (charset == null) {
      charset = byMeta(bytes, from, Math.min(to, from + META_WITHIN));
    }
    return charset == null ? byLook(bytes, from, to) : charset;
  }

  /// The charset of a style sheet whose bytes can be read as ASCII: by its mark, header, or
  /// `@charset` rule (CSS Syntax §3.2).
  static Charset ofStyleSheet(byte[] bytes, int from, int to, @Nullable String contentType) {
    Charset charset = byMark(bytes, from, to);
    if (charset == null) {
      charset = byHeader(contentType);
    }
    if (charset == null && Bytes.startsWith(bytes, from, to, CHARSET_RULE)) {
      int start = from + CHARSET_RULE.length();
      int end = Bytes.indexOf(bytes, start, Math.min(to, start + 64), (byte) '"');
      charset = end < 0 ? null : named(new String(bytes, start, end - start, UTF_8));
      charset = charset != null && charset.name().startsWith("UTF-16") ? UTF_8 : charset;
    }
    return charset == null ? UTF_8 : charset;
  }

  private static @Nullable Charset byMark(byte[] bytes, int from, int to) {
    if (to - from >= 3
        && bytes[from] == (byte) 0xEF
        && bytes[from + 1] == (byte) 0xBB
        && bytes[from + 2] == (byte) 0xBF) {
      return UTF_8;
    }
    if (to - from >= 2 && bytes[from] == (byte) 0xFE && bytes[from + 1] == (byte) 0xFF) {
      return UTF_16BE;
    }
    return to - from >= 2 && bytes[from] == (byte) 0xFF && bytes[from + 1] == (byte) 0xFE
        ? UTF_16LE
        : null;
  }

  static @Nullable Charset byHeader(@Nullable String contentType) {
    return contentType == null ? null : named(parameter(contentType));
  }

  /// A meta element cannot truthfully say UTF-16, since it was read as ASCII: then it is UTF-8.
  private static @Nullable Charset byMeta(byte[] bytes, int from, int to) {
    TagCursor cursor = new TagCursor(bytes, from, to);
    while (cursor.next()) {
      if (cursor.closing() || cursor.name() != TagName.META) {
        cursor.skip();
        continue;
      }
      String label = null;
      while (cursor.nextAttribute()) {
        boolean direct = cursor.attribute("charset");
        if (direct || cursor.attribute("content")) {
          String value =
              new String(
                  bytes, cursor.valueStart(), cursor.valueEnd() - cursor.valueStart(), UTF_8);
          label = direct ? value : label == null ? parameter(value) : label;
        }
      }
      Charset charset = named(label);
      if (charset != null) {
        return charset.name().startsWith("UTF-16") ? UTF_8 : charset;
      }
    }
    return null;
  }

  /// The value of `charset=` in a content type, or null.
  private static @Nullable String parameter(String contentType) {
    int at = contentType.toLowerCase(Locale.ROOT).indexOf("charset");
    if (at < 0) {
      return null;
    }
    String rest = contentType.substring(at + "charset".length()).strip();
    if (!rest.startsWith("=")) {
      return null;
    }
    String value = rest.substring(1).strip();
    int end = 0;
    while (end < value.length() && ";, \t".indexOf(value.charAt(end)) < 0) {
      end++;
    }
    return value.substring(0, end);
  }

  private static @Nullable Charset named(@Nullable String label) {
    if (label == null) {
      return null;
    }
    if (label.equalsIgnoreCase("utf-8")) {
      return UTF_8;
    }
    String name = label.replaceAll("[\"'\\s]", "").toLowerCase(Locale.ROOT);
    try {
      return name.isEmpty() ? null : Charset.forName(MEANS.getOrDefault(name, name));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return null;
    }
  }

  private static Charset byLook(byte[] bytes, int from, int to) {
    if (Bytes.ascii(bytes, from, to)) {
      return UTF_8;
    }
    int limit = Math.min(to, from + DETECT_WITHIN);
    if (validUtf8(bytes, from, to, limit)) {
      return UTF_8;
    }
    UniversalDetector detector = new UniversalDetector();
    detector.handleData(bytes, from, limit - from);
    detector.dataEnd();
    Charset detected = named(detector.getDetectedCharset());
    return detected == null || !asciiCompatible(detected) ? WINDOWS_1252 : detected;
  }

  private static boolean validUtf8(byte[] bytes, int from, int to, int limit) {
    int end = limit;
    while (end < to && end > from && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, end - from));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
