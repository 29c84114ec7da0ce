package nephila.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// No file outgrows its room.
class SizeTest {
  private static final int MAX_LINES = 500;

  @Test
  void noFileIsLongerThanTheLimit() throws Exception {
    List<String> tooLong = new ArrayList<>();
    for (Path file : Sources.java()) {
      long lines = Files.lines(file).count();
      if (lines > MAX_LINES) {
        tooLong.add(Sources.shown(file) + ": " + lines + " lines, the limit is " + MAX_LINES);
      }
    }
    assertEquals(List.of(), tooLong);
  }

  @Test
  void everyPackageSaysWhichQuestionItAnswers() throws Exception {
    List<String> silent = new ArrayList<>();
    for (Path file : Sources.java()) {
      Path folder = file.getParent();
      boolean production = Sources.shown(file).contains("src/main/java");
      if (production && !Files.exists(folder.resolve("package-info.java"))) {
        String shown = Sources.shown(folder);
        if (!silent.contains(shown)) {
          silent.add(shown);
        }
      }
    }
    assertEquals(List.of(), silent, "folders without package-info.java");
  }
}
