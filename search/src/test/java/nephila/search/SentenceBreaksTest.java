package nephila.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SentenceBreaksTest {
  private static List<String> parts(String text) {
    SentenceBreaks breaks = new SentenceBreaks();
    breaks.setText(text);
    List<String> parts = new ArrayList<>();
    int from = breaks.first();
    for (int to = breaks.next(); to != BreakIterator.DONE; to = breaks.next()) {
      parts.add(text.substring(from, to));
      from = to;
    }
    return parts;
  }

  @Test
  void sentencesAndLinesAreParts() {
    assertEquals(
        List.of("Is it? ", "It is java.util.List, 1.5 of it! ", "A line\n", "another."),
        parts("Is it? It is java.util.List, 1.5 of it! A line\nanother."));
  }

  @Test
  void goingBackFindsTheSameBreaks() {
    String text = "One. Two.\nThree? Four";
    SentenceBreaks breaks = new SentenceBreaks();
    breaks.setText(text);
    List<Integer> back = new ArrayList<>();
    breaks.last();
    for (int at = breaks.previous(); at != BreakIterator.DONE; at = breaks.previous()) {
      back.addFirst(at);
    }
    assertEquals(List.of(0, 5, 10, 17), back);
    assertEquals(5, breaks.following(2));
    assertEquals(5, breaks.preceding(9));
    assertEquals(0, breaks.preceding(5));
    assertEquals(BreakIterator.DONE, breaks.preceding(0));
    assertEquals(BreakIterator.DONE, breaks.following(text.length()));
    assertThrows(IllegalArgumentException.class, () -> breaks.following(99));
  }

  @Test
  void nothingHasNoParts() {
    assertEquals(List.of(), parts(""));
  }
}
