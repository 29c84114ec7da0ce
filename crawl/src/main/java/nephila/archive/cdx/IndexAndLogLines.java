package nephila.archive.cdx;

import java.time.Instant;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.ExchangeReader;
import nephila.archive.warc.Notes;
import nephila.archive.warc.Text;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.Outcome;
import nephila.fetch.Truncation;

/// The lines of index and log. Each depends on the exchange alone, so that a line written again
/// after a crash is the same line.
public final class IndexAndLogLines {
  private IndexAndLogLines() {}

  /// `surt yyyyMMddHHmmss {json}`, as pywb and others read it.
  public static StringBuilder cdxj(
      Exchange exchange,
      ArchivedPlace.Kind kind,
      byte[] sha1,
      String file,
      long offset,
      long length) {
    StringBuilder line = new StringBuilder(320);
    line.append(Surt.of(exchange.url())).append(' ');
    line.append(Text.digits(exchange.started()), 0, 14).append(" {\"url\": ");
    Text.json(line, Text.uri(exchange.url()));
    boolean revisit =
        kind == ArchivedPlace.Kind.IDENTICAL || kind == ArchivedPlace.Kind.NOT_MODIFIED;
    line.append(", \"mime\": \"").append(revisit ? "warc/revisit" : mime(exchange));
    line.append("\", \"status\": \"").append(exchange.status());
    line.append("\", \"digest\": \"").append(Text.sha1(sha1));
    line.append("\", \"length\": \"").append(length);
    line.append("\", \"offset\": \"").append(offset).append("\", \"filename\": ");
    Text.json(line, file);
    if (exchange.truncation() != Truncation.NONE) {
      line.append(", \"truncated\": \"").append(exchange.truncation().token()).append('"');
    }
    return line.append("}\n");
  }

  /// A line of Heritrix's `crawl.log`: end of fetch, status, size, URL, discovery path, via, type,
  /// thread, start and duration, digest, source, annotations.
  public static StringBuilder log(ExchangeReader.Group group) {
    Exchange exchange = group.exchange();
    Notes notes = group.notes();
    ArchivedPlace.Kind kind = group.kind();
    StringBuilder line = new StringBuilder(320);
    Exchange.Circumstances how = exchange.circumstances();
    Instant started = exchange.started();
    line.append(logDate(started.plusMillis(Math.max(0, how.wholeMillis()))));
    right(line.append(' '), status(exchange), 5);
    right(line.append(' '), exchange.answered() ? Integer.toString(group.size()) : "-", 10);
    line.append(' ').append(Text.uri(exchange.url()));
    line.append(' ').append(orDash(Text.uri(notes.hops())));
    String via = notes.via();
    line.append(' ').append(via == null ? "-" : orDash(Text.uri(via)));
    line.append(' ').append(exchange.answered() ? mime(exchange) : "unknown");
    line.append(" #000 ").append(Text.digits(started)).append('+').append(how.wholeMillis());
    line.append(' ').append(kind == ArchivedPlace.Kind.FAILURE ? "-" : Text.sha1(group.sha1()));
    line.append(" - ").append(annotations(exchange, kind));
    return line.append('\n');
  }

  private static String logDate(Instant instant) {
    String digits = Text.digits(instant);
    StringBuilder date = new StringBuilder(24);
    date.append(digits, 0, 4).append('-').append(digits, 4, 6).append('-').append(digits, 6, 8);
    date.append('T').append(digits, 8, 10).append(':').append(digits, 10, 12).append(':');
    date.append(digits, 12, 14).append('.').append(digits, 14, 17).append('Z');
    return date.toString();
  }

  private static String annotations(Exchange exchange, ArchivedPlace.Kind kind) {
    StringBuilder notes = new StringBuilder();
    switch (exchange.truncation()) {
      case NONE -> {}
      case LENGTH -> note(notes, "lenTrunc");
      case TIME -> note(notes, "timeTrunc");
      case DISCONNECT -> note(notes, "disconnectTrunc");
      case UNSPECIFIED -> note(notes, "unspecifiedTrunc");
    }
    switch (kind) {
      case IDENTICAL -> note(notes, "warcRevisit:digest");
      case NOT_MODIFIED -> note(notes, "warcRevisit:notModified");
      case RESPONSE, FAILURE -> {}
    }
    if (exchange.outcome() instanceof Outcome.Failed failed) {
      note(notes, "failure:" + failed.kind());
    }
    if (exchange.circumstances().certificateProblem() != null) {
      note(notes, "badCertificate");
    }
    return notes.isEmpty() ? "-" : notes.toString();
  }

  private static void note(StringBuilder notes, String note) {
    notes.append(notes.isEmpty() ? "" : ",").append(note);
  }

  private static String status(Exchange exchange) {
    return Integer.toString(
        exchange.outcome() instanceof Outcome.Failed failed
            ? code(failed.kind())
            : exchange.status());
  }

  /// Heritrix's codes for what never became an answer.
  static int code(Failure kind) {
    return switch (kind) {
      case DNS -> -1;
      case REFUSED, UNREACHABLE, TLS, PROXY, CONNECT_TIMEOUT -> -2;
      case RESET, BAD_HTTP -> -3;
      case FIRST_BYTE_TIMEOUT, WHOLE_TIMEOUT -> -4;
      case LOCAL, CANCELLED -> -5;
      case BAD_URL -> -7;
      case ADDRESS_REFUSED -> -5001;
    };
  }

  private static String mime(Exchange exchange) {
    String type = exchange.headers().first("Content-Type");
    return type == null ? "unk" : Text.mime(type);
  }

  private static String orDash(String text) {
    return text.isEmpty() ? "-" : text;
  }

  private static void right(StringBuilder line, String text, int width) {
    line.repeat(' ', Math.max(0, width - text.length())).append(text);
  }
}
