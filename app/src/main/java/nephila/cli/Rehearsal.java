package nephila.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/// What the launcher runs once after a build, to keep loaded classes and profiles in the JDK's AOT
/// cache: help, a small ranking, the demo. Later starts of every verb are then warm.
public final class Rehearsal {
  private Rehearsal() {}

  /// Works in an empty folder, given as the only argument, which the caller removes.
  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    String graph = folder.resolve("rehearsal.graph").toString();
    play("--help");
    play("graph", "generate", "--model", "web", "--pages", "2000", "--seed", "1", "--out", graph);
    play("rank", graph, "--top", "3");
    play("rank", graph, "--json");
    System.exit(play("demo", "--dir", folder.resolve("crawl").toString()));
  }

  private static int play(String... line) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return Main.run(new Console(nowhere, nowhere, false), line);
  }
}
