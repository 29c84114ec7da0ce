package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Random style sheets, and what they name by the tokens of a foreign parser, css-tree:
/// `bench/requisites/css-vectors.mjs` makes them.
class CssUrlsTest {
  @Test
  void readsStyleSheetsAsAForeignParserDoes() throws Exception {
    int count = 0;
    List<String> wrong = new ArrayList<>();
    var file = Objects.requireNonNull(CssUrlsTest.class.getResourceAsStream("css-vectors.jsonl"));
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(file, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        List<Object> vector = JSON.std.listFrom(line);
        List<Object> found = new ArrayList<>();
        String css = (String) vector.getFirst();
        new CssUrls(css, true, (reference, style) -> found.add(List.of(reference, style))).read();
        if (!vector.get(1).equals(found)) {
          wrong.add(line + " but found " + found);
        }
        count++;
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(count > 1000, "vectors: " + count);
  }
}
