package nephila.store.record;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;

/// Texts that nearly every read has, in few bytes: the date of a `Last-Modified` in 6 instead of
/// 29, a `sha1:` digest in 21 instead of 37. Any other text is its UTF-8, which never begins with
/// the bytes that packed ones begin with. What is unpacked is what was packed, byte by byte.
final class PackedText {
  private static final int DATE = 0xFF;
  private static final int SHA1 = 0xFE;
  private static final int SECOND_BYTES = 5;
  private static final int DIGEST_BYTES = 20;
  private static final String DIGEST = "sha1:";
  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final String DAYS = "MonTueWedThuFriSatSun";
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final int DAY_SECONDS = 86_400;

  private PackedText() {}

  static void put(BinaryRecord record, String text) {
    if (text.length() == 29 && text.endsWith(" GMT")) {
      long seconds = seconds(text);
      if (seconds >= 0 && date(seconds).equals(text)) {
        record.putNumber(1 + SECOND_BYTES).put(DATE).putFixed(seconds, SECOND_BYTES);
        return;
      }
    } else if (text.length() == DIGEST.length() + 32 && text.startsWith(DIGEST)) {
      byte[] digest = digest(text);
      if (digest.length > 0) {
        record.putNumber(1 + DIGEST_BYTES).put(SHA1).putRest(digest);
        return;
      }
    }
    record.putText(text);
  }

  static String take(BinaryRecord record) {
    byte[] bytes = record.takeBytes();
    int first = bytes.length == 0 ? 0 : bytes[0] & 0xFF;
    if (first == DATE && bytes.length == 1 + SECOND_BYTES) {
      BinaryRecord packed = new BinaryRecord(bytes);
      packed.skip(1);
      return date(packed.takeFixed(SECOND_BYTES));
    }
    if (first == SHA1 && bytes.length == 1 + DIGEST_BYTES) {
      return digest(bytes);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// The seconds since 1970 of "Tue, 14 Nov 2023 22:13:20 GMT"; −1 where it is no such text.
  private static long seconds(String text) {
    int month = MONTHS.indexOf(text.substring(8, 11)) / 3 + 1;
    int day = number(text, 5, 2);
    int year = number(text, 12, 4);
    int time = (number(text, 17, 2) * 60 + number(text, 20, 2)) * 60 + number(text, 23, 2);
    try {
      return LocalDate.of(year, month, day).toEpochDay() * DAY_SECONDS + time;
    } catch (DateTimeException e) {
      return -1;
    }
  }

  private static int number(String text, int at, int digits) {
    int number = 0;
    for (int i = at; i < at + digits; i++) {
      number = 10 * number + Math.clamp(text.charAt(i) - '0', 0, 9);
    }
    return number;
  }

  private static String date(long seconds) {
    LocalDate date = LocalDate.ofEpochDay(seconds / DAY_SECONDS);
    int time = (int) (seconds % DAY_SECONDS);
    int weekday = 3 * (date.getDayOfWeek().getValue() - 1);
    int month = 3 * (date.getMonthValue() - 1);
    StringBuilder text = new StringBuilder(29).append(DAYS, weekday, weekday + 3).append(", ");
    two(text, date.getDayOfMonth()).append(' ').append(MONTHS, month, month + 3).append(' ');
    two(text, date.getYear() / 100);
    two(text, date.getYear() % 100).append(' ');
    two(text, time / 3600).append(':');
    two(text, time / 60 % 60).append(':');
    return two(text, time % 60).append(" GMT").toString();
  }

  private static StringBuilder two(StringBuilder text, int number) {
    return text.append((char) ('0' + number / 10 % 10)).append((char) ('0' + number % 10));
  }

  /// The bytes of a digest in base32 (RFC 4648 §6); none where it is not that.
  private static byte[] digest(String text) {
    byte[] digest = new byte[DIGEST_BYTES];
    for (int k = 0; k < 32; k++) {
      int five = BASE32.indexOf(text.charAt(DIGEST.length() + k));
      if (five < 0) {
        return new byte[0];
      }
      for (int bit = 0; bit < 5; bit++) {
        int at = 5 * k + bit;
        digest[at >> 3] |= (byte) ((five >> 4 - bit & 1) << 7 - (at & 7));
      }
    }
    return digest;
  }

  /// The digest behind the first byte.
  private static String digest(byte[] packed) {
    StringBuilder text = new StringBuilder(DIGEST.length() + 32).append(DIGEST);
    for (int bit = 0; bit < 8 * DIGEST_BYTES; bit += 5) {
      int at = 1 + (bit >> 3);
      int pair = (packed[at] & 0xFF) << 8 | (at < DIGEST_BYTES ? packed[at + 1] & 0xFF : 0);
      text.append(BASE32.charAt(pair >> 11 - (bit & 7) & 31));
    }
    return text.toString();
  }
}
