package nephila.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import nephila.topic.WordBag.Words;
import org.junit.jupiter.api.Test;

class PageModelTest {
  private static final String[] ANIMAL =
      "cat paw jungle prey claw whisker hunts spotted".split(" ");
  private static final String[] CAR =
      "engine wheel gear coupe motor drives leather brake".split(" ");
  private static final String[] COMMON =
      "the jaguar is fast and large this page has more".split(" ");

  private static Words page(Random random, String[] topic, int topical) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      String[] from = i < topical ? topic : COMMON;
      text.append(from[random.nextInt(from.length)]).append(' ');
    }
    return WordBag.empty().add(text.toString(), 0, 1).words();
  }

  @Test
  void fiveExamplesTellTwoMeaningsOfAWordApart() {
    Random random = new Random(1);
    PageModel model = new PageModel();
    for (int i = 0; i < 5; i++) {
      model.example(page(random, ANIMAL, 20));
    }
    for (int i = 0; i < 400; i++) {
      model.seen(page(random, i % 4 == 0 ? ANIMAL : CAR, 20), 0);
    }
    int right = 0;
    for (int i = 0; i < 200; i++) {
      boolean animal = i % 2 == 0;
      double relevance = model.relevance(page(random, animal ? ANIMAL : CAR, 15));
      right += relevance >= 0.5 == animal ? 1 : 0;
    }
    assertTrue(right >= 196, right + " of 200");
  }

  @Test
  void anExampleOfSomethingElseAgreesLeast() {
    Random random = new Random(2);
    PageModel model = new PageModel();
    for (int i = 0; i < 4; i++) {
      model.example(page(random, ANIMAL, 30));
    }
    model.example(page(random, CAR, 30));
    for (int i = 0; i < 50; i++) {
      model.seen(page(random, COMMON, 30), 0);
    }
    double[] agreement = model.agreement();
    double least = Arrays.stream(agreement).min().orElseThrow();
    assertEquals(least, agreement[4]);
    assertTrue(agreement[4] < 0.5 * agreement[0], Arrays.toString(agreement));
  }

  @Test
  void itSaysWhichWordsSpokeAndNeighboursMoveWhatIsOpen() {
    Random random = new Random(3);
    PageModel model = new PageModel();
    for (int i = 0; i < 3; i++) {
      model.example(page(random, ANIMAL, 30));
    }
    for (int i = 0; i < 60; i++) {
      model.seen(page(random, CAR, 30), 0);
    }
    WordBag bag = WordBag.remembering().add("whisker paw brake whisker", 0, 1);
    String because = model.because(bag, 3);
    assertTrue(because.contains("+whisker") && because.contains("+paw"), because);
    assertEquals(0.5, PageModel.among(0.5, 0), 1e-9);
    assertTrue(PageModel.among(0.5, 2) > 0.85);
    assertTrue(PageModel.among(1, -50) < 0.5);
  }

  @Test
  void aBagSplitsNamesCountsPairsOfIdeographsAndKeepsKindsApart() {
    WordBag bag = WordBag.remembering().add("HashMap \u8718\u86db\u7db2 HTTPServer", 0, 1);
    bag.add("map", 2, 1);
    String words = "";
    for (int number : bag.words().numbers()) {
      words += bag.word(number).orElseThrow() + " ";
    }
    for (String wanted : "hash map hashmap \u8718\u86db \u86db\u7db2 http server /map".split(" ")) {
      assertTrue((" " + words).contains(" " + wanted + " "), wanted + " in " + words);
    }
    assertTrue(WordBag.empty().add("a ".repeat(1_000_000), 0, 1).isEmpty());
  }
}
