package nephila.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewFolderTest {
  @TempDir Path dir;

  private static void write(Path target, boolean commit) throws IOException {
    try (NewFolder folder = new NewFolder(target)) {
      Path inner = Files.createDirectories(folder.temporary().resolve("state"));
      Files.writeString(inner.resolve("file"), "new");
      Files.writeString(folder.temporary().resolve("plan"), "new");
      if (commit) {
        folder.commit();
      }
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(file -> folder.relativize(file).toString()).sorted().toList();
    }
  }

  @Test
  void whatIsCommittedIsInPlace() throws Exception {
    Path target = dir.resolve("a/b");
    write(target, true);
    assertEquals(List.of("", "plan", "state", "state/file"), names(target));
  }

  @Test
  void whatIsNotCommittedLeavesNothing() throws Exception {
    write(dir.resolve("made"), false);
    assertFalse(Files.exists(dir.resolve("made")));
    Path there = Files.createDirectories(dir.resolve("there"));
    write(there, false);
    assertEquals(List.of(""), names(there));
    Files.writeString(there.resolve("plan"), "old");
    write(there, false);
    assertEquals("old", Files.readString(there.resolve("plan")));
    write(there, true);
    assertEquals("new", Files.readString(there.resolve("plan")));
  }
}
