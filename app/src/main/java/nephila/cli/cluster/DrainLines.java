package nephila.cli.cluster;

import java.util.List;
import nephila.cli.Console;
import nephila.cluster.query.DrainObstacles;
import nephila.cluster.query.DrainWait;

/// Tells what a crawl that comes to rest waits for: in place on a terminal, elsewhere a line at
/// once and one every ten seconds.
final class DrainLines implements DrainWait.Listener {
  private static final long LINE_NANOS = 10_000_000_000L;

  private final Console console;
  private long next = System.nanoTime();

  DrainLines(Console console) {
    this.console = console;
  }

  @Override
  public void waitsFor(DrainObstacles what) {
    String line = "Waiting for rest: " + what.words() + ".";
    if (console.terminal()) {
      console.screen(List.of(line));
    } else if (System.nanoTime() - next >= 0) {
      next = System.nanoTime() + LINE_NANOS;
      console.err("%s", line);
    }
  }
}
