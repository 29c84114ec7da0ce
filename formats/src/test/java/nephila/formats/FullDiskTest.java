package nephila.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import nephila.Progress;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.graph.generate.GraphGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk that fills up while a graph is written: one line, and nothing left behind. Needs the
/// right to mount a small file system in memory; skipped without.
class FullDiskTest {
  @TempDir private Path mount;

  @BeforeEach
  void mountSmallDisk() throws Exception {
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount.toString()) == 0,
        "a small tmpfs cannot be mounted here");
  }

  @AfterEach
  void unmount() throws Exception {
    // Lazily: WebGraph leaves its files open when it fails.
    run("umount", "-l", mount.toString());
  }

  private static int run(String... command) throws Exception {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    } catch (IOException e) {
      return -1;
    }
  }

  private void fails(String name) throws IOException {
    CsrGraph graph = GraphGenerator.power(20_000, 20, 1).graph();
    Path file = mount.resolve(name);
    GraphFormat format = GraphFormat.ofName(name);
    GraphWriter writer = new GraphWriter(Progress.SILENT);
    UserError error = assertThrows(UserError.class, () -> writer.write(graph, null, file, format));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains(mount.toString()), message);
    assertTrue(message.contains("No space left"), message);
    assertEquals(1, message.lines().count(), message);
    assertEmpty();
  }

  private void assertEmpty() throws IOException {
    try (Stream<Path> left = Files.list(mount)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void leavesNoEdgeList() throws IOException {
    fails("g.txt");
    fails("g.txt.gz");
    fails("g.zst");
  }

  @Test
  void leavesNoCsr() throws IOException {
    fails("g.csr");
  }

  @Test
  void leavesNoBvGraph() throws IOException {
    fails("g.graph");
  }

  @Test
  void leavesNoTemporaryFilesOfASort(@TempDir Path folder) throws IOException {
    Path edges = folder.resolve("e.txt");
    new GraphWriter(Progress.SILENT)
        .write(GraphGenerator.power(20_000, 20, 1), edges, GraphFormat.EDGES);
    GraphReader reader = new GraphReader().memory(1 << 19).temporary(mount);
    UserError error = assertThrows(UserError.class, () -> reader.open(edges.toString()));
    assertTrue(String.valueOf(error.getMessage()).contains("No space left"), error.getMessage());
    assertEmpty();
  }
}
