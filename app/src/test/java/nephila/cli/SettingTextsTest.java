package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import nephila.cli.crawl.Yaml;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// The texts that follow from the settings of a crawl, byte by byte: help, manual page and
/// completed options of every verb that has settings, `nephila config`, `plan.yaml`. After a change
/// that is meant, `./test --fast -pl app -am -Dtest=SettingTextsTest
/// -Dsurefire.failIfNoSpecifiedTests=false -Dnephila.golden=write` writes the files anew; look at
/// their difference.
class SettingTextsTest {
  private static final Path GOLDEN =
      Path.of(System.getProperty("nephila.root", ".."), "app/src/test/resources/nephila/cli");

  @TempDir Path temp;

  private static CommandLine verb(String... path) {
    CommandLine line = Main.withAllVerbs();
    for (String name : path) {
      line = line.getSubcommands().get(name);
    }
    return line.setUsageHelpAutoWidth(false);
  }

  private static void assertGolden(String file, String text) throws IOException {
    Path golden = GOLDEN.resolve(file);
    if ("write".equals(System.getProperty("nephila.golden"))) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, text);
    }
    assertEquals(Files.readString(golden), text, file);
  }

  @TestFactory
  java.util.stream.Stream<DynamicTest> helpManualPageAndCompletionOfVerbsWithSettings() {
    return java.util.stream.Stream.of("crawl", "community", "refresh", "cluster worker")
        .map(name -> DynamicTest.dynamicTest(name, () -> texts(name)));
  }

  private static void texts(String name) throws IOException {
    CommandLine verb = verb(name.split(" "));
    String file = name.replace(' ', '-');
    assertGolden(file + ".help", verb.getUsageMessage(Ansi.OFF));
    assertGolden(file + ".1", ManPage.of("nephila-" + file, verb.getCommandSpec()));
    String script = AutoComplete.bash("nephila", Main.withAllVerbs());
    String function = "function _picocli_nephila_" + name.replace(' ', '_') + "() {";
    int from = script.indexOf(function);
    assertGolden(file + ".bash", script.substring(from, script.indexOf("\n}\n", from) + 3));
  }

  @Test
  void theUsualSettings() throws IOException {
    assertGolden("config.yaml", Typed.line("config").out());
  }

  /// A plan of this version, with a value that is not the usual one for every setting.
  @Test
  void aPlanThatWasKeptIsReadAndShownAgain() throws IOException {
    String kept = Files.readString(GOLDEN.resolve("plan.yaml"));
    Files.writeString(temp.resolve("plan.yaml"), kept);
    assertEquals(kept, Typed.line("config", temp.toString()).out());
    Map<?, ?> usual = Yaml.read(GOLDEN.resolve("config.yaml"));
    Map<?, ?> values = Yaml.read(GOLDEN.resolve("plan.yaml"));
    assertEquals(usual.keySet(), values.keySet());
    Object[] same =
        usual.keySet().stream().filter(key -> usual.get(key).equals(values.get(key))).toArray();
    assertEquals("[]", Arrays.toString(same), "settings that have the usual value in plan.yaml");
  }
}
