package nephila.refresh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nephila.links.PageText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MissingWordsTest {
  private static final String LONG = "Words about other things altogether. ".repeat(80);

  private static boolean missing(String html) {
    byte[] bytes = html.getBytes(UTF_8);
    return MissingWords.in(PageText.of(bytes, 0, bytes.length, "text/html; charset=utf-8"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<title>Page Not Found</title><p>x",
        "<title>404 Not Found</title><p>x",
        "<title>My site - 404</title><p>x",
        "<title>My site | Not Found</title><p>x",
        "<title>My site</title><h1>Error 404</h1>",
        "<title>My site</title><h2>Not Found</h2>",
        "<title>My site</title><p>The requested URL /x.html was not found on this server.",
        "<title>My site</title><p>Sorry, the page could not be found.",
        "<title>Fehler</title><p>Die Seite wurde nicht gefunden.",
        "<title>Erreur</title><p>Page introuvable",
      })
  void pagesThatSaySoAreMissing(String html) {
    assertTrue(missing(html), html);
    assertTrue(missing(html + "</p></h1></h2><p>"), html);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<title>NotFoundException (API)</title><h1>Class NotFoundException</h1>",
        "<title>How to configure error pages</title><h1>Error pages</h1>",
        "<title>Peugeot 404 owners</title><h1>The Peugeot 404</h1>A fine car.",
        "<title>A treasure that was never found</title>It was lost.",
        "",
      })
  void otherPagesAreNot(String html) {
    assertFalse(missing(html), html);
    assertFalse(missing(html + LONG + "The server answers 404 Not Found then." + LONG), html);
  }
}
