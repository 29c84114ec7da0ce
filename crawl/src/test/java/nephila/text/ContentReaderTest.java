package nephila.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContentReaderTest {
  private static final String WORDS =
      "The river rises in the hills above the old town and runs for ninety miles to the sea. ";

  private static PageContent read(String html) {
    return read(html, SiteTemplate.NONE);
  }

  private static PageContent read(String html, SiteTemplate template) {
    byte[] bytes = html.getBytes(UTF_8);
    return ContentReader.read(
        bytes, 0, bytes.length, "text/html; charset=utf-8", "http://h.test/a/b", template);
  }

  @Test
  void headingsListsTablesCodeLinksAndWordsOfImagesAreKept() {
    PageContent page =
        read(
            """
            <html lang=en-GB><head><title>A river</title></head><body><main><h1>A river</h1>
            <p>It <b>rises</b> in <a href="../hills">the hills</a> and runs <i>far</i>.</p>
            <h2>Towns</h2><ul><li>One<li>Two <ul><li>Inner</ul></ul>
            <ol><li>First<li>Second</ol>
            <table><tr><th>Name<th>Miles<tr><td>A|b<td>7<tr><td>C<td>9</table>
            <pre><code class="language-java">int x = 1;
            int y = 2;</code></pre>
            <p>Use <code>a`b</code>. <img src=/p.png alt="A map"></p>
            <blockquote><p>Said once.</p></blockquote></main></body></html>
            """);
    assertEquals("A river", page.title());
    assertEquals("en-GB", page.language());
    assertEquals(List.of("A river", "Towns"), page.headings());
    assertEquals(
        """
        # A river

        It **rises** in [the hills](http://h.test/hills) and runs *far*.

        ## Towns

        - One
        - Two

          - Inner

        1. First
        2. Second

        | Name | Miles |
        | --- | --- |
        | A\\|b | 7 |
        | C | 9 |

        ```java
        int x = 1;
        int y = 2;
        ```

        Use ``a`b``. [image: A map](http://h.test/p.png)

        > Said once.\
        """,
        page.markdown());
    assertTrue(page.text().contains("Name\tMiles\nA|b\t7"), page.text());
    assertEquals(List.of("http://h.test/hills"), page.links());
  }

  private static String page(int number, String more) {
    return "<html><body><div class=top><a href=/>Home</a> <a href=/x>Shop with us today</a></div>"
        + "<div id=c"
        + "><h1>Page "
        + "abcdefgh".charAt(number % 8)
        + "</h1><p>"
        + WORDS.replace("river", "river of number " + "abcdefgh".charAt(number % 8))
        + "</p>"
        + more
        + "</div><div class=side><p>Our newsletter tells all about rivers, sent to you every month"
        + " for free, with no strings.</p></div></body></html>";
  }

  @Test
  void whatThePagesOfAHostShareIsNoContent() {
    SiteTemplate.Learner learner = new SiteTemplate.Learner();
    for (int i = 0; i < 8; i++) {
      byte[] bytes = page(i, "").getBytes(UTF_8);
      learner.page(bytes, 0, bytes.length, "text/html");
    }
    String text = read(page(3, "<p>Only here: a ferry.</p>"), learner.learned()).text();
    assertTrue(text.contains("Page d") && text.contains("ferry"), text);
    assertFalse(text.contains("newsletter"), text);
    assertFalse(text.contains("Shop"), text);
    assertTrue(read(page(3, "")).text().contains("newsletter"), "alone nobody can know");
  }

  @Test
  void withFewPagesNothingIsLearned() {
    SiteTemplate.Learner learner = new SiteTemplate.Learner();
    byte[] bytes = page(1, "").getBytes(UTF_8);
    learner.page(bytes, 0, bytes.length, "text/html");
    learner.page(bytes, 0, bytes.length, "text/html");
    assertEquals(0, learner.learned().pages());
  }

  @Test
  void aPageThatIsAllSharedStillSaysSomething() {
    SiteTemplate.Learner learner = new SiteTemplate.Learner();
    byte[] bytes = page(1, "").getBytes(UTF_8);
    for (int i = 0; i < 8; i++) {
      learner.page(bytes, 0, bytes.length, "text/html");
    }
    assertTrue(read(page(1, ""), learner.learned()).text().contains("ninety miles"));
  }

  @Test
  void landmarksAndLinksBesideTheTextAreLeftOut() {
    String text =
        read("<body><nav>Way home</nav><header><a href=/>Logo</a></header><article><h1>T</h1>"
                + ("<p>" + WORDS + WORDS + "</p>").repeat(3)
                + "</article><aside>Buy now</aside><footer>Imprint</footer>"
                + "<div style='display: none'>unseen</div><script>alert(1)</script></body>")
            .text();
    assertTrue(text.startsWith("T\n\nThe river"), text);
    for (String gone : List.of("Way home", "Logo", "Buy now", "Imprint", "unseen", "alert")) {
      assertFalse(text.contains(gone), gone);
    }
  }

  @Test
  void nothingOfAPageRunsWhenItsMarkdownIsShown() {
    PageContent page =
        read(
            "<main><h1>[x](javascript:alert(1)) &lt;script&gt;</h1><p>&lt;script&gt;alert(1)"
                + "&lt;/script&gt; ![p](http://evil.test/pixel) &amp;lt;b&amp;gt; *star* _u_ "
                + "<a href='javascript:alert(1)'>j</a> <a href='data:text/html,x'>d</a> "
                + "<a href=\"http://e.test/a)b(c <>&quot;\">good</a> "
                + "<a href='vbscript:x'>v</a><img alt='](http://evil.test)' src='http://i.test/'>"
                + "</p><p># no heading</p><p>1. no list</p><p>- no item</p><p>&gt; no quote</p>"
                + "<pre>```\n&lt;script&gt;\n```` out</pre></main>");
    String markdown = page.markdown();
    assertFalse(
        markdown.replaceAll("(?s)`````\n.*?\n`````", "").matches("(?s).*(?<!\\\\)<.*"), markdown);
    assertFalse(markdown.matches("(?s).*(?<!\\\\)\\]\\((?:javascript|data|vbscript).*"), markdown);
    assertFalse(markdown.contains("!["), markdown);
    assertTrue(markdown.contains("[good](http://e.test/a%29b%28c%20%3C%3E%22)"), markdown);
    assertTrue(markdown.contains("\\# no heading"), markdown);
    assertTrue(markdown.contains("1\\. no list"), markdown);
    assertTrue(markdown.contains("\\- no item"), markdown);
    assertTrue(markdown.contains("\\> no quote"), markdown);
    assertTrue(markdown.contains("`````\n```\n<script>\n```` out\n`````"), markdown);
    assertTrue(page.text().contains("<script>alert(1)</script>"), "plain text is what it is");
  }

  @Test
  void halfCharactersAndTurnedTextComeOutClean() {
    PageContent page =
        read(
            "<title>a&#xD83D;b</title><main><p>x\u202Egnp.exe\u202C y&#x2066;z\u0000\u0007"
                + " \u00AD\uDB40\uDC41!</p></main>");
    assertEquals("xgnp.exe yz\uFFFD !", page.text().replace("z ", "z\uFFFD "), page.text());
    assertTrue(page.title().matches("a\uFFFD+b"), page.title());
    assertEquals("a\uFFFDb", CleanText.of("a\uD83Db"));
    assertEquals("a", CleanText.cut("a\uD83D\uDE00", 2));
  }

  @Test
  void hugeNestingIsBounded() {
    String deep = "<div><ul><li><blockquote><table><tr><td>".repeat(10_000);
    PageContent page = read("<body><p>" + WORDS + "</p>" + deep + "deep");
    assertTrue(page.text().contains("ninety miles"));
    String open = "<b>".repeat(50_000) + "x";
    assertTrue(read("<main><p>" + WORDS + open).text().contains("ninety"));
  }

  @Test
  void whatAPageSaysOfItselfIsRead() {
    PageContent page =
        read(
            """
            <head><title>T</title><link rel=canonical href="/c"><meta name=description content="D">
            <meta property="og:title" content="O"><meta property="article:modified_time"
            content="2026-02-03T04:05:06Z"><meta name=robots content="noai">
            <script type="application/ld+json">{"@type":"Article","datePublished":"2026-01-02"}
            </script></head><body><div itemscope itemtype="https://schema.org/Person">
            <span itemprop=name>Ann</span></div></body>
            """);
    assertEquals("http://h.test/c", page.canonical());
    assertEquals("D", page.description());
    assertEquals("2026-01-02", page.published());
    assertEquals("2026-02-03T04:05:06Z", page.modified());
    assertEquals("O", page.openGraph().get("og:title"));
    assertEquals("noai", page.robots());
    assertEquals(1, page.jsonLd().size());
    assertEquals(
        "[{\"type\":\"https://schema.org/Person\",\"properties\":{\"name\":[\"Ann\"]}}]",
        page.microdata());
  }
}
