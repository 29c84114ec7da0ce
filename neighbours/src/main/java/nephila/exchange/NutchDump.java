package nephila.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import nephila.Progress;

/// Reads the text that `nutch readseg -dump SEGMENT` writes: records that begin with `Recno::` and
/// `URL::`, fields of their parts a line each. Page contents in between (`Content::`,
/// `ParseText::`) are passed over; a field within them is not taken for one.
final class NutchDump {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss zzz yyyy", Locale.ENGLISH);

  private final ImportedLedger books;
  private final LineTally tally;
  private String url = "";
  private String part = "";
  private boolean fetched;
  private int status;
  private long atMillis;
  private long lineOfRecord;
  private final List<String> links = new ArrayList<>();

  NutchDump(ImportedLedger books, LineTally tally) {
    this.books = books;
    this.tally = tally;
  }

  void read(Path file, Progress progress) throws IOException {
    TextFile.read(file, tally, progress, this::line);
    endRecord();
  }

  private void line(long number, String text) {
    if (text.startsWith("Recno:: ")) {
      endRecord();
      lineOfRecord = number;
    } else if (text.startsWith("URL:: ")) {
      url = text.substring("URL:: ".length()).strip();
    } else if (text.matches("(CrawlDatum|Content|ParseData|ParseText)::.*")) {
      part = text.substring(0, text.indexOf(':'));
    } else if (part.equals("CrawlDatum")) {
      datum(number, text);
    } else if (part.equals("ParseData") && text.startsWith("  outlink: toUrl: ")) {
      String rest = text.substring("  outlink: toUrl: ".length());
      int anchor = rest.indexOf(" anchor: ");
      links.add(anchor < 0 ? rest : rest.substring(0, anchor));
    }
  }

  private void datum(long number, String text) {
    if (text.startsWith("Status: ")) {
      boolean success = text.contains("(fetch_success)") || text.contains("(fetch_notmodified)");
      fetched |= success || text.contains("(fetch_");
      status = success ? 200 : text.contains("(fetch_gone)") ? 404 : Math.max(status, 0);
      status = text.contains("(fetch_redir_") ? 301 : status;
    } else if (text.startsWith("Fetch time: ") && fetched) {
      try {
        String date = text.substring("Fetch time: ".length()).strip();
        atMillis = ZonedDateTime.parse(date, DATE).toInstant().toEpochMilli();
      } catch (DateTimeException | ArithmeticException e) {
        tally.problem(number, "no date");
      }
    }
  }

  private void endRecord() {
    if (!url.isEmpty()) {
      boolean page =
          fetched || !links.isEmpty()
              ? books.read(url, atMillis, status == 0 ? 200 : status, "", links)
              : books.know(url) >= 0;
      if (!page) {
        tally.problem(lineOfRecord, "a record whose URL makes no sense");
      }
    } else if (lineOfRecord > 0) {
      tally.problem(lineOfRecord, "a record without URL");
    }
    url = "";
    part = "";
    fetched = false;
    status = 0;
    atMillis = 0;
    links.clear();
  }
}
