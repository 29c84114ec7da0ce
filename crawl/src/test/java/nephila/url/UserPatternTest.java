package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserPatternTest {
  @Test
  void itIsFoundAnywhere() {
    assertTrue(UserPattern.compile("--include", "/news/\\d{4}", false).isIn("http://a/news/2024/"));
    assertFalse(UserPattern.compile("--include", "^/news", false).isIn("http://a/news/"));
    assertTrue(UserPattern.compile("--include", "NEWS", true).isIn("http://a/news/"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a{1000}",
        "(a{10}){10}",
        "[0-9a-f]{64}",
        "[]a]{3}[^]b]",
        "[[:alpha:]]{100}",
        "a{,3}b{x}",
        "\\Q((((\\E{3}",
        "(a|b)*\\{1000",
        "x{2,}y{0,500}"
      })
  void whatPeopleWriteIsTaken(String pattern) {
    UserPattern.compile("--include", pattern, false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "(a{100}b{100}){100}",
        "((((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9}){9})",
        "(?:[a-z]{1000}){5}",
        "(\\Qabcdefghij\\E){1000}"
      })
  void repeatsOfRepeatsAreRefused(String pattern) {
    UserError refused =
        assertThrows(UserError.class, () -> UserPattern.compile("--include", pattern, false));
    assertTrue(refused.getMessage().contains("steps with its repeats written out"), pattern);
  }

  @Test
  void deepGroupsAreRefused() {
    String deep = "(".repeat(1900) + "a" + ")".repeat(1900);
    UserError refused =
        assertThrows(UserError.class, () -> UserPattern.compile("--exclude", deep, false));
    assertTrue(refused.getMessage().endsWith("has groups 101 deep, at most 100 are taken"));
  }

  @Test
  void longPatternsAreRefusedInOneLine() {
    UserError refused =
        assertThrows(
            UserError.class, () -> UserPattern.compile("--exclude", "(".repeat(5000), false));
    assertEquals(
        "--exclude '" + "(".repeat(40) + "…' is 5,000 letters long, at most 4,000 are taken",
        refused.getMessage());
  }

  @Test
  void everyPlaceThatTakesAPatternHasTheLimits() {
    String large = "((a{1000}){1000}){1000}";
    List<CanonicalUrl> seeds = List.of(CanonicalUrl.typed("http://a.example/"));
    assertThrows(
        UserError.class, () -> Scope.of(Scope.Kind.HOST, seeds, List.of(large), List.of()));
    assertThrows(
        UserError.class, () -> Scope.of(Scope.Kind.HOST, seeds, List.of(), List.of(large)));
    assertThrows(UserError.class, () -> FocusRule.parse("url~" + large + " x3"));
    assertThrows(UserError.class, () -> FocusRule.parse("anchor~" + large + " x3"));
  }
}
