package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import nephila.UserError;
import nephila.ledger.OpicLedger.Settings;
import nephila.ledger.window.Window;
import nephila.ledger.window.WindowSpans;
import org.junit.jupiter.api.Test;

/// Windows whose size is a time.
class TimedWindowTest {
  private static final long DAY = 86_400;
  private static final int PAGES = 100;

  private final RandomWeb web = new RandomWeb(RandomWeb.anySeed(), PAGES);
  private long second = 1_000_000_000;

  private static OpicLedger start(String window) {
    OpicLedger ledger =
        new OpicLedger(Settings.corrected(new Window.All()).withWindow(Window.parse(window)));
    IntStream.range(0, PAGES).forEach(ledger::discovered);
    return ledger;
  }

  /// Reads all pages by turns, the whole round in so many seconds.
  private void rounds(OpicLedger ledger, int count, long seconds) {
    for (int round = 0; round < count; round++) {
      for (int page = 0; page < PAGES; page++) {
        ledger.read(page, web.row(page));
        ledger.time(1000 * (second + seconds * (page + 1) / PAGES));
      }
      second += seconds;
    }
  }

  @Test
  void atASteadySpeedATimeIsANumberOfTurns() {
    for (String shape : List.of("fixed:%s", "improved:%s:3", "interpolation:%s", "growing:%s")) {
      OpicLedger turns = start(shape.formatted("6"));
      rounds(turns, 20, DAY);
      double perTurn = 20 / turns.turnover();
      OpicLedger timed = start(shape.formatted(Math.round(6 * perTurn * DAY) + "s"));
      rounds(timed, 20, DAY);
      assertEquals(6, java.util.Objects.requireNonNull(timed.windowTurns()), 0.2, shape);
      assertEquals(
          RandomWeb.distance(web.rank(0.85), turns),
          RandomWeb.distance(web.rank(0.85), timed),
          0.03,
          shape);
    }
  }

  @Test
  void aSpanFollowsTheSpeedAndTimeWithoutReadsCountsForNothing() {
    OpicLedger ledger = start("interpolation:7d");
    rounds(ledger, 20, DAY);
    double slow = java.util.Objects.requireNonNull(ledger.windowTurns());
    rounds(ledger, 80, DAY / 4);
    double fast = java.util.Objects.requireNonNull(ledger.windowTurns());
    assertEquals(4, fast / slow, 0.2);
    second += 5 * DAY; // nothing is read
    ledger.time(1000 * second);
    assertEquals(2.0 / 7, ledger.windowTurns() / fast, 0.05);
  }

  @Test
  void anotherSpeedDoesNotMoveImportance() {
    for (String window : List.of("interpolation:8d", "growing:8d", "fixed:8d")) {
      OpicLedger ledger = start(window);
      rounds(ledger, 30, DAY);
      double before = RandomWeb.distance(web.rank(0.85), ledger);
      rounds(ledger, 1, 4 * DAY);
      double slower = RandomWeb.distance(web.rank(0.85), ledger);
      assertTrue(slower < before + 0.15, window + ": " + before + ", then " + slower);
      double sum = IntStream.range(0, PAGES).mapToDouble(ledger::importance).sum();
      assertEquals(1, sum, 0.1, window);
    }
  }

  @Test
  void aCrawlYoungerThanItsWindowIsTakenToHaveGoneAtItsSpeed() {
    OpicLedger ledger = start("growing:20d");
    rounds(ledger, 2, DAY);
    double early = java.util.Objects.requireNonNull(ledger.windowTurns());
    rounds(ledger, 30, DAY);
    assertEquals(1, early / ledger.windowTurns(), 0.25); // the first reads pay less
  }

  @Test
  void momentsAreFewAndComeBackWithTheState() {
    WindowSpans spans = new WindowSpans(Window.parse("class:2,fixed:7d,variable:4"), () -> 10);
    for (int minute = 0; minute < 60 * 24 * 30; minute++) {
      spans.at(60L * minute, 3L * minute);
    }
    assertTrue(spans.text().split(" ").length <= WindowSpans.POINTS + 2, spans.text());
    double span = spans.units(7 * DAY);
    assertEquals(3 * 60 * 24 * 7, span, 60);
    WindowSpans again = new WindowSpans(Window.parse("fixed:7d"), () -> 10);
    again.resume(spans.text());
    again.at(60L * 60 * 24 * 30, 3L * 60 * 24 * 30);
    assertEquals(span, again.units(7 * DAY), 100);
    again.resume("");
    assertEquals(40, again.units(7 * DAY), "no time was told");
  }

  @Test
  void textsAreReadBackAndMixturesRefused() {
    for (String window :
        List.of(
            "interpolation:21d", "fixed:12h", "improved:90s:3", "class:2,fixed:7d,variable:4")) {
      assertEquals(window, Window.parse(window).text());
    }
    assertEquals("growing:42d", Window.parse("growing:6w").text());
    for (String window :
        List.of(
            "interpolation:21f",
            "fixed:d",
            "fixed:0d",
            "fixed:-1d",
            "fixed:90000d",
            "adaptive:1d:7d",
            "variable:3d",
            "class:2d,fixed:1,variable:3",
            "class:2,fixed:1d,fixed:3")) {
      assertThrows(UserError.class, () -> Window.parse(window), window);
    }
  }
}
