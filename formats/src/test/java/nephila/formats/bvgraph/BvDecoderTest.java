package nephila.formats.bvgraph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import it.unimi.dsi.webgraph.ArrayListMutableGraph;
import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.ImmutableGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import nephila.Progress;
import nephila.UserError;
import nephila.formats.GraphFormat;
import nephila.formats.GraphReader;
import nephila.formats.GraphWriter;
import nephila.graph.CsrGraph;
import nephila.graph.generate.GraphGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

class BvDecoderTest {
  @TempDir private Path folder;

  private static ImmutableGraph asWebGraph(CsrGraph graph) {
    ArrayListMutableGraph copy = new ArrayListMutableGraph(graph.pages());
    for (int page = 0; page < graph.pages(); page++) {
      for (long k = graph.rowStart(page); k < graph.rowStart(page + 1); k++) {
        copy.addArc(page, graph.target(k));
      }
    }
    return copy.immutableView();
  }

  @RepeatedTest(10)
  void readsWhatWebGraphWroteWithAnySettings(TestReporter reporter, RepetitionInfo repetition)
      throws IOException {
    long seed = Long.getLong("nephila.seed", 1) + repetition.getCurrentRepetition() - 1;
    reporter.publishEntry("nephila.seed", Long.toString(seed));
    SplittableRandom random = new SplittableRandom(seed);
    CsrGraph graph = GraphGenerator.web(2 + random.nextInt(1500), 0.5, random.nextLong()).graph();
    if (graph.pages() > 100) {
      graph = GraphGenerator.web(graph.pages(), 1 + random.nextInt(30), random.nextLong()).graph();
    }
    int window = random.nextInt(9);
    int references = random.nextInt(5);
    int interval = random.nextInt(6);
    int zeta = 1 + random.nextInt(6);
    // A residual code other than ζ is one that only the library reads.
    int flags = random.nextInt(4) == 0 ? BVGraph.RESIDUALS_GAMMA : 0;
    String base = folder.resolve("g").toString();
    BVGraph.store(asWebGraph(graph), base, window, references, interval, zeta, flags, 1, null);
    assertEquals(graph, new GraphReader().open(base).csr());
  }

  @Test
  void aDamagedFileIsAnErrorOrAnotherGraphButNeverACrash() throws IOException {
    CsrGraph graph = GraphGenerator.web(120, 6, 5).graph();
    Path file = folder.resolve("g.graph");
    new GraphWriter(Progress.SILENT).write(graph, null, file, GraphFormat.BVGRAPH);
    byte[] good = Files.readAllBytes(file);
    int told = 0;
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= (byte) (1 << (i % 8));
      told += refused(file, bad) ? 1 : 0;
      refused(file, Arrays.copyOf(good, i));
    }
    assertTrue(told > good.length / 2, told + " of " + good.length);
  }

  /// Found by the fuzzer: 16 bytes asked for gigabytes.
  @Test
  void moreIntervalsThanARowHasRoomForAreRefusedBeforeTheirMemoryIsTaken() throws IOException {
    int[] from = {0, 0, 0, 1, 2, 2, 3, 3, 3, 3};
    int[] to = {1, 2, 3, 2, 0, 1, 0, 1, 2, 9};
    Path file = folder.resolve("g.graph");
    CsrGraph graph = CsrGraph.of(10, from, to);
    new GraphWriter(Progress.SILENT).write(graph, null, file, GraphFormat.BVGRAPH);
    Files.write(file, HexFormat.of().parseHex("50000000ff0000000000f100000000f1"));
    UserError refusal =
        assertThrows(UserError.class, () -> new GraphReader().open(file.toString()));
    assertTrue(String.valueOf(refusal.getMessage()).contains("intervals"), refusal.getMessage());
  }

  private static boolean refused(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes);
    try {
      new GraphReader().open(file.toString());
      return false;
    } catch (UserError e) {
      assertTrue(String.valueOf(e.getMessage()).contains("g.graph: "), e.getMessage());
      return true;
    }
  }
}
