package nephila.exchange;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nephila.Progress;
import nephila.url.CanonicalUrl;

/// Reads items that a Scrapy spider wrote, as JSON lines or as one array. A page has `url`; where
/// it points to is in `links`, `outlinks` or `urls` (texts, or objects with `url` or `href`),
/// relative or not; the page it was found on in `referer`, `referrer`, `parent` or `via`; `status`
/// where it is told.
final class ScrapyItems {
  private final ImportedLedger books;
  private final LineTally tally;

  ScrapyItems(ImportedLedger books, LineTally tally) {
    this.books = books;
    this.tally = tally;
  }

  void read(Path file, Progress progress) throws IOException {
    TextFile.read(file, tally, progress, this::line);
  }

  private void line(long number, String text) {
    String items = withoutFrame(text.strip());
    if (items.isEmpty()) {
      return;
    }
    try {
      for (Object item : JSON.std.listFrom("[" + items + "]")) {
        if (item instanceof Map<?, ?> fields) {
          item(number, fields);
        } else {
          tally.problem(number, "no JSON object");
        }
      }
    } catch (IOException e) {
      tally.problem(number, "no JSON object");
    }
  }

  /// A line of an array, which Scrapy writes an item a line, without brackets and last comma.
  private static String withoutFrame(String line) {
    int start = line.startsWith("[") ? 1 : 0;
    int end = line.endsWith("]") || line.endsWith(",") ? line.length() - 1 : line.length();
    return start >= end ? "" : line.substring(start, end).strip();
  }

  private void item(long number, Map<?, ?> item) {
    if (!(item.get("url") instanceof String written)) {
      tally.problem(number, "no url in it");
      return;
    }
    if (!(CanonicalUrl.parse(written) instanceof CanonicalUrl url)) {
      tally.problem(number, "a url that makes no sense");
      return;
    }
    int status = item.get("status") instanceof Number told ? told.intValue() : 200;
    books.read(url.text(), 0, status, "", targets(url, item));
    for (String name : List.of("referer", "referrer", "parent", "via")) {
      if (item.get(name) instanceof String parent) {
        books.link(books.know(parent), books.know(url.text()));
      }
    }
  }

  private static List<String> targets(CanonicalUrl url, Map<?, ?> item) {
    List<String> targets = new ArrayList<>();
    for (String name : List.of("links", "outlinks", "urls")) {
      if (item.get(name) instanceof List<?> list) {
        for (Object each : list) {
          Object target =
              each instanceof Map<?, ?> link
                  ? link.containsKey("url") ? link.get("url") : link.get("href")
                  : each;
          if (target instanceof String text && url.resolve(text) instanceof CanonicalUrl to) {
            targets.add(to.text());
          }
        }
      }
    }
    return targets;
  }
}
