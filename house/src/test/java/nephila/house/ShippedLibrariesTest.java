package nephila.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is said of the libraries that are shipped is what the build ships: `docs/dependencies.md`
/// and the bill of materials `docs/sbom.cdx.json`, both written by `dist/dependencies`, name every
/// library that a module declares, in its version, with the jar that was pinned.
class ShippedLibrariesTest {
  private static final Path ROOT = Path.of(System.getProperty("nephila.root", ".."));
  private static final String REMEDY = "; build, then run dist/dependencies and dist/checksums";
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>"
              + "(?:<version>([^<]+)</version>)?(.*?)</dependency>",
          Pattern.DOTALL);

  private record Library(String group, String name, String version, String hash) {}

  private static final List<Library> bill = new ArrayList<>();
  private static String poms = "";

  @BeforeAll
  static void read() throws Exception {
    Map<String, Object> all =
        JSON.std.mapFrom(Files.readString(ROOT.resolve("docs/sbom.cdx.json")));
    for (Object each : (List<?>) all.getOrDefault("components", List.of())) {
      Map<?, ?> component = (Map<?, ?>) each;
      Map<?, ?> hash = (Map<?, ?>) ((List<?>) component.get("hashes")).getFirst();
      bill.add(
          new Library(
              String.valueOf(component.get("group")),
              String.valueOf(component.get("name")),
              String.valueOf(component.get("version")),
              String.valueOf(hash.get("content"))));
    }
    poms = Files.readString(ROOT.resolve("pom.xml"));
  }

  @Test
  void everyLibraryThatAModuleDeclaresIsInTheBill() throws Exception {
    Map<String, String> versions = versions();
    Set<String> shipped = new TreeSet<>();
    bill.forEach(each -> shipped.add(each.group + ":" + each.name + ":" + each.version));
    Set<String> missing = new TreeSet<>();
    int seen = 0;
    for (String module : modules()) {
      Matcher declared = DEPENDENCY.matcher(Files.readString(ROOT.resolve(module + "/pom.xml")));
      while (declared.find()) {
        boolean test = declared.group(4).contains("<scope>test</scope>");
        if (!declared.group(1).equals("nephila") && !test) {
          String key = declared.group(1) + ":" + declared.group(2);
          seen++;
          if (!shipped.contains(key + ":" + versions.get(key))) {
            missing.add(module + " ships " + key + ":" + versions.get(key));
          }
        }
      }
    }
    assertTrue(seen > 20, seen + " declared libraries were found");
    assertEquals(Set.of(), missing, "not in docs/sbom.cdx.json" + REMEDY);
  }

  @Test
  void theTableHasWhatTheBillHas() throws Exception {
    Set<String> rows = new TreeSet<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/dependencies.md"))) {
      String[] cells = line.split("\\|");
      if (cells.length == 4 && !cells[1].isBlank() && cells[2].matches(".*\\d.*")) {
        rows.add(cells[2].strip());
      }
    }
    Set<String> missing = new TreeSet<>();
    bill.forEach(
        each -> {
          String jar = each.name + "-" + each.version;
          if (rows.stream().noneMatch(row -> row.equals(jar) || row.startsWith(jar + "-"))) {
            missing.add(jar);
          }
        });
    assertEquals(Set.of(), missing, "not in docs/dependencies.md" + REMEDY);
    assertEquals(bill.size(), rows.size(), "rows of docs/dependencies.md" + REMEDY);
  }

  @Test
  void everyLibraryOfTheBillIsPinnedAndOnTheClassPath() throws Exception {
    Map<String, String> pinned = new HashMap<>();
    Files.readAllLines(ROOT.resolve("dist/checksums.sha256")).stream()
        .map(line -> line.split(" {2}"))
        .forEach(parts -> pinned.put(parts[0], parts[1]));
    String classPath = System.getProperty("java.class.path") + File.pathSeparator;
    Set<String> wrong = new TreeSet<>();
    for (Library each : bill) {
      String jar = pinned.get(each.hash);
      if (jar == null) {
        wrong.add(each.name + "-" + each.version + " is not pinned");
      } else if (!classPath.contains(File.separator + each.name + "-")) {
        wrong.add(jar + " is not what the build uses");
      }
    }
    assertEquals(Set.of(), wrong, "docs/sbom.cdx.json" + REMEDY);
  }

  @Test
  void nothingIsPinnedTwice() throws Exception {
    List<String> lines = Files.readAllLines(ROOT.resolve("dist/checksums.sha256"));
    assertEquals(Set.copyOf(lines).size(), lines.size(), "lines of dist/checksums.sha256" + REMEDY);
  }

  private static List<String> modules() {
    return Pattern.compile("<module>([^<]+)</module>")
        .matcher(poms)
        .results()
        .map(found -> found.group(1))
        .filter(module -> !module.equals("house") && !module.equals("bench"))
        .toList();
  }

  /// Versions by group and name, as the parent manages them.
  private static Map<String, String> versions() {
    Map<String, String> properties = new HashMap<>();
    Pattern.compile("<([a-z0-9.-]+[.]version)>([^<]+)</")
        .matcher(poms)
        .results()
        .forEach(found -> properties.put("${" + found.group(1) + "}", found.group(2)));
    Map<String, String> versions = new HashMap<>();
    Matcher managed = DEPENDENCY.matcher(poms);
    while (managed.find()) {
      String version = String.valueOf(managed.group(3));
      versions.put(
          managed.group(1) + ":" + managed.group(2), properties.getOrDefault(version, version));
    }
    return versions;
  }
}
