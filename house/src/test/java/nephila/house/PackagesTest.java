package nephila.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Every package says which question it answers, and no two classes have the same name.
class PackagesTest {
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

  @Test
  void noSimpleNameStandsTwiceInMainCode() throws Exception {
    Map<String, List<String>> byName = new TreeMap<>();
    for (Path file : Sources.java()) {
      String shown = Sources.shown(file);
      String name = file.getFileName().toString();
      if (shown.contains("src/main/java")
          && !shown.startsWith("bench/")
          && !name.equals("package-info.java")) {
        byName.computeIfAbsent(name, n -> new ArrayList<>()).add(shown);
      }
    }
    byName.values().removeIf(files -> files.size() == 1);
    assertEquals(Map.of(), byName, "classes of one name; rename one");
  }
}
