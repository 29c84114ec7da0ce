package nephila.cli.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import nephila.Progress;
import nephila.cli.LittleCrawl;
import nephila.cli.Typed;
import nephila.indexing.Indexer;
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

  private static void refused(int exit, String says, Typed typed) {
    assertEquals(exit, typed.exit(), typed.err());
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
    refused(1, "make one with: nephila index", Typed.line("search", dir, "spider"));
    assertFalse(Files.exists(Path.of(dir, "index")), "a search makes no folder");
    assertEquals(0, Typed.line("index", dir).exit());
    long after = Typed.line("search", dir, "--json", "--limit", "100").out().lines().count();
    assertEquals(before, after);
  }

  @Test
  void filtersHoldWhateverTheWordsAre() {
    Typed open = Typed.line("search", dir, "\"", "--site", "elsewhere.test");
    assertEquals("", open.out());
    String[] many = new String[80];
    java.util.Arrays.fill(many, "the");
    many[0] = "search";
    many[1] = dir;
    many[78] = "--site";
    many[79] = "elsewhere.test";
    assertEquals("", Typed.line(many).out());
  }

  @Test
  void aCrawlThatGoesOnCountsTheWholeIndex() throws Exception {
    int all = Typed.line("search", dir, "--json", "--limit", "1000").out().lines().toList().size();
    Typed more = Typed.line("crawl", "--dir", dir, "--max-pages", "1", "--no-dashboard");
    assertTrue(more.err().contains(all + " pages are in the index"), more.err());
  }

  @Test
  void whoWritesTheIndexIsLeftAlone() throws Exception {
    try (Indexer writing = Indexer.open(Path.of(dir), Progress.SILENT)) {
      assertTrue(writing.index().pages() > 0);
      refused(1, "is in use by another process", Typed.line("index", dir));
    }
  }

  @Test
  void mistakesAreToldInOneLine() {
    refused(1, "no such folder", Typed.line("search", temp.resolve("none").toString(), "x"));
    refused(1, "no such file", Typed.line("index", temp.resolve("none").toString(), "--dir", dir));
    refused(1, "with --dir", Typed.line("index", temp.toString()));
    refused(2, "can be had", Typed.line("search", dir, "x", "--limit", "0"));
    refused(2, "can be had", Typed.line("search", dir, "x", "--offset", "999999"));
    refused(2, "is no day", Typed.line("search", dir, "x", "--after", "yesterday"));
    refused(2, "is no day", Typed.line("search", dir, "x", "--before", "2026-13-01"));
    refused(
        2, "--no-archive", Typed.line("crawl", "http://127.0.0.1:1/", "--index", "--no-archive"));
  }
}
