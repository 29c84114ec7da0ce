package nephila.archive.warc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/// How values are written in records, index and log. Whatever comes from the web is made harmless
/// here: no control character, line break or blank gets through where it could start a new field or
/// line.
public final class Text {
  private static final char[] BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".toCharArray();
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE);
  private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

  private Text() {}

  /// The date, if it lies within what milliseconds can count: archives of others may say anything.
  ///
  /// @throws DateTimeException otherwise
  public static Instant countable(Instant date) {
    if (date.isBefore(FIRST) || date.isAfter(LAST)) {
      throw new DateTimeException(date + " cannot be counted in milliseconds");
    }
    return date;
  }

  /// A URL with everything but visible ASCII percent-encoded; most come out as they are.
  public static String uri(String url) {
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c <= ' ' || c >= 0x7f) {
        return encoded(url);
      }
    }
    return url;
  }

  private static String encoded(String url) {
    StringBuilder safe = new StringBuilder(url.length() + 16);
    for (byte b : url.getBytes(UTF_8)) {
      if (b <= ' ' || b == 0x7f) {
        safe.append('%').append(HEX[(b & 0xff) >> 4]).append(HEX[b & 15]);
      } else {
        safe.append((char) b);
      }
    }
    return safe.toString();
  }

  /// One line of text: control characters become blanks.
  public static String line(String text) {
    StringBuilder safe = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean control = c < ' ' || (c >= 0x7f && c < 0xa0) || c == '\u2028' || c == '\u2029';
      if (control && safe == null) {
        safe = new StringBuilder(text);
      }
      if (control && safe != null) {
        safe.setCharAt(i, ' ');
      }
    }
    return safe == null ? text : safe.toString();
  }

  /// A media type without parameters, in lower case, or "unk" as indexes say.
  public static String mime(String contentType) {
    int end = contentType.indexOf(';');
    String type = (end < 0 ? contentType : contentType.substring(0, end)).strip();
    if (type.isEmpty() || type.length() > 100) {
      return "unk";
    }
    StringBuilder safe = new StringBuilder(type.length());
    for (int i = 0; i < type.length(); i++) {
      char c = type.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "/+-._".indexOf(c) >= 0;
      if (c >= 'A' && c <= 'Z') {
        safe.append((char) (c + 32));
      } else if (plain) {
        safe.append(c);
      } else {
        return "unk";
      }
    }
    return safe.toString();
  }

  /// `sha1:` and the digest in base32 (RFC 4648 §6), as WARC files have it.
  public static String sha1(byte[] digest) {
    StringBuilder text = new StringBuilder(37).append("sha1:");
    long bits = 0;
    int held = 0;
    for (byte b : digest) {
      bits = (bits << 8) | (b & 0xff);
      held += 8;
      while (held >= 5) {
        held -= 5;
        text.append(BASE32[(int) (bits >> held) & 31]);
      }
    }
    return text.toString();
  }

  /// The digest written by [#sha1]; an array of another length than 20 when it is none.
  public static byte[] sha1(String text) {
    if (text.length() != 37 || !text.startsWith("sha1:")) {
      return new byte[0];
    }
    byte[] digest = new byte[20];
    long bits = 0;
    int held = 0;
    int at = 0;
    for (int i = 5; i < 37; i++) {
      char c = text.charAt(i);
      int value = c >= 'A' && c <= 'Z' ? c - 'A' : c >= '2' && c <= '7' ? c - '2' + 26 : -1;
      if (value < 0) {
        return new byte[0];
      }
      bits = (bits << 5) | value;
      held += 5;
      if (held >= 8) {
        held -= 8;
        digest[at++] = (byte) (bits >> held);
      }
    }
    return digest;
  }

  /// As in `WARC-Date`, to the millisecond.
  static String date(Instant instant) {
    char[] text = "0000-00-00T00:00:00.000Z".toCharArray();
    return time(instant, text, 0, 5, 8, 11, 14, 17, 20);
  }

  /// Year to millisecond in 17 digits; the first 14 go to the second.
  public static String digits(Instant instant) {
    return time(instant, new char[17], 0, 4, 6, 8, 10, 12, 14);
  }

  /// Puts year, month, day, hour, minute, second and millisecond at their places.
  private static String time(Instant instant, char[] text, int... places) {
    long seconds = instant.getEpochSecond();
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(seconds, 86400L));
    int second = (int) Math.floorMod(seconds, 86400L);
    number(text, places[0], 4, day.getYear());
    number(text, places[1], 2, day.getMonthValue());
    number(text, places[2], 2, day.getDayOfMonth());
    number(text, places[3], 2, second / 3600);
    number(text, places[4], 2, second / 60 % 60);
    number(text, places[5], 2, second % 60);
    number(text, places[6], 3, instant.getNano() / 1_000_000);
    return new String(text);
  }

  private static void number(char[] text, int at, int length, int value) {
    int rest = value;
    for (int i = at + length - 1; i >= at; i--) {
      text[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  }

  static String address(InetAddress address) {
    String text = address.getHostAddress();
    int scope = text.indexOf('%');
    return scope < 0 ? text : text.substring(0, scope);
  }

  /// A JSON string with its quotes.
  public static void json(StringBuilder out, String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c >= 0x7f) {
        out.append("\\u").append(HEX[c >> 12]).append(HEX[(c >> 8) & 15]);
        out.append(HEX[(c >> 4) & 15]).append(HEX[c & 15]);
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
