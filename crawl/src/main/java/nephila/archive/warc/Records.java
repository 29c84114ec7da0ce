package nephila.archive.warc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Outcome;
import nephila.fetch.Truncation;

/// Writes WARC 1.1 records (ISO 28500:2017). Of an exchange: response or revisit, request,
/// metadata, in this order, so that a whole metadata record says the exchange is whole. Of a
/// failure: its metadata record alone. Not thread-safe.
public final class Records implements AutoCloseable {
  static final String IDENTICAL =
      "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
  static final String NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";
  static final String WARC_FIELDS = "application/warc-fields";

  private final Members members;
  private final RecordIds ids;
  private final MessageDigest sha1;

  public Records(int gzipLevel, RecordIds ids) {
    this.members = new Members(gzipLevel);
    this.ids = ids;
    this.sha1 = newSha1();
  }

  static MessageDigest newSha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-1", e);
    }
  }

  /// The records of an exchange, for the file described by that warcinfo record.
  public PackedExchange of(Exchange exchange, Notes notes, String warcinfoId) {
    members.clear();
    ArchivedPlace.Kind kind = kind(exchange, notes);
    byte[] digest = digest(exchange, notes, kind);
    String about = "";
    if (kind != ArchivedPlace.Kind.FAILURE) {
      about = ids.next();
      response(exchange, notes, kind, about, digest, warcinfoId);
    }
    int first = members.size();
    if (exchange.requestBytes().length > 0 && kind != ArchivedPlace.Kind.FAILURE) {
      request(exchange, about, warcinfoId);
    }
    metadata(exchange, notes, kind, about, warcinfoId);
    if (kind == ArchivedPlace.Kind.FAILURE) {
      first = members.size();
    }
    return new PackedExchange(exchange, notes, kind, digest, warcinfoId, members.bytes(), first);
  }

  private static ArchivedPlace.Kind kind(Exchange exchange, Notes notes) {
    if (!exchange.answered()) {
      return ArchivedPlace.Kind.FAILURE;
    }
    EarlierRead previous = notes.previous();
    if (previous == null) {
      return ArchivedPlace.Kind.RESPONSE;
    }
    if (exchange.status() == 304) {
      return ArchivedPlace.Kind.NOT_MODIFIED;
    }
    boolean whole = exchange.truncation() == Truncation.NONE;
    boolean body = exchange.payload().length() > 0;
    return whole && body && Arrays.equals(previous.sha1(), exchange.payloadSha1())
        ? ArchivedPlace.Kind.IDENTICAL
        : ArchivedPlace.Kind.RESPONSE;
  }

  private static byte[] digest(Exchange exchange, Notes notes, ArchivedPlace.Kind kind) {
    EarlierRead previous = notes.previous();
    if (kind == ArchivedPlace.Kind.NOT_MODIFIED && previous != null) {
      return previous.sha1();
    }
    return kind == ArchivedPlace.Kind.FAILURE ? new byte[0] : exchange.payloadSha1();
  }

  private void response(
      Exchange exchange,
      Notes notes,
      ArchivedPlace.Kind kind,
      String id,
      byte[] digest,
      String warcinfoId) {
    boolean whole = kind == ArchivedPlace.Kind.RESPONSE;
    StringBuilder head = head(whole ? "response" : "revisit", id, exchange, warcinfoId);
    field(head, "WARC-Payload-Digest", Text.sha1(digest));
    EarlierRead previous = notes.previous();
    if (!whole && previous != null) {
      field(head, "WARC-Profile", kind == ArchivedPlace.Kind.IDENTICAL ? IDENTICAL : NOT_MODIFIED);
      field(head, "WARC-Refers-To-Target-URI", Text.uri(previous.url()));
      field(head, "WARC-Refers-To-Date", Text.date(previous.date()));
    }
    // A revisit without its body is cut on purpose (ISO 28500 §6.7.2).
    if (whole && exchange.truncation() != Truncation.NONE) {
      field(head, "WARC-Truncated", exchange.truncation().token());
    }
    byte[] block = exchange.responseBytes();
    int length = whole ? block.length : exchange.headLength();
    add(head, "application/http; msgtype=response", block, length);
  }

  private void request(Exchange exchange, String about, String warcinfoId) {
    StringBuilder head = head("request", ids.next(), exchange, warcinfoId);
    field(head, "WARC-Concurrent-To", about);
    byte[] block = exchange.requestBytes();
    add(head, "application/http; msgtype=request", block, block.length);
  }

  private void metadata(
      Exchange exchange, Notes notes, ArchivedPlace.Kind kind, String about, String warcinfoId) {
    StringBuilder head = head("metadata", ids.next(), exchange, warcinfoId);
    if (!about.isEmpty()) {
      field(head, "WARC-Concurrent-To", about);
    }
    byte[] block = MetadataFields.write(exchange, notes, kind).getBytes(UTF_8);
    add(head, WARC_FIELDS, block, block.length);
  }

  private static StringBuilder head(String type, String id, Exchange exchange, String warcinfoId) {
    StringBuilder head = new StringBuilder(640).append("WARC/1.1\r\n");
    field(head, "WARC-Type", type);
    field(head, "WARC-Record-ID", id);
    field(head, "WARC-Date", Text.date(exchange.started()));
    field(head, "WARC-Target-URI", Text.uri(exchange.url()));
    InetAddress address = exchange.circumstances().address();
    if (address != null && !type.equals("metadata")) {
      field(head, "WARC-IP-Address", Text.address(address));
    }
    field(head, "WARC-Warcinfo-ID", warcinfoId);
    return head;
  }

  /// The record that opens a file.
  public byte[] warcinfo(String id, String file, Instant date, Map<String, String> fields) {
    members.clear();
    StringBuilder head = new StringBuilder("WARC/1.1\r\n");
    field(head, "WARC-Type", "warcinfo");
    field(head, "WARC-Record-ID", id);
    field(head, "WARC-Date", Text.date(date));
    field(head, "WARC-Filename", file);
    StringBuilder lines = new StringBuilder();
    fields.forEach((name, value) -> field(lines, name, Text.line(value)));
    byte[] block = lines.toString().getBytes(UTF_8);
    add(head, WARC_FIELDS, block, block.length);
    return members.bytes();
  }

  private void add(StringBuilder head, String contentType, byte[] block, int length) {
    sha1.update(block, 0, length);
    field(head, "WARC-Block-Digest", Text.sha1(sha1.digest()));
    field(head, "Content-Type", contentType);
    field(head, "Content-Length", Integer.toString(length));
    members.add(head.append("\r\n"), block, 0, length);
  }

  static void field(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  /// The method of a request from its first bytes.
  static FetchRequest.Method method(byte[] requestBytes) {
    boolean head = requestBytes.length > 4 && requestBytes[0] == 'H';
    return head ? FetchRequest.Method.HEAD : FetchRequest.Method.GET;
  }

  static String failure(Outcome.Failed failed) {
    return failed.kind() + " " + Text.line(failed.detail());
  }

  @Override
  public void close() {
    members.close();
  }
}
