package nephila.cli.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import nephila.cli.LittleCrawl;
import nephila.cli.Typed;
import nephila.store.CrawlStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What can be done with the dir of a cluster's worker, which has an archive and no books: one is
/// made of a crawl dir.
class WorkerArchiveTest {
  @TempDir static Path temp;

  private static Path worker = Path.of("w1");

  @BeforeAll
  static void work() throws Exception {
    worker = temp.resolve("w1");
    LittleCrawl.into(worker, 7, 60);
    String committed;
    try (CrawlStore store = CrawlStore.look(worker)) {
      committed = store.note("archive").orElseThrow();
    }
    for (String gone : List.of("state", "importance")) {
      try (Stream<Path> files = Files.walk(worker.resolve(gone))) {
        for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Files.delete(worker.resolve("plan.yaml"));
    Files.createDirectories(worker.resolve("state/nephila/0_1")); // as Kafka Streams has it
    Files.writeString(worker.resolve("archive.position"), committed + "\n");
  }

  private static Typed typed(int exit, String... words) throws IOException {
    Typed typed = Typed.line(words);
    assertEquals(exit, typed.exit(), typed.out() + typed.err());
    return typed;
  }

  @Test
  void itsArchiveIsChecked() throws Exception {
    String out = typed(0, "check", worker.toString()).out();
    assertTrue(out.startsWith("a worker's archive; nephila cluster check looks at the books"), out);
    assertTrue(out.contains("every record is whole and in the index"), out);
    assertTrue(typed(0, "check", worker.toString(), "--json").out().contains("\"whole\":true"));
    String err = typed(1, "check", worker.toString(), "--no-archive").err();
    assertTrue(err.contains("nephila cluster check"), err);
    Path damaged = temp.resolve("w2");
    try (Stream<Path> files = Files.walk(worker)) {
      for (Path file : files.toList()) {
        Files.copy(file, damaged.resolve(worker.relativize(file).toString()));
      }
    }
    Path log = damaged.resolve("crawl.log");
    Files.writeString(log, Files.readString(log).replaceFirst("200", "404"));
    typed(1, "check", damaged.toString());
  }

  @Test
  void itsPagesCanBeIndexedAndSearched() throws Exception {
    Path index = temp.resolve("index");
    String out = typed(0, "index", worker.toString(), "--dir", index.toString()).out();
    assertTrue(out.contains("pages taken in"), out);
  }

  @Test
  void itsArchiveBecomesAWacz() throws Exception {
    Path wacz = temp.resolve("w1.wacz");
    String err = typed(0, "export", worker.toString(), "--wacz", wacz.toString()).err();
    assertTrue(err.contains("pages listed") && !err.contains(" 0 pages"), err);
    assertTrue(Files.size(wacz) > 1000);
    Path pages = temp.resolve("pages.csv");
    typed(1, "export", worker.toString(), "--pages", pages.toString());
  }
}
