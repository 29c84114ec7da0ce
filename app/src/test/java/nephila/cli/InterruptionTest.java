package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import nephila.Progress;
import nephila.formats.GraphFormat;
import nephila.formats.GraphWriter;
import nephila.graph.generate.GraphGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What serves until Ctrl-C ends soon after it, not only when patience with it is over; what writes
/// a file leaves no part of it.
@Tag("slow")
class InterruptionTest {
  private static final int PATIENCE_SECONDS = 40;

  @TempDir Path dir;

  private static Process started(String... args) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    line.add(System.getProperty("java.class.path"));
    line.add(Main.class.getName());
    line.addAll(List.of(args));
    return new ProcessBuilder(line).redirectErrorStream(true).start();
  }

  private static void ends(String... args) throws Exception {
    Process process = started(args);
    try {
      BufferedReader said = process.inputReader();
      assertTrue(said.lines().anyMatch(told -> told.contains("until Ctrl-C")), "it served");
      process.destroy();
      assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it ended");
    } finally {
      process.destroyForcibly();
    }
  }

  /// Ends it as soon as it has begun to write into the folder.
  private static void leavesNothing(Path folder, String... args) throws Exception {
    try (WatchService watch = folder.getFileSystem().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Process process = started(args);
      try {
        assertNotNull(watch.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "it wrote");
        process.destroy();
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it ended");
        assertNotEquals(0, process.exitValue(), "it was not interrupted");
      } finally {
        process.destroyForcibly();
      }
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void aGraphThatIsWritten() throws Exception {
    for (String name : List.of("g.graph", "g.csr", "g.txt.gz")) {
      Path out = Files.createDirectories(dir.resolve("out"));
      String file = out.resolve(name).toString();
      leavesNothing(
          out, "graph", "generate", "--model", "poisson", "--pages", "500000", "--out", file);
    }
  }

  @Test
  void aRankingThatIsWritten() throws Exception {
    Path graph = dir.resolve("g.csr");
    new GraphWriter(Progress.SILENT)
        .write(GraphGenerator.poisson(1_000_000, 2, 1), graph, GraphFormat.CSR);
    Path out = Files.createDirectory(dir.resolve("out")).resolve("r.tsv.gz");
    leavesNothing(dir.resolve("out"), "rank", graph.toString(), "--out", out.toString());
  }

  @Test
  void aRebuildSaysWhatIsKeptAndWhatToDo() throws Exception {
    Path crawl = dir.resolve("crawl");
    LittleCrawl.into(crawl, 7, 1000);
    try (WatchService watch = crawl.getFileSystem().newWatchService()) {
      crawl.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Process process = started("rebuild", crawl.toString());
      try {
        assertNotNull(watch.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "it began");
        for (int i = 0; i < 1000 && Files.notExists(crawl.resolve("state")); i++) {
          Thread.sleep(5);
        }
        process.toHandle().destroy(); // its words stay to be read
        String said = process.inputReader().readLine();
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it ended");
        assertNotEquals(0, process.exitValue(), said);
        String before = crawl.resolve("before-rebuild-1").toString();
        assertTrue(said.startsWith("Interrupted;") && said.contains(before), said);
        assertTrue(said.endsWith("nephila rebuild " + crawl), said);
      } finally {
        process.destroyForcibly();
      }
    }
    Typed again = Typed.line("rebuild", crawl.toString());
    assertEquals(0, again.exit(), again.err());
    assertTrue(again.out().contains("as it was: " + crawl.resolve("before-rebuild-1")));
  }

  @Test
  void aDemoThatIsKept() throws Exception {
    ends("demo", "--keep", "--max-time", "1s", "--dir", dir.resolve("demo").toString());
  }

  @Test
  void aBroker() throws Exception {
    ends("cluster", "broker", "--port", "0", "--dir", dir.resolve("broker").toString());
  }
}
