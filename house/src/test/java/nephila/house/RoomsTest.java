package nephila.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Which room may import which, and which library lives in which room.
class RoomsTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("nephila");

  private static final String[] ENGINE = {
    "nephila",
    "nephila.graph..",
    "nephila.rank..",
    "nephila.ledger..",
    "nephila.frontier..",
    "nephila.liverank..",
    "nephila.community.."
  };

  /// Library package → the rooms it may be used in.
  private static final Map<String, String[]> LIBRARIES =
      Map.ofEntries(
          Map.entry("picocli..", new String[] {"nephila.cli.."}),
          // Kafka Streams keeps its stores in RocksDB: nephila.cluster bounds their memory.
          Map.entry("org.rocksdb..", new String[] {"nephila.store.rocks..", "nephila.cluster.."}),
          Map.entry("org.netpreserve..", new String[] {"nephila.archive.."}),
          Map.entry("org.apache.lucene..", new String[] {"nephila.search.."}),
          Map.entry("it.unimi..", new String[] {"nephila.formats.."}),
          Map.entry("com.github.luben..", new String[] {"nephila.formats..", "nephila.tables.."}),
          Map.entry("org.apache.kafka..", new String[] {"nephila.cluster.."}),
          Map.entry("io.grpc..", new String[] {"nephila.server.."}),
          Map.entry("org.brotli..", new String[] {"nephila.fetch.."}),
          Map.entry("com.dynatrace..", new String[] {"nephila.links.."}),
          Map.entry("org.mozilla..", new String[] {"nephila.links.."}),
          Map.entry("org.jsoup..", new String[] {"nephila.text.."}),
          Map.entry("org.apache.pdfbox..", new String[] {"nephila.text.."}),
          Map.entry("com.google.re2j..", new String[] {"nephila.url.."}),
          Map.entry("com.ibm.icu..", new String[] {"nephila.url.."}),
          Map.entry(
              "crawlercommons..",
              new String[] {
                "nephila.url..", "nephila.links..", "nephila.politeness..", "nephila.server.."
              }));

  /// Room → the rooms it may use, beside the words that all share (`nephila` itself). A room in a
  /// room (`fetch.http`) counts as part of the outer one. Read from the top: a room uses rooms
  /// above it.
  private static final Map<String, String> MAY_USE = new LinkedHashMap<>();

  static {
    MAY_USE.put("graph", "");
    MAY_USE.put("rank", "graph");
    MAY_USE.put("ledger", "");
    MAY_USE.put("frontier", "ledger");
    MAY_USE.put("liverank", "graph rank");
    MAY_USE.put("community", "graph rank");
    MAY_USE.put("formats", "graph liverank");
    MAY_USE.put("tables", "graph");
    MAY_USE.put("linelog", "");
    MAY_USE.put("url", "");
    MAY_USE.put("config", "ledger url");
    MAY_USE.put("politeness", "url");
    MAY_USE.put("fetch", "");
    MAY_USE.put("links", "url");
    MAY_USE.put("text", "links");
    MAY_USE.put("archive", "fetch");
    MAY_USE.put("store", "graph ledger frontier url politeness links");
    MAY_USE.put("process", "ledger frontier url config politeness fetch links store");
    MAY_USE.put("view", "ledger frontier url config politeness process store");
    MAY_USE.put(
        "crawl",
        "graph ledger frontier linelog url config politeness fetch links archive store process"
            + " view");
    MAY_USE.put(
        "refresh",
        "graph rank ledger frontier liverank linelog url config politeness fetch links archive"
            + " store process view crawl");
    MAY_USE.put("sites", "graph rank ledger url store view");
    MAY_USE.put("topic", "");
    MAY_USE.put(
        "communitycrawl",
        "community ledger url config fetch links archive store process view crawl topic");
    MAY_USE.put("testweb", "url config fetch archive store process view crawl");
    MAY_USE.put(
        "exchange",
        "graph rank ledger formats tables url config fetch links text archive store process view"
            + " crawl sites");
    MAY_USE.put("copies", "url fetch links text archive store tables exchange");
    MAY_USE.put("notices", "ledger url config fetch links archive store view exchange copies");
    MAY_USE.put("server", "ledger frontier linelog config process store view");
    MAY_USE.put("search", "");
    MAY_USE.put(
        "indexing", "ledger url fetch links text archive store process communitycrawl search");
    MAY_USE.put(
        "cluster",
        "graph rank ledger frontier url config politeness fetch links archive store process view"
            + " crawl refresh");
    MAY_USE.put("lab", "graph rank ledger frontier liverank community formats");
    MAY_USE.put(
        "web",
        "ledger linelog url config politeness fetch archive store process view crawl"
            + " communitycrawl search indexing cluster");
    MAY_USE.put("cli", "*");
  }

  private static String room(JavaClass of) {
    String[] names = of.getPackageName().split("[.]");
    return names.length < 2 ? "" : names[1];
  }

  @Test
  void aRoomUsesOnlyRoomsThatTheTableLets() {
    Map<String, Set<String>> used = new TreeMap<>();
    for (JavaClass each : CLASSES) {
      Set<String> its = used.computeIfAbsent(room(each), room -> new TreeSet<>());
      each.getDirectDependenciesFromSelf().stream()
          .map(Dependency::getTargetClass)
          .filter(target -> target.getPackageName().startsWith("nephila."))
          .forEach(target -> its.add(room(target)));
      its.remove(room(each));
    }
    used.remove("");
    assertEquals(
        new TreeSet<>(MAY_USE.keySet()),
        new TreeSet<>(used.keySet()),
        "rooms and lines of the table");
    List<String> wrong = new ArrayList<>();
    used.forEach(
        (room, its) -> {
          String line = MAY_USE.getOrDefault(room, "");
          Set<String> may = line.isEmpty() ? Set.of() : Set.of(line.split(" "));
          boolean all = may.contains("*");
          its.stream()
              .filter(other -> !all && !may.contains(other))
              .forEach(other -> wrong.add(room + " uses " + other));
          may.stream()
              .filter(other -> !all && !its.contains(other))
              .forEach(other -> wrong.add(room + " may use " + other + " and does not"));
        });
    assertEquals(List.of(), wrong);
  }

  @Test
  void roomsFormNoCycle() {
    ArchRule rule = slices().matching("nephila.(*)..").should().beFreeOfCycles();
    rule.check(CLASSES);
  }

  @Test
  void theEngineNeedsOnlyTheJdk() {
    noClasses()
        .that()
        .resideInAnyPackage(ENGINE)
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(concat(ENGINE, "java..", "javax..", "jdk..", "org.jspecify.."))
        .check(CLASSES);
  }

  @Test
  void eachLibraryLivesInItsRoom() {
    LIBRARIES.forEach(
        (library, rooms) ->
            noClasses()
                .that()
                .resideOutsideOfPackages(rooms)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library)
                .allowEmptyShould(true)
                .check(CLASSES));
  }

  @Test
  void onlyTheCommandLinePrintsOrExits() {
    noClasses()
        .that()
        .resideOutsideOfPackages("nephila.cli..")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CLASSES);
  }

  private static String[] concat(String[] some, String... more) {
    String[] all = java.util.Arrays.copyOf(some, some.length + more.length);
    System.arraycopy(more, 0, all, some.length, more.length);
    return all;
  }
}
