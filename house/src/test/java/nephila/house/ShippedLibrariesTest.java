package nephila.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is said of the libraries that are shipped is what the build ships: `docs/dependencies.md`
/// and the bill of materials `docs/sbom.cdx.json`, both written by `dist/dependencies`, name every
/// library that a module declares, in its version, with the jar that was pinned.
class ShippedLibrariesTest {
  private static final Path ROOT = Path.of(System.getProperty("nephila.root", ".."));
  private static final String REMEDY =
      "; build anew (mvn clean), then run dist/dependencies and dist/checksums";
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
  void everyLibraryOfTheBillIsPinned() throws Exception {
    Map<String, String> pinned = pinned();
    Set<String> missing = new TreeSet<>();
    for (Library each : bill) {
      if (!pinned.containsKey(each.hash)) {
        missing.add(each.name + "-" + each.version);
      }
    }
    assertEquals(Set.of(), missing, "not in dist/checksums.sha256" + REMEDY);
  }

  /// What the build has put beside nephila.jar, where it has.
  @Test
  void theBillIsWhatTheBuildShips() throws Exception {
    Path lib = ROOT.resolve("app/target/lib");
    assumeTrue(Files.isDirectory(lib), "no build at " + lib + ": ./test makes one before");
    Set<String> shipped = new TreeSet<>();
    try (Stream<Path> jars = Files.list(lib)) {
      jars.map(jar -> String.valueOf(jar.getFileName()))
          .filter(jar -> !jar.startsWith("nephila-"))
          .forEach(shipped::add);
    }
    Map<String, String> pinned = pinned();
    Set<String> billed = new TreeSet<>();
    bill.forEach(each -> billed.add(pinned.getOrDefault(each.hash, each.name)));
    Set<String> unbilled = new TreeSet<>(shipped);
    unbilled.removeAll(billed);
    Set<String> notShipped = new TreeSet<>(billed);
    notShipped.removeAll(shipped);
    assertEquals(Set.of(), unbilled, "shipped and not in docs/sbom.cdx.json" + REMEDY);
    assertEquals(Set.of(), notShipped, "in docs/sbom.cdx.json and not shipped" + REMEDY);
  }

  /// The names of the pinned jars by their hash.
  private static Map<String, String> pinned() throws IOException {
    Map<String, String> pinned = new HashMap<>();
    Files.readAllLines(ROOT.resolve("dist/checksums.sha256")).stream()
        .map(line -> line.split(" {2}"))
        .forEach(parts -> pinned.put(parts[0], parts[1]));
    return pinned;
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
