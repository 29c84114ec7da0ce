package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import nephila.testweb.LittleWeb;

/// A crawl of a little web that has since been closed, made by a command line.
public final class LittleCrawl {
  private LittleCrawl() {}

  /// Reads `pages` pages into `dir`.
  ///
  /// @param seed of the little web
  /// @param more options of the crawl
  public static Typed into(Path dir, long seed, int pages, String... more) throws Exception {
    try (LittleWeb web = LittleWeb.open(seed, LittleWeb.Options.quick(Clock.systemUTC()))) {
      List<String> line = new ArrayList<>(List.of("crawl", web.front(), "--dir", dir.toString()));
      line.addAll(List.of("--scope", "any", "--max-pages", String.valueOf(pages)));
      line.addAll(List.of("--allow-private", "--delay", "0", "--quiet", "--no-dashboard"));
      Collections.addAll(line, more);
      Typed typed = Typed.line(line.toArray(String[]::new));
      assertEquals(0, typed.exit(), typed.err());
      return typed;
    }
  }
}
