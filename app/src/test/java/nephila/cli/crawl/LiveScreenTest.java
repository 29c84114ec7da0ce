package nephila.cli.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import nephila.cli.Console;
import nephila.view.CrawlStatus;
import nephila.view.Freshness;
import org.junit.jupiter.api.Test;

class LiveScreenTest {
  private static CrawlStatus after(double seconds, String state) {
    return new CrawlStatus(
        "c",
        state,
        "",
        true,
        seconds,
        7,
        1234,
        7,
        1227,
        3,
        1,
        1,
        2_000_000L,
        3.5,
        0.25,
        1e-3,
        7,
        0L,
        Map.of("2xx", 7L),
        List.of(),
        Freshness.NONE,
        null,
        null,
        null);
  }

  @Test
  void withoutATerminalThereIsALineAMinute() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
    LiveScreen screen = new LiveScreen(new Console(to, to, false), Path.of("my-crawl"));
    for (double seconds : new double[] {0, 30, 59.9, 60.2, 60.5, 119, 121, 250, 299}) {
      screen.progress(after(seconds, CrawlStatus.RUNNING));
    }
    screen.progress(after(400, CrawlStatus.DONE));
    List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(3, lines.size(), lines::toString);
    assertTrue(lines.getFirst().startsWith("running 1 min 00 s: 7 pages read, 1,234 known"));
    assertTrue(lines.getLast().startsWith("running 4 min 10 s"), lines::toString);
  }
}
