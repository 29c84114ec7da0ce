package nephila.testweb;

import java.time.YearMonth;
import java.util.Locale;
import java.util.Set;

/// A trap: a page for every month of all time, each with a link to the next and the last.
final class CalendarPlace implements Place {
  private static final YearMonth START = YearMonth.of(2026, 1);

  private final String atlas;

  CalendarPlace(String atlas) {
    this.atlas = atlas;
  }

  @Override
  public ServedResponse answer(Ask ask) {
    String path = ask.path();
    if (path.equals("/")) {
      PageWriter home = new PageWriter("What is on").link(atlas + "/", "The atlas");
      return ServedResponse.html(home.link(path(START), "Calendar").html());
    }
    if (path.equals("/robots.txt")) {
      return ServedResponse.notFound(path);
    }
    if (!path.matches("/month/[0-9]{4}/[0-9]{2}")) {
      return ServedResponse.notFound(path);
    }
    int month = Integer.parseInt(path.substring(12));
    if (month < 1 || month > 12) {
      return ServedResponse.notFound(path);
    }
    YearMonth shown = YearMonth.of(Integer.parseInt(path.substring(7, 11)), month);
    PageWriter page = new PageWriter("Events in " + shown).add("<p>Nothing on.</p>");
    page.link(path(shown.minusMonths(1)), "Earlier").link(path(shown.plusMonths(1)), "Later");
    return ServedResponse.html(page.html());
  }

  private static String path(YearMonth month) {
    return String.format(Locale.ROOT, "/month/%04d/%02d", month.getYear(), month.getMonthValue());
  }

  /// Only the front: no months are worth the visit.
  @Override
  public Set<String> readable() {
    return Set.of("/");
  }
}
