package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopeTest {
  private static final List<CanonicalUrl> SEEDS =
      List.of(
          CanonicalUrl.typed("https://www.example.co.uk/docs/start.html"),
          CanonicalUrl.typed("http://127.0.0.1:8080/"));

  @ParameterizedTest
  @CsvSource({
    "https://www.example.co.uk/docs/start.html, PAGE",
    "https://www.example.co.uk/docs/a/b, PREFIX",
    "http://www.example.co.uk/docs/, PREFIX",
    "https://www.example.co.uk/docsx, HOST",
    "https://www.example.co.uk/, HOST",
    "https://www.example.co.uk:444/, DOMAIN",
    "https://news.example.co.uk/, DOMAIN",
    "https://other.co.uk/, ANY",
    "http://127.0.0.1:8080/x, PREFIX",
    "http://127.0.0.1:8081/x, DOMAIN",
    "http://127.0.0.2:8080/x, ANY",
  })
  void eachKindReachesSoFarAndNoFarther(String url, Scope.Kind narrowest) {
    for (Scope.Kind kind : Scope.Kind.values()) {
      boolean expected = kind.compareTo(narrowest) >= 0;
      assertEquals(expected, Scope.of(kind, SEEDS).contains(CanonicalUrl.typed(url)), kind::name);
    }
  }

  @Test
  void patternsNarrowTheScopeButNeverLoseASeed() {
    Scope scope =
        Scope.of(Scope.Kind.HOST, SEEDS, List.of("/news/", "\\.html$"), List.of("print=1"));
    assertEquals(Scope.Verdict.IN, verdict(scope, "https://www.example.co.uk/news/1"));
    assertEquals(Scope.Verdict.NOT_INCLUDED, verdict(scope, "https://www.example.co.uk/old/1"));
    assertEquals(
        Scope.Verdict.EXCLUDED, verdict(scope, "https://www.example.co.uk/news/1?print=1"));
    assertEquals(Scope.Verdict.OUTSIDE, verdict(scope, "https://example.org/news/1"));
    assertEquals(Scope.Verdict.IN, verdict(scope, "http://127.0.0.1:8080/"));
  }

  private static Scope.Verdict verdict(Scope scope, String url) {
    return scope.verdict(CanonicalUrl.typed(url));
  }

  @Test
  void aPatternThatIsNoneIsTheUsersMistake() {
    UserError error =
        assertThrows(
            UserError.class,
            () -> Scope.of(Scope.Kind.ANY, SEEDS, List.of(), List.of("(unclosed")));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("--exclude") && message.contains("(unclosed"), message);
  }

  @Test
  void evilPatternsTakeLinearTime() {
    Scope scope = Scope.of(Scope.Kind.ANY, SEEDS, List.of("^(.*a){20}$"), List.of());
    CanonicalUrl url = CanonicalUrl.typed("http://example.org/" + "a".repeat(1500) + "b");
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> scope.contains(url));
  }

  @Test
  void aSeedThatTheRulesDoNotDescribeIsOnlyAWayIn() {
    CanonicalUrl seed = CanonicalUrl.typed("http://a.test/start");
    Scope scope = Scope.of(Scope.Kind.HOST, List.of(seed), List.of("/docs/"), List.of());
    assertTrue(scope.contains(seed));
    assertFalse(scope.describes(seed));
    assertTrue(scope.describes(CanonicalUrl.typed("http://a.test/docs/x")));
    assertTrue(Scope.of(Scope.Kind.PAGE, List.of(seed)).describes(seed));
    assertFalse(Scope.of(Scope.Kind.PAGE, List.of(), List.of("/docs/"), List.of()).describes(seed));
  }
}
