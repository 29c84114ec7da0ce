package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurtTest {
  @ParameterizedTest
  @CsvSource({
    "http://example.org/, 'org,example)/'",
    "https://www.Example.org/Path/?B=2&a=1, 'org,example)/path?b=2&a=1'",
    "http://www2.news.example.co.uk/a/, 'uk,co,example,news)/a'",
    "http://example.org:8080/x, 'org,example:8080)/x'",
    "http://127.0.0.1:81/x, '127.0.0.1:81)/x'",
    "http://www.com/, 'com)/'",
    "http://localhost/, 'localhost)/'",
  })
  void theHostIsReversedAndAllIsLowerCase(String url, String key) {
    assertEquals(key, Surt.key(CanonicalUrl.typed(url)));
  }

  @ParameterizedTest
  @CsvSource({
    "www.bbc.co.uk, bbc.co.uk",
    "a.github.io, a.github.io",
    "x.a.github.io, a.github.io",
    "example.org, example.org",
    "site01.test, site01.test",
    "a.site01.test, site01.test",
    "127.0.0.1, 127.0.0.1",
    "[::1], [::1]",
    "localhost, localhost",
    "co.uk, co.uk",
    "a.b.xn--bcher-kva.example, xn--bcher-kva.example",
  })
  void aSiteIsARegisteredDomain(String host, String site) {
    assertEquals(site, Sites.of(host));
    assertEquals(site, Sites.of(host));
  }
}
