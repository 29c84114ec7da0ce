package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// What docs/papers.md says how to type can be typed: verbs and options exist.
class PapersDocTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @Test
  void everyOptionThatIsNamedExists() throws IOException {
    Path file = Path.of(System.getProperty("nephila.root", ".."), "docs", "papers.md");
    List<String> wrong = new ArrayList<>();
    int options = 0;
    Matcher code = CODE.matcher(Files.readString(file));
    while (code.find()) {
      CommandLine verb = Main.withAllVerbs();
      int verbs = 0;
      for (String word : code.group(1).split(" ")) {
        if (verb.getSubcommands().containsKey(word)) {
          verb = verb.getSubcommands().get(word);
          verbs++;
        } else if (verbs > 0 && word.startsWith("--")) {
          options++;
          String option = word.replaceFirst("[=,].*", "");
          if (verb.getCommandSpec().findOption(option) == null) {
            wrong.add(code.group(1) + ": " + option);
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(options > 40, options + " options are named");
  }
}
