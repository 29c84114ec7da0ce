package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchVerbTest {
  @TempDir Path temp;
  private String dir = "";

  @BeforeEach
  void crawlWithIndex() throws Exception {
    dir = temp.resolve("crawl").toString();
    Typed typed = LittleCrawl.into(Path.of(dir), 7, 80, "--index");
    assertTrue(typed.err().contains("pages are in the index"), typed.err());
  }

  private static void refused(String says, Typed typed) {
    assertEquals(1, typed.exit(), typed.err());
    assertTrue(typed.err().contains(says), typed.err());
    assertFalse(typed.err().contains("\tat "), typed.err());
  }

  @Test
  void whatWasCrawledIsFoundWithItsReason() {
    Typed all = Typed.line("search", dir, "--limit", "1");
    assertEquals(0, all.exit(), all.err());
    String title = all.out().lines().findFirst().orElseThrow().substring(5);
    Typed found = Typed.line("search", dir, "\"" + title + "\"", "--explain");
    assertTrue(found.out().contains(title), found.out());
    assertTrue(found.out().contains("importance: "), found.out());
    assertTrue(found.out().contains("times the mean page"), found.out());
    assertFalse(found.err().contains("WARNING"), found.err());
  }

  @Test
  void aScriptGetsALineOfJsonEach() {
    Typed found = Typed.line("search", dir, "--json", "--limit", "3", "--text-only");
    assertEquals(3, found.out().lines().count(), found.out());
    assertTrue(found.out().lines().allMatch(line -> line.startsWith("{\"place\":")), found.out());
  }

  @Test
  void anArchiveIsIndexedIntoAnotherDir() {
    String other = temp.resolve("other").toString();
    Typed made = Typed.line("index", dir + "/archive", "--dir", other);
    assertEquals(0, made.exit(), made.err());
    Typed here = Typed.line("search", dir, "--json", "--limit", "100");
    Typed there = Typed.line("search", other, "--json", "--limit", "100");
    assertEquals(here.out().lines().count(), there.out().lines().count());
  }

  @Test
  void anIndexIsMadeAgainFromTheArchive() throws Exception {
    long before = Typed.line("search", dir, "--json", "--limit", "100").out().lines().count();
    try (var files = Files.walk(Path.of(dir, "index"))) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    refused("make one with: nephila index", Typed.line("search", dir, "spider"));
    assertEquals(0, Typed.line("index", dir).exit());
    long after = Typed.line("search", dir, "--json", "--limit", "100").out().lines().count();
    assertEquals(before, after);
  }

  @Test
  void mistakesAreToldInOneLine() {
    refused("no such folder", Typed.line("search", temp.resolve("none").toString(), "x"));
    refused("no such file", Typed.line("index", temp.resolve("none").toString(), "--dir", dir));
    refused("with --dir", Typed.line("index", temp.toString()));
    refused("can be had", Typed.line("search", dir, "x", "--limit", "0"));
    refused("can be had", Typed.line("search", dir, "x", "--offset", "999999"));
    refused("--no-archive", Typed.line("crawl", "http://127.0.0.1:1/", "--index", "--no-archive"));
  }
}
