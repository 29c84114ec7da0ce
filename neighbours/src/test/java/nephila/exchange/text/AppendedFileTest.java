package nephila.exchange.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import nephila.archive.warc.ArchivePosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendedFileTest {
  @TempDir Path temp;

  @Test
  void whatACrashLeftBehindTheNoteIsCutAndWrittenAgain() throws Exception {
    Path file = temp.resolve("out.jsonl");
    ArchivePosition place = new ArchivePosition(2, 77, 0, 0);
    try (AppendedFile appended = AppendedFile.open(temp, file, ".follows")) {
      assertTrue(appended.isFresh());
      appended.append("one\n".getBytes());
      appended.commit(place, "more\nlines");
      appended.append("tw".getBytes()); // and no commit
    }
    assertEquals("one\ntw", Files.readString(file));
    try (AppendedFile appended = AppendedFile.open(temp, file, ".follows")) {
      assertEquals(place, appended.taken());
      assertEquals("more\nlines", appended.more());
      appended.append("two\n".getBytes());
      appended.commit(new ArchivePosition(2, 99, 0, 0), "");
    }
    assertEquals("one\ntwo\n", Files.readString(file));
  }

  @Test
  void aFileThatIsShorterThanNotedIsWrittenFromTheBeginning() throws Exception {
    Path file = temp.resolve("out.jsonl");
    try (AppendedFile appended = AppendedFile.open(temp, file, ".follows")) {
      appended.append("one\ntwo\n".getBytes());
      appended.commit(new ArchivePosition(2, 77, 0, 0), "");
    }
    Files.writeString(file, "x", StandardOpenOption.TRUNCATE_EXISTING);
    try (AppendedFile appended = AppendedFile.open(temp, file, ".follows")) {
      assertTrue(appended.isFresh());
      assertEquals(ArchivePosition.START, appended.taken());
    }
    assertEquals("", Files.readString(file));
  }
}
