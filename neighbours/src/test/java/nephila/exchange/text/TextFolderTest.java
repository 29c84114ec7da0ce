package nephila.exchange.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import nephila.text.PageContent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFolderTest {
  @TempDir Path temp;

  private static TextRow row(String url, String words, double importance) {
    PageContent content =
        new PageContent(
            "T: \"x\"\n<b>[y](z)",
            null,
            "en",
            "",
            "",
            "",
            "",
            List.of(new PageContent.Section(0, "", words, words)),
            List.of(),
            Map.of(),
            List.of(),
            "",
            "");
    return new TextRow(url, "h.test", "text/html", 0, importance, 1, "", content);
  }

  @Test
  void noUrlLeadsOutOfTheFolder() {
    for (String url :
        List.of(
            "http://h.test/../../etc/passwd",
            "http://h.test/a/..%2f..%2fb",
            "http://h.test/.hidden",
            "http://h.test/a//b/",
            "http://h.test/CON?x=/../y",
            "http://h.test/" + "d/".repeat(500))) {
      String name = TextFolder.name(url);
      Path path = Path.of("/base").resolve(name).normalize();
      assertTrue(path.startsWith("/base/h.test"), name);
      assertTrue(name.matches("[a-z0-9._/-]+[.]md"), name);
      assertFalse(name.contains("/."), name);
    }
    assertEquals("h.test/index.md", TextFolder.name("http://h.test/"));
    assertEquals("h.test/a/b.md", TextFolder.name("http://h.test/a/b.html"));
    assertNotEquals(TextFolder.name("http://h.test/a?x"), TextFolder.name("http://h.test/a?y"));
    assertNotEquals(TextFolder.name("http://h.test/A"), TextFolder.name("http://h.test/a"));
  }

  @Test
  void aSecondRunWritesWhatChangedAndDeletesWhatIsGone() throws Exception {
    TextFolder first = new TextFolder(temp);
    first.write(row("http://h.test/a", "one", 0.1));
    first.write(row("http://h.test/b", "two", 0.1));
    Files.writeString(temp.resolve("mine.md"), "not ours");
    assertEquals(2, first.written());
    TextFolder second = new TextFolder(temp);
    second.write(row("http://h.test/a", "one", 0.2));
    second.write(row("http://h.test/c", "three", 0.1));
    assertEquals(1, second.written(), "importance alone is no change");
    assertEquals(1, second.deleteOthers());
    assertTrue(Files.exists(temp.resolve("mine.md")));
    assertFalse(Files.exists(temp.resolve("h.test/b.md")));
    assertTrue(Files.readString(temp.resolve("h.test/a.md")).contains("title: \"T: \\\"x\\\""));
  }
}
