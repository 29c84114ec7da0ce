package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was typed wrong ends with 2 on every verb, what is wrong elsewhere with 1.
final class WrongUseTest {
  private static final String SEED = "http://127.0.0.1:9/";
  private static final String KAFKA = "--kafka 127.0.0.1:9 --crawl web";

  /// A command line, and what it must be told. `DIR` is a folder of the test, `GRAPH` a graph and
  /// `PAGES` an old crawl there.
  private static final String[][] TYPED = {
    {"crawl --dir DIR/c " + SEED + " --include (", "--include '('"},
    {"crawl --dir DIR/c " + SEED + " --agent my.bot --contact a@b.org", "agent 'my.bot'"},
    {"crawl --dir DIR/c " + SEED + " --delay x", "delay 'x'"},
    {"crawl --dir DIR/c " + SEED + " --refresh 7", "refresh 7"},
    {"crawl --dir DIR/c " + SEED + " --focus nonsense", "focus rule: 'nonsense'"},
    {"crawl --dir DIR/c " + SEED + " --allow-network here", "network 'here'"},
    {"crawl --dir DIR/c " + SEED + " --index --no-archive", "leave --no-archive out"},
    {"crawl --dir DIR/c mailto:me", "not a URL"},
    {"crawl --dir DIR/c", "no seed"},
    {"crawl --dir DIR/c https://example.org/", "give --agent"},
    {"why DIR mailto:me", "not a URL"},
    {"demo --max-time soon", "max-time 'soon'"},
    {"search DIR x --limit 0", "can be had"},
    {"search DIR x --after yesterday", "is no day"},
    {"sites GRAPH --damping 1", "--damping 1.0"},
    {"sites GRAPH --grades 1,2", "grades '1,2'"},
    {"sites GRAPH --internal -1", "weights -1.0"},
    {"export DIR", "nothing to export"},
    {"export DIR --pages DIR/p.xls", "tells no format"},
    {"export DIR --links DIR/l.xls", "tells no format"},
    {"export DIR --urls -", "only tables"},
    {"import GRAPH --dir DIR/c --from floppy", "--from floppy"},
    {"serve DIR --frontier 0 --frontier-delay -1", "--frontier-delay -1"},
    {"serve DIR --frontier 0 --importance best", "importance 'best'"},
    {"serve DIR --frontier 0 --window all", "the exact ledger has none"},
    {"serve DIR --frontier 0 --links forget", "clients keep the copies"},
    {"serve DIR --importance opic", "for new crawls of --frontier"},
    {"cluster demo --importance best", "importance 'best'"},
    {"links GRAPH", "give --base URL"},
    {"links GRAPH --base mailto:me", "not a URL"},
    {"community --graph GRAPH --local GRAPH --select best", "no selection 'best'"},
    {"community --graph GRAPH --local GRAPH --budget many", "--budget many"},
    {"community --dir DIR/c " + SEED + " --select best", "no selection 'best'"},
    {"community --dir DIR/c " + SEED + " --delay x", "delay 'x'"},
    {"liverank --pages PAGES --links GRAPH --sample x", "sample 'x'"},
    {"liverank --pages PAGES --links GRAPH --order X", "order 'X'"},
    {"refresh PAGES --dir DIR/r --delay x", "--delay 'x'"},
    {"refresh PAGES --dir DIR/r --until 7", "until 7.0"},
    {"refresh PAGES --dir DIR/r --agent my.bot", "agent 'my.bot'"},
    {"graph generate --model web --pages 1", "1 pages"},
    {"graph convert GRAPH DIR/g.xyz", "tells no format"},
    {"graph convert GRAPH GRAPH", "write to another file"},
    {"rank GRAPH --damping 1", "--damping 1.0"},
    {"simulate GRAPH --algorithm opic --window foo", "window 'foo'"},
    {"simulate GRAPH --reads many", "--reads many"},
    {"simulate GRAPH --grow 99", "start page 99"},
    {"crawlorder GRAPH --order dfs", "order 'dfs'"},
    {"crawlorder GRAPH --start x", "--start x"},
    {"crawlorder GRAPH --start 99", "0 to 2"},
    {"lab nonsense", "no experiment 'nonsense'"},
    {"lab --out DIR/lab --threads 0", "--threads 0"},
    {"lab torture --soak long", "soak 'long'"},
    {"cluster status --kafka broker --crawl web", "kafka 'broker'"},
    {"cluster pause --kafka 127.0.0.1:9 --crawl my.web", "crawl 'my.web'"},
    {"cluster top " + KAFKA + " --limit 0", "limit 0"},
    {"cluster sites " + KAFKA + " --limit 0", "limit 0"},
    {"cluster why " + KAFKA + " mailto:me", "not a URL"},
    {"cluster worker " + KAFKA + " --id a/b", "id 'a/b'"},
    {"cluster worker --dir DIR/w " + KAFKA + " " + SEED + " --partitions 0", "partitions 0"},
    {"cluster worker --dir DIR/w " + KAFKA + " " + SEED + " --gzip 11", "gzip '11'"},
  };

  /// The same for what is not typed but found.
  private static final String[][] FOUND = {
    {"crawl --dir DIR/c " + SEED + " --config DIR/bad.yaml", "refresh 7"},
    {"crawl --dir DIR/c " + SEED + " --config DIR/none.yaml", "no such file"},
    {"crawl --dir DIR/c --seed-file DIR/bad.yaml", "not a URL"},
    {"crawl --dir DIR/c --seed-file DIR/empty", "names no page"},
    {"crawl --dir DIR/c --no-dashboard " + SEED, "no connection"},
    {"rank DIR/none.txt", "no such file"},
    {"simulate DIR/empty", "no links in it"},
    {"crawlorder DIR/empty", "no links in it"},
    {"why DIR a.test", "no crawl"},
    {"top DIR", "no crawl"},
    {"import DIR/none --dir DIR/i", "no such file"},
  };

  @TempDir Path dir;

  @Test
  void whatWasTypedWrongEndsWithTwoInOneLine() throws IOException {
    prepare();
    assertAll(Stream.of(TYPED).map(row -> () -> ends(2, row[0], row[1])));
    try (var files = Files.list(dir)) {
      assertEquals(4, files.count(), "nothing is begun before what was typed is looked at");
    }
  }

  @Test
  void whatIsWrongElsewhereEndsWithOne() throws IOException {
    prepare();
    assertAll(Stream.of(FOUND).map(row -> () -> ends(1, row[0], row[1])));
  }

  @Test
  void aValueThatNoOptionTakesIsRefusedBeforeAnyWork() throws IOException {
    prepare();
    for (String line :
        List.of(
            "crawl --dir DIR/c " + SEED + " --listen no.such.host.invalid",
            "community --graph GRAPH --local GRAPH --svg -",
            "graph generate --model web --pages 9 --out DIR/g.csr --urls-out -",
            "cluster worker " + KAFKA + " --threads 0")) {
      Typed typed = Typed.line(words(line));
      assertEquals(2, typed.exit(), line + ": " + typed.err());
      assertTrue(typed.err().startsWith("nephila: Invalid value for option"), typed.err());
    }
    assertFalse(Files.exists(dir.resolve("c")));
    assertFalse(Files.exists(dir.resolve("g.csr")));
  }

  private void prepare() throws IOException {
    Files.writeString(dir.resolve("graph.txt"), "0 1\n1 2\n2 0\n");
    Files.writeString(dir.resolve("pages.tsv"), "0\thttp://127.0.0.1:9/\t1\n");
    Files.writeString(dir.resolve("bad.yaml"), "refresh: 7\n");
    Files.writeString(dir.resolve("empty"), "");
  }

  private void ends(int exit, String line, String says) {
    Typed typed = Typed.line(words(line));
    assertEquals(exit, typed.exit(), line + ": " + typed.err());
    assertTrue(typed.err().contains(says), line + ": " + typed.err());
    assertEquals("", typed.out(), line);
    if (exit == 2) {
      assertEquals(1, typed.err().lines().count(), line + ": " + typed.err());
    }
    assertFalse(typed.err().contains("\tat "), typed.err());
  }

  private String[] words(String line) {
    return line.replace("GRAPH", dir.resolve("graph.txt").toString())
        .replace("PAGES", dir.resolve("pages.tsv").toString())
        .replace("DIR", dir.toString())
        .split(" ");
  }
}
