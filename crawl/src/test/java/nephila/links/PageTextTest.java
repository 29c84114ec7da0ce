package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PageTextTest {
  private static PageText text(String page) {
    byte[] bytes = page.getBytes(UTF_8);
    return PageText.of(bytes, 0, bytes.length, "text/html; charset=utf-8");
  }

  @Test
  void itIsWhatAReaderSees() {
    PageText text =
        text(
            "<title>The\n"
                + " title</title><style>p{}</style><h1>One <i>big</i>"
                + " head</h1><p>Some&nbsp;text<!-- no --> wit<b>hin</b> a"
                + " word<script>no()</script><td>cell<td>cell &lt;3<h2>Two</h2>end");
    assertEquals("The title", text.title());
    assertEquals(List.of("One big head", "Two"), text.headings());
    assertEquals("One big head Some text within a word cell cell <3 Two end", text.text());
  }

  @Test
  void anUnclosedHeadingEndsWithThePage() {
    assertEquals(List.of("a", "b"), text("<h1>a<h2>b").headings());
    assertEquals("", text("").text());
    assertEquals("", text("<script>unclosed").text());
  }

  @Test
  void copiesAreAlikeAndOthersAreNot() {
    Random random = new Random(42);
    String[] words = new String[2000];
    for (int i = 0; i < words.length; i++) {
      words[i] = Long.toString(random.nextLong() >>> 40, 36);
    }
    int copies = 0;
    for (int round = 0; round < 50; round++) {
      String page = sentence(random, words, 600);
      String other = sentence(random, words, 600);
      String edited = page + " printed on day " + round;
      long signature = TextSignature.of(page);
      copies += TextSignature.copies(signature, TextSignature.of(edited)) ? 1 : 0;
      assertTrue(TextSignature.distance(signature, TextSignature.of(other)) > 10);
    }
    assertTrue(copies >= 45, copies + " of 50 edited pages known as copies");
  }

  private static String sentence(Random random, String[] words, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(words[random.nextInt(words.length)]).append(' ');
    }
    return text.toString();
  }

  @Test
  void pagesWithoutTextAreNoCopies() {
    assertEquals(0, TextSignature.of(" -- "));
    assertFalse(TextSignature.copies(0, 0));
  }

  @Test
  void aSoftNotFoundIsKnownThoughItNamesWhatWasAsked() {
    String apology =
        "<title>Oops</title><p>We are sorry, the page %s could not be found on this server. Perhaps"
            + " it was moved or never existed. Try the search or go back to the front page.";
    SoftNotFound probe = SoftNotFound.of(text(apology.formatted("/x7f3a9c21")));
    assertTrue(probe.matches(text(apology.formatted("/products/12"))));
    assertFalse(
        probe.matches(text("<title>Oops</title><p>A page about mistakes and their history.")));
    assertFalse(
        probe.matches(text("<title>Products</title><p>All that we have to sell this year.")));
  }
}
