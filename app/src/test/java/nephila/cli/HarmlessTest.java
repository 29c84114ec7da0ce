package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import nephila.url.CanonicalUrl;
import nephila.url.FocusRules;
import nephila.url.Scope;
import org.junit.jupiter.api.Test;

/// What strangers wrote does nothing where it is shown.
class HarmlessTest {
  private static final String EVIL = "title\u001b[2J\u001b]0;evil\u0007 \u009b31m\u202Egnp.exe\r";

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(shown, true, StandardCharsets.UTF_8);
  private final Console console = new Console(stream, stream, false);

  private void assertHarmless() {
    String text = shown.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("title"), text);
    for (char c : "\u001b\u0007\u009b\u202E\r".toCharArray()) {
      assertFalse(text.indexOf(c) >= 0, "character " + (int) c);
    }
    assertEquals(1, text.lines().count(), "no line is begun by a stranger");
  }

  @Test
  void escapeSequencesAreMadeVisibleOnTheTerminal() {
    console.out("%s", EVIL);
    assertHarmless();
  }

  @Test
  void escapeSequencesAreMadeVisibleInComplaints() {
    console.err("%s", EVIL);
    assertHarmless();
  }

  @Test
  void jsonHoldsNoControlCharacter() {
    console.json(Map.of("title", EVIL.replace("\u202E", "").replace("\u009b", "") + "\n"));
    assertHarmless();
  }

  @Test
  void patternsOfUsersTakeLinearTime() {
    String page = "http://a.example/" + "a".repeat(1_500) + "!";
    CanonicalUrl url = CanonicalUrl.typed(page);
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          Scope.of(Scope.Kind.ANY, List.of(url), List.of("(a+)+$", "(a|a)*b"), List.of("(a*)*c"))
              .verdict(url);
          FocusRules.parse(List.of("url~(a+)+$ x3")).matching(url, null, "text/html");
        });
  }
}
