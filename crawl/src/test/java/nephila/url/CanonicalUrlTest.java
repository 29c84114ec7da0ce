package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalUrlTest {
  @ParameterizedTest
  @CsvSource({
    "http://example.org, http://example.org/",
    "HTTP://EXAMPLE.org/Path, http://example.org/Path",
    "http://example.org:80/, http://example.org/",
    "https://example.org:443/, https://example.org/",
    "https://example.org:80/, https://example.org:80/",
    "http://example.org:/, http://example.org/",
    "http://example.org:080/, http://example.org/",
    "http://user:secret@example.org/, http://example.org/",
    "http://a@b@example.org/, http://example.org/",
    "http://example.org/a/./b/../c, http://example.org/a/c",
    "http://example.org/../../a, http://example.org/a",
    "http://example.org/a//b, http://example.org/a/b",
    "http://example.org/a/.., http://example.org/",
    "http://example.org/%7Euser/%2fa, http://example.org/~user/%2Fa",
    "http://example.org/%zz%, http://example.org/%25zz%25",
    "http://example.org/a b, http://example.org/a%20b",
    "http://example.org/é, http://example.org/%C3%A9",
    "http://example.org/?b=2&a=1&b=1, http://example.org/?a=1&b=2&b=1",
    "http://example.org/?, http://example.org/",
    "http://example.org/?&&x=&, http://example.org/?x",
    "http://example.org?q, http://example.org/?q",
    "http://example.org#top, http://example.org/",
    "http://bücher.example/, http://xn--bcher-kva.example/",
    "http://faß.de/, http://xn--fa-hia.de/",
    "http://FAẞ.de/, http://xn--fa-hia.de/",
    "http://fa%C3%9F.de/, http://xn--fa-hia.de/",
    "http://例え。テスト/, http://xn--r8jz45g.xn--zckzah/",
    "http://a..b/, http://a..b/",
    "http://a+b(c)/, http://a+b(c)/",
    "http://EXAMPLE.org./, http://example.org/",
    "http://127.1/, http://127.0.0.1/",
    "http://0x7f000001/, http://127.0.0.1/",
    "http://2130706433/, http://127.0.0.1/",
    "http://0177.0.0.01/, http://127.0.0.1/",
    "http://[::1]:8080/x, http://[::1]:8080/x",
    "http://[2001:DB8:0:0:1:0:0:1]/, http://[2001:db8::1:0:0:1]/",
    "http://[::ffff:127.0.0.1]/, http://[::ffff:7f00:1]/",
    "http:\\\\example.org\\a\\b, http://example.org/a/b",
    "http:/example.org/a, http://example.org/a",
    "http:example.org/a, http://example.org/a",
    "http://example.org/a;jsessionid=0A1B2C?x=1, http://example.org/a?x=1",
    "http://example.org/?PHPSESSID=abc&x=1, http://example.org/?x=1",
    "http://example.org/?sid=12, http://example.org/?sid=12",
    "http://example.org/?sid=0123456789abcdef0123456789abcdef, http://example.org/",
    "http://my_host.example.org/, http://my_host.example.org/",
  })
  void everySpellingHasOneForm(String written, String canonical) {
    assertEquals(canonical, CanonicalUrl.parse(written).toString());
    assertEquals(canonical, CanonicalUrl.parse(canonical).toString(), "not a fixed point");
  }

  @ParameterizedTest
  @CsvSource({
    "mailto:a@example.org, OTHER_SCHEME",
    "javascript:void(0), OTHER_SCHEME",
    "ftp://example.org/, OTHER_SCHEME",
    "http:///, NO_HOST",
    "http://, NO_HOST",
    "/relative, NO_HOST",
    "http://exa mple.org/, BAD_HOST",
    "http://foo.09/, BAD_HOST",
    "http://1.2.3.08/, BAD_HOST",
    "http://a^b/, BAD_HOST",
    "http://../, BAD_HOST",
    "http://256.1.1.1/, BAD_HOST",
    "http://1.2.3.4.5/, BAD_HOST",
    "http://[::1/, BAD_HOST",
    "http://[::1%25eth0]/, BAD_HOST",
    "http://%00/, BAD_HOST",
    "http://example.org:99999/, BAD_PORT",
    "http://example.org:8a/, BAD_PORT",
  })
  void whatLeadsNowhereSaysWhy(String written, BadUrl why) {
    assertEquals(why, CanonicalUrl.parse(written));
  }

  @Test
  void theLongestUrlAllowedIsAllowedAndNoLonger() {
    String start = "http://example.org/";
    String longest = start + "a".repeat(CanonicalUrl.MAX_LENGTH - start.length());
    assertEquals(longest, CanonicalUrl.parse(longest).toString());
    assertEquals(BadUrl.TOO_LONG, CanonicalUrl.parse(longest + "a"));
  }

  /// Found by the fuzzer: the JDK's IDN breaks on labels beyond a thousand signs.
  @Test
  void aHostOfAThousandLettersBeyondAsciiIsNoHost() {
    assertInstanceOf(BadUrl.class, CanonicalUrl.parse("http://" + "é".repeat(1500) + ".example/"));
    assertInstanceOf(BadUrl.class, CanonicalUrl.parse("http://" + "%C3%A9".repeat(300) + "/"));
  }

  @Test
  void itsPartsAreThoseOfTheText() {
    CanonicalUrl url = CanonicalUrl.typed("https://www.example.co.uk:8443/a/b?x=1#f");
    assertEquals("https", url.scheme());
    assertEquals("www.example.co.uk", url.host());
    assertEquals(8443, url.port());
    assertEquals("www.example.co.uk:8443", url.authority());
    assertEquals("https://www.example.co.uk:8443", url.origin());
    assertEquals("/a/b", url.path());
    assertEquals("x=1", url.query());
    assertEquals("/a/b?x=1", url.pathAndQuery());
    assertEquals("example.co.uk", url.site());
    assertEquals(80, CanonicalUrl.typed("http://a.example/").port());
    assertEquals("[::1]", CanonicalUrl.typed("http://[::1]/").host());
    assertEquals(81, CanonicalUrl.typed("http://[::1]:81/").port());
    assertEquals("a", CanonicalUrl.typed("http://a/").host());
    assertEquals(81, CanonicalUrl.typed("http://a:81/").port());
  }

  @Test
  void aUserMayLeaveTheSchemeOut() {
    assertEquals("http://example.org/", CanonicalUrl.typed(" example.org ").text());
    assertEquals("http://localhost:8080/a", CanonicalUrl.typed("localhost:8080/a").text());
  }

  @Test
  void aUserWhoTypesNoUrlIsToldWhatToDo() {
    for (String typed : new String[] {"", "not a url", "mailto:me@example.org", "http://"}) {
      UserError error = assertThrows(UserError.class, () -> CanonicalUrl.typed(typed));
      String message = String.valueOf(error.getMessage());
      assertTrue(message.contains("write it like https://example.org/"), message);
      assertTrue(message.contains("'" + typed + "'"), message);
    }
  }
}
