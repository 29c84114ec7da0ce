package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionVerbTest {
  @TempDir Path dir;

  @Test
  void bashLearnsVerbsAndTheirOptions() throws Exception {
    Typed typed = Typed.line("completion", "bash");
    assertEquals(0, typed.exit(), typed.err());
    Path script = Files.writeString(dir.resolve("nephila.bash"), typed.out());
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "source "
                    + script
                    + "; COMP_WORDS=(nephila sites --rat); COMP_CWORD=2;"
                    + " _complete_nephila; echo \"${COMPREPLY[@]}\"")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertEquals("--ratings", new String(bash.getInputStream().readAllBytes()).strip());
  }

  @Test
  void everyVerbHasAManualPage() throws Exception {
    assertEquals(0, Typed.line("completion", "man", "--out", dir.toString()).exit());
    String sites = Files.readString(dir.resolve("nephila-sites.1"));
    assertTrue(sites.startsWith(".TH NEPHILA\\-SITES 1") || sites.startsWith(".TH NEPHILA-SITES"));
    assertTrue(sites.contains(".B \\-\\-ratings FILE"), sites);
    assertTrue(Files.readString(dir.resolve("nephila.1")).contains(".SH VERBS"));
    try (var pages = Files.list(dir)) {
      assertTrue(pages.count() > 20);
    }
  }
}
