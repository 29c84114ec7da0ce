package nephila.copies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import nephila.UserError;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyTrackerTest {
  private static final long SEED = 11;

  @TempDir Path temp;

  private static String words(Random random, int count, int from) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("w").append(from + random.nextInt(900));
      text.append(i % 12 == 11 ? ". " : i % 60 == 59 ? "\n\n" : " ");
    }
    return text.toString();
  }

  private CopyTracker tracker(String text) throws Exception {
    Path folder = Files.createDirectories(temp.resolve("texts"));
    Files.writeString(folder.resolve("mine.txt"), text);
    return new CopyTracker(TrackedTexts.read(List.of(folder)), 0.15);
  }

  @Test
  void copiesInFiveDisguisesAreFoundAndQuotesAreNone() throws Exception {
    Random random = new Random(SEED);
    String text = words(random, 600, 0);
    CopyTracker tracker = tracker(text);
    String frame = words(random, 300, 5000);
    String[] words = text.split(" ");
    List<String> sentences = new ArrayList<>(List.of(text.split("[.] ")));
    Collections.shuffle(sentences, random);
    for (int i = 0; i < words.length; i += 12) {
      words[i] = "other";
    }
    List<String> disguises =
        List.of(
            frame + text + frame,
            frame + text.substring(text.length() / 2),
            frame + String.join(". ", sentences),
            frame + String.join(" ", words),
            frame + text.toUpperCase(java.util.Locale.ROOT).replace(" ", " — ").replace(".", ";"));
    for (String page : disguises) {
      List<CopyTracker.Copy> found = tracker.copies(page);
      assertEquals(1, found.size(), page);
      assertEquals("mine.txt", found.getFirst().text());
      assertTrue(found.getFirst().longest() >= 10);
    }
    assertEquals(1, tracker.copies(disguises.getFirst()).getFirst().share(), 1e-9);
    assertEquals(0.5, tracker.copies(disguises.get(1)).getFirst().share(), 0.02);
    String quote = text.substring(0, text.indexOf(". ", 200));
    assertEquals(List.of(), tracker.copies(frame + quote + frame), "a short quote");
    assertEquals(List.of(), tracker.copies(words(random, 3000, 0)), "the same words by chance");
  }

  @Test
  void thePassageIsShownAsThePageHasIt() throws Exception {
    String text = words(new Random(SEED), 100, 0);
    CopyTracker.Copy copy = tracker(text).copies("In front. " + text + " Behind").getFirst();
    assertTrue(text.replaceAll("\\s+", " ").startsWith(copy.passage().substring(0, 100)));
    assertEquals(100, copy.words());
  }

  @Test
  void scriptsThatDoNotPartWordsAreTrackedToo() throws Exception {
    String text = "国際連合は平和と安全を維持するために設立された国際機関であり、多くの国が加盟している。";
    assertEquals(1, tracker(text.repeat(2)).copies("前置き" + text + "後書き").size());
  }

  @Test
  void aTextThatIsTooShortIsRefused() throws Exception {
    Path file = temp.resolve("short.txt");
    Files.writeString(file, "Only a few words.");
    UserError refused =
        Assertions.assertThrows(UserError.class, () -> TrackedTexts.read(List.of(file)));
    assertTrue(refused.getMessage().contains("4 words"), refused.getMessage());
  }
}
