package nephila.cli.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import nephila.cli.LittleCrawl;
import nephila.cli.Typed;
import nephila.store.NewFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an import and a rebuild leave when they are killed.
class CutOffTest {
  @TempDir Path temp;
  private Path crawl;

  @BeforeEach
  void littleCrawl() throws Exception {
    crawl = temp.resolve("crawl");
    LittleCrawl.into(crawl, 7, 25);
  }

  @Test
  void anImportThatWasKilledIsNoCrawlAndIsDoneAgain() throws Exception {
    Path into = temp.resolve("imported");
    Path half = into.resolve(".unfinished-123");
    Files.createDirectories(half.resolve("state"));
    Files.writeString(half.resolve("state").resolve("CURRENT"), "half");
    Files.createFile(half.resolve("state").resolve("LOCK"));
    for (String verb : new String[] {"check", "top"}) {
      Typed typed = Typed.line(verb, into.toString());
      assertEquals(1, typed.exit());
      assertTrue(typed.err().contains("an import into it was cut off"), typed.err());
    }
    Typed again =
        Typed.line("import", crawl.resolve("archive").toString(), "--dir", into.toString());
    assertEquals(0, again.exit(), again.err());
    assertFalse(Files.exists(half));
    assertEquals(0, Typed.line("check", into.toString()).exit());
  }

  @Test
  void anImportOfNothingLeavesNothing() throws Exception {
    Path nothing = Files.writeString(temp.resolve("empty.warc"), "");
    Path into = temp.resolve("into");
    assertEquals(1, Typed.line("import", nothing.toString(), "--dir", into.toString()).exit());
    assertFalse(Files.exists(into));
  }

  @Test
  void aRebuildThatWasKilledIsToldAndLeavesOneFolder() throws Exception {
    for (int kill = 1; kill <= 3; kill++) {
      Path before = Files.createDirectory(crawl.resolve("before-rebuild-" + kill));
      Files.createFile(before.resolve("unfinished"));
      Files.copy(crawl.resolve("crawl.log"), before.resolve("crawl.log"));
      if (kill == 1) {
        Files.move(crawl.resolve("state"), before.resolve("state"));
      }
    }
    for (String verb : new String[] {"check", "top"}) {
      Typed typed = Typed.line(verb, crawl.toString());
      assertEquals(1, typed.exit());
      assertTrue(typed.err().contains("a rebuild was cut off"), typed.err());
      assertTrue(typed.err().contains("nephila rebuild"), typed.err());
    }
    Typed rebuild = Typed.line("rebuild", crawl.toString());
    assertEquals(0, rebuild.exit(), rebuild.err());
    try (Stream<Path> left = Files.list(crawl)) {
      assertEquals(1, left.filter(each -> each.toString().contains("before-rebuild")).count());
    }
    assertTrue(Files.exists(crawl.resolve("before-rebuild-1").resolve("state")));
    assertEquals(0, Typed.line("check", crawl.toString()).exit());
    NewFolder.delete(crawl);
  }
}
