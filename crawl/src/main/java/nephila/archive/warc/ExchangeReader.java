package nephila.archive.warc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Truncation;
import nephila.fetch.Validators;
import org.jspecify.annotations.Nullable;

/// Reads back the exchanges that [Records] wrote to a file, from a place between two of them, until
/// the end or the first that is not whole. Not thread-safe.
public final class ExchangeReader implements AutoCloseable {
  /// An exchange and where it is: its first record takes `firstLength` bytes, all end at `end`.
  /// `size` is how long the response was on the wire, of which a revisit keeps only the head.
  public record Group(
      Exchange exchange,
      Notes notes,
      ArchivedPlace.Kind kind,
      byte[] sha1,
      int size,
      long offset,
      long firstLength,
      long end) {}

  /// A record taken apart.
  private record Raw(Map<String, String> fields, byte[] block, long offset, long end) {
    String field(String name) {
      return fields.getOrDefault(name, "");
    }
  }

  private final GzipMembers members;
  private final @Nullable MessageDigest digest;
  private final ObjLongConsumer<String> fault;
  private String warcinfoId = "";
  private long end;

  public ExchangeReader(Path file, long from) throws IOException {
    this.members = new GzipMembers(file, from);
    this.digest = null;
    this.fault = (words, offset) -> {};
    this.end = from;
  }

  /// Proves every block by its digest; tells what is wrong with a record that can still be read,
  /// and its offset.
  public ExchangeReader(Path file, ObjLongConsumer<String> fault) throws IOException {
    this.members = new GzipMembers(file, 0);
    this.digest = Records.newSha1();
    this.fault = fault;
  }

  /// End of the last whole exchange.
  public long end() {
    return end;
  }

  /// Id of the last warcinfo record that was read, or empty.
  public String warcinfoId() {
    return warcinfoId;
  }

  /// Whether everything in the file was whole.
  public boolean complete() {
    return members.atEnd() && members.position() == end;
  }

  /// Whether the next record is one that an exchange, or a file, can begin with. Takes no step.
  public boolean beginsExchange() throws IOException {
    Raw first = record();
    members.back(end);
    if (first == null) {
      return false;
    }
    return switch (first.field("warc-type")) {
      case "warcinfo", "response", "revisit" -> true;
      case "metadata" -> first.field("warc-concurrent-to").isEmpty();
      default -> false;
    };
  }

  /// The next whole exchange, or null when there is none.
  public @Nullable Group next() throws IOException {
    Raw first = record();
    while (first != null && first.field("warc-type").equals("warcinfo")) {
      warcinfoId = first.field("warc-record-id");
      end = first.end;
      first = record();
    }
    if (first == null) {
      return null;
    }
    try {
      Group group = group(first);
      if (group != null) {
        end = group.end;
      }
      return group;
    } catch (DateTimeException | IllegalArgumentException e) {
      // Not a record of ours: as good as torn.
      return null;
    }
  }

  private @Nullable Group group(Raw first) throws IOException {
    String url = first.field("warc-target-uri");
    Instant date = Instant.parse(first.field("warc-date"));
    if (first.field("warc-type").equals("metadata")) {
      MetadataFields fields = MetadataFields.read(new String(first.block, UTF_8));
      long length = first.end - first.offset;
      return new Group(
          fields.failed(url, date),
          fields.notes(null),
          ArchivedPlace.Kind.FAILURE,
          new byte[0],
          0,
          first.offset,
          length,
          first.end);
    }
    byte[] request = new byte[0];
    Raw next = record();
    if (next != null && next.field("warc-type").equals("request")) {
      request = next.block;
      next = record();
    }
    if (next == null || !next.field("warc-type").equals("metadata")) {
      return null;
    }
    MetadataFields fields = MetadataFields.read(new String(next.block, UTF_8));
    Exchange.Circumstances how = fields.circumstances(address(first), date, truncation(first));
    Exchange exchange = Exchange.of(asked(url, request), request, first.block, how);
    byte[] sha1 = Text.sha1(first.field("warc-payload-digest"));
    ArchivedPlace.Kind kind = kind(first);
    EarlierRead previous = kind == ArchivedPlace.Kind.RESPONSE ? null : seen(first, sha1);
    return new Group(
        exchange,
        fields.notes(previous),
        kind,
        sha1,
        fields.size(first.block.length),
        first.offset,
        first.end - first.offset,
        next.end);
  }

  private static ArchivedPlace.Kind kind(Raw record) {
    return switch (record.field("warc-profile")) {
      case Records.IDENTICAL -> ArchivedPlace.Kind.IDENTICAL;
      case Records.NOT_MODIFIED -> ArchivedPlace.Kind.NOT_MODIFIED;
      default -> ArchivedPlace.Kind.RESPONSE;
    };
  }

  private static EarlierRead seen(Raw record, byte[] sha1) {
    Instant date = Instant.parse(record.field("warc-refers-to-date"));
    return new EarlierRead(record.field("warc-refers-to-target-uri"), date, sha1);
  }

  private static Truncation truncation(Raw record) {
    for (Truncation each : Truncation.values()) {
      if (each.token().equals(record.field("warc-truncated"))) {
        return each;
      }
    }
    return Truncation.NONE;
  }

  private static @Nullable InetAddress address(Raw record) {
    String text = record.field("warc-ip-address");
    return text.isEmpty() ? null : InetAddress.ofLiteral(text);
  }

  private static FetchRequest asked(String url, byte[] request) {
    Map<String, String> fields = fields(new String(request, ISO_8859_1));
    Validators validators =
        new Validators(fields.get("if-none-match"), fields.get("if-modified-since"));
    return new FetchRequest(url, Records.method(request), validators, fields.get("referer"));
  }

  private @Nullable Raw record() throws IOException {
    long offset = members.position();
    byte[] bytes = members.next();
    if (bytes == null) {
      return null;
    }
    int headEnd = headEnd(bytes);
    if (headEnd < 0) {
      return null;
    }
    Map<String, String> fields = fields(new String(bytes, 0, headEnd, UTF_8));
    int length = bytes.length - headEnd - 4;
    if (length < 0 || !String.valueOf(length).equals(fields.get("content-length"))) {
      return null;
    }
    byte[] block = java.util.Arrays.copyOfRange(bytes, headEnd, headEnd + length);
    if (digest != null && !proven(fields.getOrDefault("warc-block-digest", ""), block)) {
      fault.accept("another block digest than claimed", offset);
    }
    if (!members.asWritten()) {
      fault.accept("another gzip header than was written", offset);
    }
    return new Raw(fields, block, offset, members.position());
  }

  private boolean proven(String claimed, byte[] block) {
    return digest == null || Text.sha1(digest.digest(block)).equals(claimed);
  }

  private static int headEnd(byte[] bytes) {
    for (int i = 0; i + 3 < bytes.length; i++) {
      if (bytes[i] == '\r'
          && bytes[i + 1] == '\n'
          && bytes[i + 2] == '\r'
          && bytes[i + 3] == '\n') {
        return i + 4;
      }
    }
    return -1;
  }

  /// The named fields of a head, names in lower case; the first line is skipped.
  private static Map<String, String> fields(String head) {
    Map<String, String> fields = new HashMap<>();
    for (String line : head.split("\r\n")) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        String name = line.substring(0, colon).toLowerCase(java.util.Locale.ROOT);
        fields.putIfAbsent(name, line.substring(colon + 2));
      }
    }
    return fields;
  }

  @Override
  public void close() throws IOException {
    members.close();
  }
}
