package nephila.store.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedTextTest {
  private static int packed(String text) {
    BinaryRecord record = new BinaryRecord();
    PackedText.put(record, text);
    byte[] bytes = record.toBytes();
    BinaryRecord back = new BinaryRecord(bytes);
    assertEquals(text, PackedText.take(back));
    assertTrue(back.atEnd());
    return bytes.length;
  }

  @Test
  void datesTakeSevenBytesAndComeBackAsTheyWere() {
    DateTimeFormatter format =
        DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);
    Random random = new Random(3);
    for (int i = 0; i < 2000; i++) {
      long second = random.nextLong(i % 2 == 0 ? 4_000_000_000L : 250_000_000_000L);
      assertEquals(7, packed(format.format(Instant.ofEpochSecond(second))));
    }
  }

  @Test
  void digestsTakeTwentyTwoBytesAndComeBackAsTheyWere() {
    Random random = new Random(3);
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder("sha1:");
      for (int k = 0; k < 32; k++) {
        text.append("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".charAt(random.nextInt(32)));
      }
      assertEquals(22, packed(text.toString()));
    }
  }

  /// A server may send anything.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Wed, 14 Nov 2023 22:13:20 GMT",
        "Tue, 14 nov 2023 22:13:20 GMT",
        "Tue, 31 Feb 2023 22:13:20 GMT",
        "Tue, 14 Nov 2023 22:13:60 GMT",
        "Tue, 14 Nov 2023 24:00:00 GMT",
        "Tue, 14 ovD 2023 22:13:20 GMT",
        "Mon, 01 Jan 0001 00:00:00 GMT",
        "Tue, 1ü Nov 2023 22:13:20 GMT",
        "Wed, 31 Dec 1969 23:59:59 GMT",
        "yesterday",
        "sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ23456!",
        "sha1:abcdefghijklmnopqrstuvwxyz234567",
        "ÿ12345",
        "þ2345678901234567890"
      })
  void anyOtherTextComesBackAsItWas(String text) {
    packed(text);
  }
}
