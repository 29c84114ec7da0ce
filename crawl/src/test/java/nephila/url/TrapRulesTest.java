package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrapRulesTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-15T00:00:00Z"), ZoneOffset.UTC);
  private static final TrapRules RULES = TrapRules.usual(CLOCK);

  @ParameterizedTest
  @CsvSource({
    "http://example.org/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u, DEPTH",
    "http://example.org/shop/list/shop/list/shop/list/shop/list, REPEATED_SEGMENTS",
    "http://example.org/x/www.example.org/y, CONCATENATED_HOSTS",
    "http://www.example.org/example.org/x/www.example.org/y, CONCATENATED_HOSTS",
    "http://example.org/www.a.com/www.b.com/x, CONCATENATED_HOSTS",
    "http://example.org/cal/2031/01, CALENDAR",
    "http://example.org/cal/1850-01-01, CALENDAR",
    "http://example.org/cal?month=2&year=2040, CALENDAR",
    "http://example.org/(S(lit3py55t21z5v55vlm25s55))/page.aspx, SESSION_ID",
  })
  void eachTrapHasItsName(String url, Trap trap) {
    assertEquals(trap, RULES.trap(CanonicalUrl.typed(url)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://e.org/10001",
        "http://e.org/article/100012",
        "http://example.org/",
        "http://example.org/2024/05/a-story.html",
        "http://example.org/a/a/a",
        "http://web.archive.example/web/20200101000000/http:/other.example/",
        "http://example.org/item/9999-12",
        "http://example.org/x?page=5000",
        "http://example.org/www.other.example/"
      })
  void ordinaryPagesAreNoTraps(String url) {
    Trap trap = RULES.trap(CanonicalUrl.typed(url));
    if (url.contains("9999")) {
      assertNull(trap, "an item number is not a year");
    } else {
      assertNull(trap);
    }
  }

  @Test
  void longUrlsAreTraps() {
    CanonicalUrl url = CanonicalUrl.typed("http://example.org/" + "a".repeat(1100));
    assertEquals(Trap.LENGTH, RULES.trap(url));
  }

  @Test
  void aCalendarIsNoticedByItsGrowth() {
    CalendarWatch watch = new CalendarWatch(100);
    int allowed = 0;
    for (int day = 0; day < 300; day++) {
      String url = "http://example.org/events/2026-" + (1 + day / 28) + "-" + (1 + day % 28);
      allowed += watch.tooMany(CanonicalUrl.typed(url + "?d=" + day)) ? 0 : 1;
    }
    assertEquals(100, allowed);
    assertFalse(watch.tooMany(CanonicalUrl.typed("http://other.org/events/2026-1-10?d=1")));
    for (int i = 0; i < 300; i++) {
      assertFalse(watch.tooMany(CanonicalUrl.typed("http://example.org/item/" + i)));
    }
    assertTrue(watch.tooMany(CanonicalUrl.typed("http://example.org/events/2026-9-11?d=77")));
    assertFalse(watch.tooMany(CanonicalUrl.typed("http://example.org/events/2026-1-2?d=78")));
  }

  @Test
  void manyPagesOfOneMonthAreNoCalendar() {
    CalendarWatch watch = new CalendarWatch(24);
    for (int mail = 0; mail < 2400; mail++) {
      String month = "http://lists.example.org/" + (2020 + mail / 1200) + "/0" + (1 + mail % 9);
      assertFalse(watch.tooMany(CanonicalUrl.typed(month + "/msg0" + mail + ".html")));
      assertFalse(watch.tooMany(CanonicalUrl.typed(month + "/000" + mail + ".html")));
    }
  }

  @Test
  void aCalendarInTheQueryIsNoticedToo() {
    CalendarWatch watch = new CalendarWatch(50);
    int allowed = 0;
    for (int day = 0; day < 200; day++) {
      String query = "year=2026&month=" + (1 + day / 28) + "&day=" + (1 + day % 28);
      allowed += watch.tooMany(CanonicalUrl.typed("http://example.org/cal?" + query)) ? 0 : 1;
    }
    assertEquals(50, allowed);
  }
}
