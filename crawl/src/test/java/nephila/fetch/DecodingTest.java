package nephila.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class DecodingTest {
  private static final String TEXT = "hello hello hello hello ".repeat(20);

  /// No brotli encoder is at hand: this is the stream for the single letter X.
  private static final byte[] BROTLI_X = HexFormat.of().parseHex("0b00805803");

  private static Exchange exchange(String encoding, byte[] body) {
    byte[] head =
        ("HTTP/1.1 200 OK\r\nContent-Encoding: " + encoding + "\r\n\r\n").getBytes(ISO_8859_1);
    byte[] response = Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, response, head.length, body.length);
    return Exchange.of(
        FetchRequest.get("http://a.example/"),
        new byte[0],
        response,
        new Exchange.Circumstances(null, Instant.EPOCH, 1, 1, Truncation.NONE, null));
  }

  private static Content content(String encoding, byte[] body) {
    return exchange(encoding, body).content();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] deflate(byte[] bytes, boolean raw) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(6, raw);
    try (DeflaterOutputStream deflate = new DeflaterOutputStream(out, deflater)) {
      deflate.write(bytes);
    }
    deflater.end();
    return out.toByteArray();
  }

  private static void assertText(String expected, Content content) {
    assertEquals(expected, new String(content.bytes(), ISO_8859_1));
    assertEquals(Content.Flaw.NONE, content.flaw());
  }

  @Test
  void everyCodingIsUndone() throws IOException {
    byte[] text = TEXT.getBytes(ISO_8859_1);
    assertText(TEXT, content("gzip", gzip(text)));
    assertText(TEXT, content("X-GZIP", gzip(text)));
    assertText(TEXT, content("deflate", deflate(text, false)));
    assertText(TEXT, content("deflate", deflate(text, true)));
    assertText(TEXT, content("identity", text));
    assertText(TEXT, content("gzip, gzip", gzip(gzip(text))));
    assertText("X", content("br", BROTLI_X));
  }

  @Test
  void plainTextThatClaimsToBeGzipIsTaken() {
    assertText(TEXT, content("gzip", TEXT.getBytes(ISO_8859_1)));
  }

  @Test
  void anUnknownCodingIsLeftAsItIs() {
    Content content = content("zstd", new byte[] {1, 2, 3});
    assertEquals(Content.Flaw.UNKNOWN_CODING, content.flaw());
    assertEquals(3, content.length());
    assertEquals(
        Content.Flaw.UNKNOWN_CODING, content("gzip,gzip,gzip,gzip", new byte[] {1}).flaw());
  }

  @Test
  void damagedDataGivesWhatIsGood() throws IOException {
    byte[] packed = gzip(TEXT.getBytes(ISO_8859_1));
    Content content = content("gzip", Arrays.copyOf(packed, packed.length - 9));
    assertEquals(Content.Flaw.BROKEN, content.flaw());
    assertTrue(TEXT.startsWith(new String(content.bytes(), ISO_8859_1)));
    assertEquals(Content.Flaw.BROKEN, content("br", new byte[] {5, 5, 5, 5}).flaw());
    assertEquals(Content.Flaw.BROKEN, content("deflate", new byte[] {5, 5, 5, 5}).flaw());
  }

  @Test
  void aBombIsCutAtTheLimit() throws IOException {
    byte[] bomb = gzip(new byte[Decoding.MAX_BYTES + 100_000]);
    int most = Math.max(Decoding.HARMLESS_BYTES, Decoding.MAX_RATIO * bomb.length);
    for (String coding : new String[] {"gzip", "gzip, gzip"}) {
      byte[] packed = coding.contains(",") ? gzip(bomb) : bomb;
      Content content = content(coding, packed);
      assertEquals(Content.Flaw.TOO_BIG, content.flaw());
      assertEquals(coding.contains(",") ? Decoding.HARMLESS_BYTES : most, content.length());
    }
  }

  @Test
  void theDigestIsOfTheBytesBeforeContentDecoding() throws IOException {
    byte[] packed = gzip(TEXT.getBytes(ISO_8859_1));
    assertEquals(packed.length, exchange("gzip", packed).payload().length());
  }
}
