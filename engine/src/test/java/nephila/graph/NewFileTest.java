package nephila.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import nephila.UserError;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NewFileTest {
  @TempDir Path dir;

  @Test
  void aFileAppearsWholeOrNotAtAll() throws IOException {
    Path target = Files.writeString(dir.resolve("f"), "old");
    try (NewFile file = new NewFile(target)) {
      Files.writeString(file.temporary(), "half");
    }
    assertEquals("old", Files.readString(target));
    write(target, "new");
    assertEquals("new", Files.readString(target));
    assertEquals(1, files());
  }

  @Test
  void aDashIsNoFile() {
    assertThrows(UserError.class, () -> new NewFile(Path.of("-")));
  }

  @Test
  void aLinkStaysAndItsFileIsReplaced() throws IOException {
    Path target = Files.writeString(Files.createDirectory(dir.resolve("far")).resolve("f"), "old");
    Path link = Files.createSymbolicLink(dir.resolve("link"), Path.of("far/f"));
    write(link, "new");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(target));
  }

  @Test
  void aPipeIsWrittenToAndStays() throws Exception {
    Path pipe = dir.resolve("pipe");
    Assumptions.assumeTrue(made(pipe), "no mkfifo on this machine");
    Callable<String> reading = () -> Files.readString(pipe);
    FutureTask<String> read = new FutureTask<>(reading);
    Thread.ofVirtual().start(read);
    write(pipe, "through");
    assertEquals("through", read.get());
    assertFalse(Files.isRegularFile(pipe));
    assertTrue(Files.exists(pipe));
    assertEquals(1, files());
  }

  @Test
  void aFormatThatIsWrittenHereAndThereNeedsAFile() throws Exception {
    Path pipe = dir.resolve("pipe");
    Assumptions.assumeTrue(made(pipe), "no mkfifo on this machine");
    try (NewFile file = new NewFile(pipe)) {
      assertThrows(UserError.class, file::channel);
    }
    assertTrue(Files.exists(pipe));
  }

  private static boolean made(Path pipe) throws InterruptedException {
    try {
      return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static void write(Path target, String text) throws IOException {
    try (NewFile file = new NewFile(target)) {
      Files.writeString(file.temporary(), text);
      file.commit();
    }
  }

  private long files() throws IOException {
    try (var files = Files.list(dir)) {
      return files.count();
    }
  }
}
