package nephila.archive.warc;

import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Outcome;
import nephila.fetch.Truncation;
import org.jspecify.annotations.Nullable;

/// The block of a metadata record (`application/warc-fields`): names that Heritrix uses where it
/// has them, and what it takes to make the exchange again from the archive.
public final class MetadataFields {
  private static final String VIA = "via";
  private static final String HOPS = "hopsFromSeed";
  private static final String FETCH_MILLIS = "fetchTimeMs";
  private static final String FIRST_BYTE_MILLIS = "firstByteMs";
  private static final String IMPORTANCE = "importance";
  private static final String OUTLINK = "outlink";
  private static final String SIZE = "responseBytes";
  private static final String FAILURE = "fetchFailure";
  private static final String CERTIFICATE = "certificateProblem";

  private @Nullable String via;
  private String hops = "";
  private int fetchMillis;
  private int firstByteMillis = -1;
  private int size = -1;
  private double importance = Double.NaN;
  private @Nullable String failure;
  private @Nullable String certificateProblem;
  private final List<String> outlinks = new ArrayList<>();
  private final Map<String, String> more = new LinkedHashMap<>();

  private MetadataFields() {}

  static String write(Exchange exchange, Notes notes, ArchivedPlace.Kind kind) {
    StringBuilder lines = new StringBuilder(200);
    Exchange.Circumstances how = exchange.circumstances();
    String via = notes.via();
    if (via != null) {
      Records.field(lines, VIA, Text.uri(via));
    }
    Records.field(lines, HOPS, Text.line(notes.hops()));
    Records.field(lines, FETCH_MILLIS, Integer.toString(how.wholeMillis()));
    if (how.firstByteMillis() >= 0) {
      Records.field(lines, FIRST_BYTE_MILLIS, Integer.toString(how.firstByteMillis()));
    }
    if (!Double.isNaN(notes.importance())) {
      Records.field(lines, IMPORTANCE, Double.toString(notes.importance()));
    }
    if (kind == ArchivedPlace.Kind.IDENTICAL || kind == ArchivedPlace.Kind.NOT_MODIFIED) {
      Records.field(lines, SIZE, Integer.toString(exchange.responseBytes().length));
    }
    if (exchange.outcome() instanceof Outcome.Failed failed) {
      Records.field(lines, FAILURE, Records.failure(failed));
    }
    String problem = how.certificateProblem();
    if (problem != null) {
      Records.field(lines, CERTIFICATE, Text.line(problem));
    }
    notes.more().forEach((name, value) -> Records.field(lines, name(name), Text.line(value)));
    for (String link : notes.outlinks()) {
      Records.field(lines, OUTLINK, Text.uri(link));
    }
    return lines.toString();
  }

  private static String name(String name) {
    StringBuilder safe = new StringBuilder(name);
    for (int i = 0; i < safe.length(); i++) {
      char c = safe.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (c < '0' || c > '9')) {
        safe.setCharAt(i, '-');
      }
    }
    return safe.toString();
  }

  public static MetadataFields read(String block) {
    MetadataFields fields = new MetadataFields();
    for (String line : block.split("\r?\n")) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        fields.set(line.substring(0, colon), line.substring(colon + 2));
      }
    }
    return fields;
  }

  private void set(String name, String value) {
    switch (name) {
      case VIA -> via = value;
      case HOPS -> hops = value;
      case FETCH_MILLIS -> fetchMillis = integer(value);
      case FIRST_BYTE_MILLIS -> firstByteMillis = integer(value);
      case IMPORTANCE -> importance = real(value);
      case SIZE -> size = integer(value);
      case OUTLINK -> outlinks.add(value);
      case FAILURE -> failure = value;
      case CERTIFICATE -> certificateProblem = value;
      default -> more.put(name, value);
    }
  }

  public Notes notes(@Nullable EarlierRead previous) {
    return new Notes(via, hops, importance, previous, outlinks, more);
  }

  /// Bytes of the response on the wire, if told.
  int size(int otherwise) {
    return size < 0 ? otherwise : size;
  }

  Exchange.Circumstances circumstances(
      @Nullable InetAddress address, Instant started, Truncation truncation) {
    return new Exchange.Circumstances(
        address, started, firstByteMillis, fetchMillis, truncation, certificateProblem);
  }

  /// The failed exchange this describes.
  Exchange failed(String url, Instant started) {
    String told = failure == null ? Failure.RESET + " not told" : failure;
    int blank = told.indexOf(' ') < 0 ? told.length() : told.indexOf(' ');
    Failure kind = Failure.RESET;
    for (Failure each : Failure.values()) {
      if (each.name().contentEquals(told.substring(0, blank))) {
        kind = each;
      }
    }
    String detail = told.substring(Math.min(told.length(), blank + 1));
    Exchange.Circumstances how = circumstances(null, started, Truncation.NONE);
    return Exchange.failed(FetchRequest.get(url), kind, detail, new byte[0], how);
  }

  private static int integer(String value) {
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static double real(String value) {
    try {
      return Double.parseDouble(value.strip());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
