package nephila.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import crawlercommons.filters.basic.BasicURLNormalizer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The canonical form against the normaliser of crawler-commons, and the short way against the
/// long, on random URLs. Replay with `-Dnephila.seed=N`.
class CanonicalFormTest {
  private static final long SEED = Long.getLong("nephila.seed", 1);
  private static final String[] PIECES = {
    "a",
    "b",
    "page.html",
    "index",
    ".",
    "..",
    "",
    "~user",
    "%7e",
    "%2F",
    "%41",
    "%c3%a9",
    "%",
    "%4",
    "é",
    "日本",
    "a b",
    "x;y",
    "a+b",
    "a,b",
    "(x)",
    "a'b",
    "@",
    "a:b",
    "a=b",
    "*",
    "!",
    "$1",
    "{x}",
    "a|b",
    "a^b",
    "[x]",
    "`",
    "\"",
    "<b>",
    "2024",
    "news-1"
  };
  private static final String[] NAMES = {
    "a", "b", "id", "q", "page", "x.y", "zz", "", "u%20v", "A"
  };
  private static final String[] HOSTS = {
    "example.org", "EXAMPLE.org", "www.example.co.uk", "bücher.example", "a.b.c.d", "example.org.",
    "example.org:80", "example.org:8080", "localhost", "user@example.org", "127.0.0.1",
        "x-y.example"
  };

  private final Random random = new Random(SEED);

  @Test
  void theLibraryAgrees() {
    BasicURLNormalizer library =
        BasicURLNormalizer.newBuilder()
            .idnNormalization(BasicURLNormalizer.IdnNormalization.PUNYCODE)
            .build();
    int compared = 0;
    for (int i = 0; i < 10_000; i++) {
      String url = (random.nextBoolean() ? "http://" : "https://") + pick(HOSTS) + "/" + rest();
      String expected = shrinksBeforeQuery(url) ? null : library.filter(url);
      if (expected != null && !leadingDots(url)) {
        assertEquals(expected, CanonicalUrl.parse(url).toString(), () -> url + " seed " + SEED);
        compared++;
      }
    }
    assertTrue(compared > 3_000, "compared only " + compared);
  }

  /// The library resolves `/../..a`, and dots made of escapes behind it, otherwise than the RFC.
  private static boolean leadingDots(String url) {
    return url.matches("https?://[^/]*/+(\\.\\.?/+)*\\.\\.([^/?].*|/.*|$|\\?.*)");
  }

  /// The library cuts path and query in the wrong place, or throws, when an escape before the query
  /// is undone.
  private static boolean shrinksBeforeQuery(String url) {
    return url.matches("(?i)[^?]*%(2d|2e|3[0-9]|[46][1-9a-f]|5[0-9af]|7[0-9ae])[^?]*\\?.*");
  }

  @Test
  void theShortWayAndTheLongWayMeet() {
    String[] bases = {
      "http://example.org/",
      "http://example.org/a/b/c.html",
      "https://example.org:8080/x/y/?q=/z",
      "http://127.0.0.1:81/d/",
      "http://example.org/a?b=1/2"
    };
    int quick = 0;
    for (int i = 0; i < 30_000; i++) {
      CanonicalUrl base = CanonicalUrl.typed(pick(bases));
      String reference = reference(base);
      UrlResolver resolver = new UrlResolver(base);
      byte[] bytes = ("<" + reference + ">").getBytes(UTF_8);
      UrlOutcome outcome = resolver.resolve(bytes, 1, bytes.length - 1);
      assertEquals(
          base.resolve(reference).toString(),
          outcome.toString(),
          () -> reference + " on " + base + " seed " + SEED);
      quick += outcome instanceof CanonicalUrl ? 1 : 0;
    }
    assertTrue(quick > 10_000, "resolved only " + quick);
  }

  @Test
  void theCanonicalFormIsAFixedPoint() {
    for (int i = 0; i < 10_000; i++) {
      String url = "http://" + pick(HOSTS) + "/" + rest();
      if (CanonicalUrl.parse(url) instanceof CanonicalUrl canonical) {
        assertEquals(canonical, CanonicalUrl.parse(canonical.text()), () -> url + " seed " + SEED);
      }
    }
  }

  private String reference(CanonicalUrl base) {
    String fragment = random.nextInt(4) == 0 ? "#f/../x" : "";
    return switch (random.nextInt(7)) {
      case 0 -> "http://" + pick(HOSTS) + (random.nextBoolean() ? "/" + rest() : "") + fragment;
      case 1 -> base.origin() + "/" + rest() + fragment;
      case 2 -> "/" + rest() + fragment;
      case 3 -> "../".repeat(random.nextInt(5)) + rest() + fragment;
      case 4 -> "?" + query() + fragment;
      case 5 -> "h" + rest() + fragment;
      default -> rest() + fragment;
    };
  }

  private String rest() {
    StringBuilder text = new StringBuilder();
    int segments = random.nextInt(5);
    for (int i = 0; i < segments; i++) {
      text.append(i == 0 ? "" : "/").append(pick(PIECES));
      if (random.nextInt(8) == 0) {
        text.append(pick(PIECES));
      }
    }
    return random.nextInt(3) == 0 ? text.append('?').append(query()).toString() : text.toString();
  }

  private String query() {
    StringBuilder text = new StringBuilder();
    int parameters = random.nextInt(4);
    for (int i = 0; i < parameters; i++) {
      text.append(i == 0 ? "" : "&").append(pick(NAMES));
      if (random.nextInt(4) != 0) {
        text.append('=').append(random.nextInt(4) == 0 ? "" : pick(PIECES));
      }
    }
    return text.toString();
  }

  private String pick(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
