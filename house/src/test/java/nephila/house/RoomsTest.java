package nephila.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
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
    "nephila.select..",
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
          Map.entry("com.google.re2j..", new String[] {"nephila.url.."}),
          Map.entry("com.ibm.icu..", new String[] {"nephila.url.."}),
          Map.entry(
              "crawlercommons..",
              new String[] {
                "nephila.url..", "nephila.links..", "nephila.politeness..", "nephila.server.."
              }));

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
