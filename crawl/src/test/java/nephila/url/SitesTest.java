package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SitesTest {
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
    "a..b, .b",
    ".b, .b",
    "x!y.(z), x!y.(z)",
    "xn--a.xn--b, xn--a.xn--b",
    "a.b.xn--bcher-kva.example, xn--bcher-kva.example",
  })
  void aSiteIsARegisteredDomain(String host, String site) {
    assertEquals(site, Sites.of(host));
    assertEquals(site, Sites.of(host));
  }
}
