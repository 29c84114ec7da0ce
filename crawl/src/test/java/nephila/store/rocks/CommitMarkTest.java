package nephila.store.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import nephila.UserError;
import nephila.ledger.LedgerChoice;
import nephila.store.CrawlStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One bit of the write-ahead log loses nothing without a word.
class CommitMarkTest {
  private static final long CACHE = 8 << 20;

  @TempDir Path dir;

  private static void commits(RocksBackend backend, int from, int to) {
    for (int i = from; i < to; i++) {
      backend.saveText("note " + i, "a note of some length, so that the log grows " + i);
      backend.commit();
    }
  }

  /// A state with commits that rest on the log, as a killed process leaves it.
  private Path killed(String name) throws IOException {
    Path live = dir.resolve(name + "-live").resolve("state");
    Path left = dir.resolve(name).resolve("state");
    try (RocksBackend backend = RocksBackend.open(live, false, CACHE)) {
      commits(backend, 0, 200);
      Files.createDirectories(left);
      try (Stream<Path> files = Files.list(live)) {
        for (Path file : files.filter(each -> !each.endsWith("LOCK")).toList()) {
          Files.copy(file, left.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    return left;
  }

  private static Path log(Path state) throws IOException {
    try (Stream<Path> files = Files.list(state)) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
          .orElseThrow();
    }
  }

  private static void turn(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void whatAKillLeavesIsWhole() throws IOException {
    Path state = killed("whole");
    assertTrue(RocksBackend.missing(state).isEmpty());
    try (RocksBackend backend = RocksBackend.open(state, false, CACHE)) {
      assertTrue(backend.text("note 199").isPresent());
      commits(backend, 200, 300);
    }
    assertTrue(RocksBackend.missing(state).isEmpty());
  }

  @Test
  void aBitOfTheLogThatTurnsIsTold() throws IOException {
    Path state = killed("turned");
    Path log = log(state);
    for (int part = 1; part < 8; part++) {
      int at = (int) (Files.size(log) * part / 8);
      turn(log, at);
      String told = RocksBackend.missing(state).orElse("");
      assertTrue(told.contains("of 200 changes that were committed only"), told);
      turn(log, at);
    }
    byte[] whole = Files.readAllBytes(log);
    Files.write(log, java.util.Arrays.copyOf(whole, whole.length / 2));
    assertTrue(RocksBackend.missing(state).isPresent(), "a log that was cut");
    Files.delete(log);
    assertTrue(RocksBackend.missing(state).isPresent(), "a log that is gone");
  }

  @Test
  void aStateWithoutAnArchiveIsNotOpenedToLoseTheRest() throws IOException {
    Path crawl = dir.resolve("frontier");
    Path state = crawl.resolve("state");
    Path live = dir.resolve("live");
    try (CrawlStore store = CrawlStore.goOn(live, LedgerChoice.exact(0.85))) {
      for (int i = 0; i < 50; i++) {
        store.commit(java.util.Map.of("n", String.valueOf(i)));
      }
      Files.createDirectories(state);
      try (Stream<Path> files = Files.list(live.resolve("state"))) {
        for (Path file : files.filter(each -> !each.endsWith("LOCK")).toList()) {
          Files.copy(file, state.resolve(file.getFileName()));
        }
      }
    }
    turn(log(state), (int) Files.size(log(state)) / 4);
    for (int time = 0; time < 2; time++) { // the first try has not made it good
      UserError refused =
          assertThrows(
              UserError.class, () -> CrawlStore.goOn(crawl, LedgerChoice.exact(0.85)).close());
      assertTrue(refused.getMessage().contains("put a copy back"), refused.getMessage());
    }
    Files.delete(state.resolve(RocksBackend.COMMIT_MARK));
    CrawlStore.goOn(crawl, LedgerChoice.exact(0.85)).close();
  }

  @Test
  void afterACleanEndNothingRestsOnTheLog() throws IOException {
    Path state = dir.resolve("clean").resolve("state");
    try (RocksBackend backend = RocksBackend.open(state, false, CACHE)) {
      commits(backend, 0, 50);
    }
    try (Stream<Path> files = Files.list(state)) {
      assertEquals(
          0,
          files
              .filter(each -> each.toString().endsWith(".log"))
              .mapToLong(f -> f.toFile().length())
              .sum());
    }
    try (RocksBackend backend = RocksBackend.open(state, true, CACHE)) {
      assertTrue(backend.text("note 49").isPresent());
      assertTrue(backend.missing().isEmpty());
    }
  }

  @Test
  void aMarkWithOneBadLineHoldsByTheOther() throws IOException {
    Path state = killed("marked");
    turn(state.resolve(CommitMark.NAME), 10);
    assertTrue(CommitMark.of(state).committed() >= 199);
    turn(state.resolve(CommitMark.NAME), 140);
    assertThrows(IOException.class, () -> CommitMark.of(state));
  }

  @Test
  void aCommitThatWasNotForcedMayBeMissingAfterTheMachineWasLost() {
    CommitMark.Mark here = new CommitMark.Mark(100, 60, "unknown boot");
    assertEquals(60, here.mustHave());
    assertTrue(CommitMark.missing(dir, here, 70).isEmpty());
    assertFalse(CommitMark.missing(dir, here, 59).isEmpty());
  }
}
