package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The deployment files of the documentation are YAML, and what they start exists.
class ClusterDocsTest {
  private static List<Object> documents(String name) throws IOException {
    Path file = Path.of(System.getProperty("nephila.root", ".."), "docs", "cluster", name);
    List<Object> documents = new ArrayList<>();
    // The merge key is YAML 1.1's: compose knows it, the engine reads it as a plain key.
    Load load = new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build());
    load.loadAllFromString(Files.readString(file)).forEach(documents::add);
    return documents;
  }

  /// Every list of words that begins with `nephila`.
  private static List<List<String>> commands(Object node) {
    List<List<String>> found = new ArrayList<>();
    if (node instanceof Map<?, ?> map) {
      map.values().forEach(value -> found.addAll(commands(value)));
    } else if (node instanceof List<?> list) {
      if (!list.isEmpty() && "nephila".equals(list.getFirst())) {
        found.add(list.stream().skip(1).map(String::valueOf).toList());
      }
      list.forEach(value -> found.addAll(commands(value)));
    }
    return found;
  }

  private static void wouldStart(List<String> command) {
    List<String> asked = new ArrayList<>(command);
    asked.add("--help");
    Typed typed = Typed.line(asked.toArray(String[]::new));
    assertEquals(0, typed.exit(), command + ": " + typed.err());
  }

  @Test
  void composeStartsBrokersAndWorkers() throws IOException {
    Map<?, ?> compose = (Map<?, ?>) documents("compose.yaml").getFirst();
    Map<?, ?> services = (Map<?, ?>) compose.get("services");
    assertEquals(6, services.size());
    List<List<String>> commands = commands(services);
    assertEquals(3, commands.size());
    commands.forEach(ClusterDocsTest::wouldStart);
  }

  @Test
  void kubernetesStartsWorkers() throws IOException {
    List<Object> documents = documents("kubernetes.yaml");
    assertEquals(4, documents.size());
    for (Object document : documents) {
      Map<?, ?> resource = (Map<?, ?>) document;
      assertTrue(resource.containsKey("apiVersion") && resource.containsKey("kind"));
    }
    List<List<String>> commands = commands(documents);
    assertEquals(1, commands.size());
    commands.forEach(ClusterDocsTest::wouldStart);
  }
}
