package nephila.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import nephila.archive.cdx.FlatJson;
import nephila.archive.warc.Text;
import org.jspecify.annotations.Nullable;

/// Reads indexes of any origin: CDX with a legend or 11, 10 or 9 columns, CDXJ, and the
/// `pages.jsonl` of a WACZ. A line that makes no sense is counted and passed over.
final class IndexLines {
  private static final int MAX_LINE = 1 << 16;
  private static final String CDX11 = "NbamskrMSVg";
  private static final String CDX10 = "NbamskrMVg";
  private static final String CDX9 = "NbamskrVg";

  private final String name;
  private final ReadTally tally;
  private final Consumer<ArchivedPage> pages;
  private String legend = "";
  private long number;

  IndexLines(String name, ReadTally tally, Consumer<ArchivedPage> pages) {
    this.name = name;
    this.tally = tally;
    this.pages = pages;
  }

  /// Reads all lines, unpacking them first if they are packed.
  void read(InputStream raw) throws IOException {
    BufferedInputStream peeked = new BufferedInputStream(raw, 1 << 16);
    peeked.mark(2);
    boolean packed = peeked.read() == 0x1f && peeked.read() == 0x8b;
    peeked.reset();
    try {
      lines(packed ? new BufferedInputStream(new GZIPInputStream(peeked), 1 << 16) : peeked);
    } catch (IOException e) {
      tally.problem("damaged or cut compression", name, number);
    }
  }

  private void lines(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    int length = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b != '\n') {
        if (length++ < MAX_LINE) {
          line.write(b);
        }
        continue;
      }
      finish(line, length);
      line.reset();
      length = 0;
    }
    if (length > 0) {
      finish(line, length);
    }
  }

  private void finish(ByteArrayOutputStream line, int length) {
    number++;
    String text = line.toString(UTF_8).strip();
    if (length > MAX_LINE) {
      tally.problem("line longer than " + MAX_LINE + " bytes", name, number);
      return;
    }
    if (text.startsWith("CDX ")) {
      legend = text.substring(4).replace(" ", "");
      return;
    }
    if (text.isEmpty() || text.startsWith("!") || text.startsWith("#")) {
      return;
    }
    ArchivedPage page = text.endsWith("}") ? json(text) : columns(text);
    if (page == null) {
      tally.problem("not an index line", name, number);
    } else if (!page.url().isEmpty()) {
      tally.page();
      pages.accept(page);
    }
  }

  /// A line of CDXJ, or of `pages.jsonl`, whose first line has no page.
  private @Nullable ArchivedPage json(String text) {
    int brace = Math.max(0, text.indexOf('{'));
    Map<String, String> fields = FlatJson.read(text.substring(brace));
    if (fields == null) {
      return null;
    }
    String[] key = text.substring(0, brace).strip().split(" ");
    String date = key.length > 1 ? key[1] : fields.getOrDefault("ts", "");
    if (brace == 0 && !fields.containsKey("url")) {
      return fields.containsKey("format") ? page("", "20000101", "", "", "", "") : null;
    }
    return page(
        fields.getOrDefault("url", ""),
        date,
        fields.getOrDefault("status", ""),
        fields.getOrDefault("mime", ""),
        fields.getOrDefault("filename", ""),
        fields.getOrDefault("offset", ""));
  }

  private @Nullable ArchivedPage columns(String text) {
    String[] values = text.split(" ");
    String columns =
        legend.length() == values.length
            ? legend
            : switch (values.length) {
              case 11 -> CDX11;
              case 10 -> CDX10;
              case 9 -> CDX9;
              default -> "";
            };
    return columns.isEmpty()
        ? null
        : page(
            value(columns, values, 'a'),
            value(columns, values, 'b'),
            value(columns, values, 's'),
            value(columns, values, 'm'),
            value(columns, values, 'g'),
            value(columns, values, 'V'));
  }

  private static String value(String columns, String[] values, char column) {
    int at = columns.indexOf(column);
    return at < 0 || values[at].equals("-") ? "" : values[at];
  }

  private static @Nullable ArchivedPage page(
      String url, String date, String status, String mime, String file, String offset) {
    Instant instant = date(date);
    if (instant == null) {
      return null;
    }
    boolean revisit = mime.equals("warc/revisit");
    long at = number(offset, -1);
    int code = status.length() > 3 ? 0 : (int) number(status, 0);
    return new ArchivedPage(
        Text.uri(url), instant, code, Text.mime(mime), null, revisit, false, Text.line(file), at);
  }

  private static long number(String digits, long otherwise) {
    if (digits.isEmpty() || digits.length() > 18) {
      return otherwise;
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
        return otherwise;
      }
    }
    return Long.parseLong(digits);
  }

  /// A date of 4 to 17 digits, or in ISO form; null when it is none.
  static @Nullable Instant date(String text) {
    try {
      if (text.indexOf('-') > 0) {
        return Text.countable(Instant.parse(text));
      }
      String digits = text + "00000101000000000".substring(Math.min(17, text.length()));
      if (text.length() < 4 || digits.length() != 17 || number(digits, -1) < 0) {
        return null;
      }
      int[] parts = new int[6];
      int[] ends = {4, 6, 8, 10, 12, 14};
      for (int i = 0, from = 0; i < 6; from = ends[i++]) {
        parts[i] = Integer.parseInt(digits, from, ends[i], 10);
      }
      int nanos = 1_000_000 * Integer.parseInt(digits, 14, 17, 10);
      return LocalDateTime.of(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], nanos)
          .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
