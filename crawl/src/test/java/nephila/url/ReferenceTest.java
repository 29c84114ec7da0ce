package nephila.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceTest {
  private static final CanonicalUrl BASE = CanonicalUrl.typed("http://a/b/c/d;p?q");

  /// RFC 3986 §5.4, normal and abnormal examples, less their fragments.
  @ParameterizedTest
  @CsvSource({
    "g, http://a/b/c/g",
    "./g, http://a/b/c/g",
    "g/, http://a/b/c/g/",
    "/g, http://a/g",
    "//g, http://g/",
    "?y, http://a/b/c/d;p?y",
    "g?y, http://a/b/c/g?y",
    "#s, http://a/b/c/d;p?q",
    "g#s, http://a/b/c/g",
    ";x, http://a/b/c/;x",
    "g;x?y#s, http://a/b/c/g;x?y",
    "'', http://a/b/c/d;p?q",
    "., http://a/b/c/",
    "./, http://a/b/c/",
    ".., http://a/b/",
    "../, http://a/b/",
    "../g, http://a/b/g",
    "../.., http://a/",
    "../../g, http://a/g",
    "../../../g, http://a/g",
    "../../../../g, http://a/g",
    "/./g, http://a/g",
    "/../g, http://a/g",
    "g., http://a/b/c/g.",
    ".g, http://a/b/c/.g",
    "g.., http://a/b/c/g..",
    "..g, http://a/b/c/..g",
    "./../g, http://a/b/g",
    "./g/., http://a/b/c/g/",
    "g/./h, http://a/b/c/g/h",
    "g/../h, http://a/b/c/h",
    "g;x=1/./y, http://a/b/c/g;x=1/y",
    "g;x=1/../y, http://a/b/c/y",
    "g?y/./x, http://a/b/c/g?y/./x",
    "http:g, http://a/b/c/g",
    "https:g, https://g/",
    "' \tg \n', http://a/b/c/g",
  })
  void theExamplesOfTheRfcResolve(String reference, String expected) {
    assertEquals(expected, BASE.resolve(reference).toString());
    byte[] bytes = reference.getBytes(UTF_8);
    assertEquals(expected, new UrlResolver(BASE).resolve(bytes, 0, bytes.length).toString());
  }

  @Test
  void lineEndsInsideAReferenceAreDropped() {
    assertEquals("http://a/b/c/gh", BASE.resolve("g\r\n\th").toString());
  }

  @Test
  void aQueryIsEscapedInTheCharsetOfThePageAndAPathInUtf8() {
    UrlResolver resolver = new UrlResolver(BASE);
    resolver.rebase(BASE, Charset.forName("windows-1252"));
    assertEquals("http://a/%C3%A9?x=%E9", resolver.resolve("/é?x=é").toString());
    assertEquals("http://a/?x=%26%231046%3B", resolver.resolve("/?x=Ж").toString());
    byte[] bytes = {'/', (byte) 0xE9, '?', (byte) 0xE9};
    assertEquals("http://a/%C3%A9?%E9", resolver.resolve(bytes, 0, bytes.length).toString());
  }
}
