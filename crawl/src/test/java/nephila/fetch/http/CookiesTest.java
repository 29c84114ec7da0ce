package nephila.fetch.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.time.Instant;
import java.util.Objects;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Headers;
import nephila.fetch.Truncation;
import org.junit.jupiter.api.Test;

class CookiesTest {
  private final Cookies cookies = new Cookies();

  private static Target target(String url) {
    return Objects.requireNonNull(Target.parse(url));
  }

  private static Headers setting(String... cookies) {
    StringBuilder head = new StringBuilder("HTTP/1.1 200 OK\r\n");
    for (String cookie : cookies) {
      head.append("Set-Cookie: ").append(cookie).append("\r\n");
    }
    byte[] bytes = head.append("Content-Length: 0\r\n\r\n").toString().getBytes(ISO_8859_1);
    var how =
        new Exchange.Circumstances(
            InetAddress.getLoopbackAddress(), Instant.EPOCH, 1, 1, Truncation.NONE, null);
    return Exchange.of(FetchRequest.get("http://a.test/"), new byte[0], bytes, how).headers();
  }

  private String sent(String url) {
    return String.valueOf(cookies.field(target(url)));
  }

  @Test
  void aHostHasFiftyCookiesAtMost() {
    for (int i = 0; i < Cookies.MAX_PER_HOST + 20; i++) {
      cookies.learn(target("http://a.test/"), setting("n" + i + "=v"));
    }
    assertEquals(Cookies.MAX_PER_HOST, sent("http://a.test/").split("; ").length);
    assertTrue(sent("http://a.test/").contains("n49=v"));
    cookies.learn(target("http://a.test/"), setting("n3=new"));
    assertTrue(sent("http://a.test/").contains("n3=new"), "a known one may change");
  }

  @Test
  void aCookieHasAtMostFourThousandLetters() {
    String most = "a=" + "x".repeat(Cookies.MAX_LENGTH - 2);
    cookies.learn(target("http://a.test/"), setting(most, "b=" + most));
    assertEquals(most, sent("http://a.test/"));
  }

  @Test
  void tenThousandHostsAreKnownAndTheOldestIsForgotten() {
    for (int i = 0; i <= Cookies.MAX_HOSTS; i++) {
      cookies.learn(target("http://h" + i + ".test/"), setting("a=b"));
    }
    assertNull(cookies.field(target("http://h0.test/")));
    assertEquals("a=b", sent("http://h1.test/"));
  }

  @Test
  void aCookieGoesBackToItsHostItsPathAndASecureOneByTlsOnly() {
    cookies.learn(
        target("https://a.test/"),
        setting("all=1; Domain=test", "deep=2; Path=/x", "tls=3; Secure"));
    assertEquals("all=1; tls=3", sent("https://a.test/"));
    assertEquals("all=1; deep=2", sent("http://a.test/x/y"));
    assertNull(cookies.field(target("http://b.test/")));
  }

  @Test
  void aCookieThatHasEndedIsForgotten() {
    cookies.learn(target("http://a.test/"), setting("a=1", "b=2"));
    cookies.learn(target("http://a.test/"), setting("a=; Max-Age=0"));
    assertEquals("b=2", sent("http://a.test/"));
    cookies.learn(target("http://a.test/"), setting("b=; max-age=-5"));
    assertNull(cookies.field(target("http://a.test/")));
  }
}
