package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagePreferenceTest {
  @TempDir Path dir;

  private PagePreference read(String text) throws Exception {
    Path file = dir.resolve("p.tsv");
    Files.writeString(file, text);
    return PagePreference.read(file);
  }

  private static double share(PagePreference preference, String url) {
    return preference.share(CanonicalUrl.typed(url));
  }

  @Test
  void theFirstLineThatMatchesCountsAndOtherPagesGetNothing() throws Exception {
    PagePreference preference =
        read(
            """
            # a comment

            http://example.org/best\t8
            url~/private/\t0
            host=www.example.org\t2
            site=example.org\t4
            url~/news/\t1
            url~example\t6
            """);
    assertEquals(1, share(preference, "http://example.org/best"));
    assertEquals(0, share(preference, "http://www.example.org/private/news/"));
    assertEquals(0.25, share(preference, "http://www.example.org/x"));
    assertEquals(0.25, share(preference, "http://a.b.www.example.org/x"));
    assertEquals(0.5, share(preference, "http://example.org/x"));
    assertEquals(0.5, share(preference, "https://news.example.org:8443/news/"));
    assertEquals(0.125, share(preference, "http://other.net/news/"));
    assertEquals(0.75, share(preference, "http://example.net/"));
    assertEquals(0, share(preference, "http://other.net/"));
    assertEquals(0.125, preference.leastShare());
  }

  @Test
  void aPageIsNamedByAnySpellingOfItsUrl() throws Exception {
    PagePreference preference = read("HTTP://Example.ORG:80/a/../b\t3\n");
    assertEquals(1, share(preference, "http://example.org/b"));
  }

  @Test
  void otherContentHasAnotherPrint() throws Exception {
    assertNotEquals(read("site=a.org\t1\n").print(), read("site=a.org\t2\n").print());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "site=a.org 1 | :1: needs a page, a site= or a url~ pattern, a tab and a weight",
        "site=a.org\\tmuch | :1: weight 'much': it must be a number, at least 0 and finite",
        "site=a.org\\t1\\n"
            + "site=b.org\\t-1 | :2: weight '-1': it must be a number, at least 0 and finite",
        "site=a.org\\tInfinity | :1: weight 'Infinity': it must be a number, at least 0 and finite",
        "site=\\t1 | :1: 'site=' names no host; write it like site=example.org",
        "site=http://a.org/\\t1 | :1: 'site=http://a.org/' names no host; write it like"
            + " site=example.org",
        "title=x\\t1 | :1: 'title=x' is no URL, and neither site=NAME, host=NAME nor url~PATTERN",
        "url~(\\t1 | :1: '(': not a regular expression: missing closing )",
        "site=a.org\\t0 | : gives nothing a weight above 0; at least one line must",
        "# nothing | : gives nothing a weight above 0; at least one line must"
      })
  void whatIsWrongIsToldWithFileAndLine(String text, String said) {
    UserError error =
        assertThrows(UserError.class, () -> read(text.replace("\\t", "\t").replace("\\n", "\n")));
    assertEquals(dir.resolve("p.tsv") + said, error.getMessage());
  }

  @Test
  void whatIsNoTextIsToldInALine() throws Exception {
    Path file = dir.resolve("p.tsv");
    Files.write(file, "site=caf\u00e9.org\t1\n".getBytes(StandardCharsets.ISO_8859_1));
    String said =
        String.valueOf(assertThrows(UserError.class, () -> PagePreference.read(file)).getMessage());
    assertEquals(file + ": is no text in UTF-8; write what<TAB>weight a line", said);
    String absent = dir.resolve("none") + ": no such file";
    assertEquals(
        absent,
        assertThrows(UserError.class, () -> PagePreference.read(dir.resolve("none"))).getMessage());
    assertEquals(
        dir + ": is a directory; give a file of what<TAB>weight a line",
        assertThrows(UserError.class, () -> PagePreference.read(dir)).getMessage());
  }
}
