package nephila.exchange.text;

import java.util.ArrayList;
import java.util.List;
import nephila.fetch.Exchange;
import nephila.text.CleanText;

/// What a site asks of those who use a page: by its headers and by the page itself.
final class Wishes {
  private static final List<String> HEADERS =
      List.of("X-Robots-Tag", "Content-Usage", "TDM-Reservation", "TDM-Policy", "Content-Signal");
  private static final int LONGEST = 300;

  private Wishes() {}

  /// `name: value`, apart by `; `; empty where nothing is asked.
  static String of(Exchange exchange, String robotsMeta) {
    List<String> wishes = new ArrayList<>();
    for (String header : HEADERS) {
      for (String value : exchange.headers().all(header)) {
        wishes.add(header + ": " + CleanText.line(CleanText.cut(value, LONGEST)));
      }
    }
    if (!robotsMeta.isEmpty()) {
      wishes.add("robots: " + robotsMeta);
    }
    return String.join("; ", wishes.subList(0, Math.min(20, wishes.size())));
  }
}
