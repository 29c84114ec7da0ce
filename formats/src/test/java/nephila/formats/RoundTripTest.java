package nephila.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import nephila.Progress;
import nephila.graph.CsrGraph;
import nephila.graph.PageNames;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/// A graph converted through every format and back is the same graph. Replay a failure with
/// `-Dnephila.seed=…`.
class RoundTripTest {
  private static final int SMALL_MEMORY = 1 << 19;

  @TempDir private Path folder;
  private int files;

  /// Another one at each repetition.
  private static SplittableRandom random(TestReporter reporter, RepetitionInfo repetition) {
    return random(reporter, repetition.getCurrentRepetition() - 1);
  }

  private static SplittableRandom random(TestReporter reporter, int more) {
    long seed = Long.getLong("nephila.seed", 1) + more;
    reporter.publishEntry("nephila.seed", Long.toString(seed));
    return new SplittableRandom(seed);
  }

  private static CsrGraph graph(SplittableRandom random, boolean weighted) {
    int pages = 1 + random.nextInt(200);
    int links = 1 + random.nextInt(2000);
    int[] sources = new int[links];
    int[] targets = new int[links];
    double[] weights = new double[links];
    for (int k = 0; k < links; k++) {
      sources[k] = random.nextInt(1 + random.nextInt(pages));
      targets[k] = random.nextInt(1 + random.nextInt(pages));
      weights[k] = random.nextBoolean() ? 1 + random.nextInt(9) : random.nextDouble() + 1e-9;
    }
    return CsrGraph.of(pages, sources, targets, weighted ? weights : null);
  }

  private LoadedGraph through(LoadedGraph loaded, String ending) {
    return through(loaded.csr(), loaded.names().orElse(null), ending);
  }

  private LoadedGraph through(CsrGraph graph, @Nullable PageNames names, String ending) {
    Path file = folder.resolve(files++ + ending);
    GraphFormat format = GraphFormat.ofName(file.toString());
    new GraphWriter(Progress.SILENT).write(graph, names, file, format);
    return new GraphReader().weights(graph.weighted()).open(file.toString());
  }

  @RepeatedTest(20)
  void everyFormatKeepsTheGraph(TestReporter reporter, RepetitionInfo repetition) {
    SplittableRandom random = random(reporter, repetition);
    CsrGraph graph = graph(random, false);
    List<String> endings = new ArrayList<>(List.of(".csr", ".graph", ".txt", ".txt.gz", ".zst"));
    LoadedGraph loaded = through(graph, null, ".csr");
    while (!endings.isEmpty()) {
      String ending = endings.remove(random.nextInt(endings.size()));
      loaded = through(loaded, ending);
      assertEquals(graph, loaded.csr(), ending);
      assertEquals(0, loaded.counts().doubled(), ending);
    }
  }

  @RepeatedTest(10)
  void weightsSurvive(TestReporter reporter, RepetitionInfo repetition) {
    CsrGraph graph = graph(random(reporter, repetition), true);
    for (String ending : new String[] {".csr", ".txt", ".gz"}) {
      assertEquals(graph, through(graph, null, ending).csr(), ending);
    }
  }

  @RepeatedTest(10)
  void namesSurvive(TestReporter reporter, RepetitionInfo repetition) {
    SplittableRandom random = random(reporter, repetition);
    CsrGraph graph = graph(random, false);
    PageNames names = names(graph.pages());
    LoadedGraph csr = through(graph, names, ".csr");
    assertSameNames(names, csr.names().orElseThrow());
    Path urls = folder.resolve("urls" + files++ + ".gz");
    GraphWriter.writeNames(names, urls);
    Path edges = folder.resolve(files++ + ".txt");
    new GraphWriter(Progress.SILENT).write(graph, null, edges, GraphFormat.EDGES);
    LoadedGraph loaded = new GraphReader().urls(urls).open(edges.toString());
    assertSameNames(names, loaded.names().orElseThrow());
    assertEquals(graph, loaded.csr());
  }

  private static PageNames names(int pages) {
    List<String> names = new ArrayList<>();
    for (int page = 0; page < pages; page++) {
      names.add("http://é%d.test/%d".formatted(page % 7, page));
    }
    return PageNames.of(names);
  }

  private static void assertSameNames(PageNames expected, PageNames actual) {
    assertEquals(expected.size(), actual.size());
    for (int page = 0; page < expected.size(); page++) {
      assertEquals(expected.name(page), actual.name(page));
      assertEquals(page, actual.find(expected.name(page)));
    }
  }

  @RepeatedTest(10)
  void namedEdgesAreTheSameLinks(TestReporter reporter, RepetitionInfo repetition) {
    CsrGraph graph = graph(random(reporter, repetition), false);
    PageNames names = names(graph.pages());
    Path file = folder.resolve(files++ + ".txt.zst");
    new GraphWriter(Progress.SILENT).names(true).write(graph, names, file, GraphFormat.EDGES);
    LoadedGraph loaded = new GraphReader().open(file.toString());
    assertEquals(graph.links(), loaded.csr().links());
    for (int page = 0; page < loaded.csr().pages(); page++) {
      int original = names.find(loaded.name(page));
      List<Integer> targets = new ArrayList<>();
      for (long k = loaded.csr().rowStart(page); k < loaded.csr().rowStart(page + 1); k++) {
        targets.add(names.find(loaded.name(loaded.csr().target(k))));
      }
      targets.sort(null);
      List<Integer> expected = new ArrayList<>();
      for (long k = graph.rowStart(original); k < graph.rowStart(original + 1); k++) {
        expected.add(graph.target(k));
      }
      assertEquals(expected, targets, loaded.name(page));
    }
  }

  @Test
  void littleMemoryGivesTheSameGraphAsMuch(TestReporter reporter) throws IOException {
    SplittableRandom random = random(reporter, 0);
    for (boolean weighted : new boolean[] {false, true}) {
      StringBuilder ids = new StringBuilder();
      StringBuilder named = new StringBuilder("first last" + (weighted ? " 1" : "") + "\n");
      for (int k = 0; k < 150_000; k++) {
        int source = random.nextInt(3000);
        int target = random.nextInt(1 + random.nextInt(30_000));
        String weight = weighted ? " " + (0.1 + random.nextDouble()) : "";
        ids.append(source).append(' ').append(target).append(weight).append('\n');
        named.append("p").append(source).append(" q").append(target % 5000).append(weight);
        named.append('\n');
      }
      assertSameWithLittleMemory(Files.writeString(folder.resolve("ids.txt"), ids), weighted);
      assertSameWithLittleMemory(Files.writeString(folder.resolve("names.txt"), named), weighted);
    }
  }

  private void assertSameWithLittleMemory(Path file, boolean weighted) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    LoadedGraph much = new GraphReader().weights(weighted).open(file.toString());
    LoadedGraph little =
        new GraphReader()
            .weights(weighted)
            .memory(SMALL_MEMORY)
            .temporary(temporary)
            .open(file.toString());
    assertTrue(!(little.graph() instanceof CsrGraph), "the small memory was not exceeded");
    assertEquals(much.csr(), little.csr());
    assertEquals(much.counts(), little.counts());
    if (much.names().isPresent()) {
      assertSameNames(much.names().get(), little.names().orElseThrow());
    }
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(List.of(), left.toList(), "temporary files left");
    }
  }
}
