package nephila.fetch.http;

import java.io.IOException;
import java.util.Arrays;
import nephila.fetch.Body;
import nephila.fetch.Chunks;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.ResponseHead;
import nephila.fetch.Truncation;
import org.jspecify.annotations.Nullable;

/// Reads one response from a connection into a buffer that is used again for the next. Not
/// thread-safe; one exchange at a time.
final class Response {
  private static final int START = 64 << 10;

  /// A larger buffer is not kept for the next response.
  private static final int KEEP = 1 << 20;

  private static final int MAX_INTERIM = 16;

  /// What is still tolerable.
  ///
  /// @param headBytes of one response head
  /// @param fields in one head
  /// @param bodyBytes on the wire; what is longer is cut
  record Limits(int headBytes, int fields, int bodyBytes) {}

  private final Limits limits;
  private byte[] buffer = new byte[START];

  /// The response is in `[start, end)`; bytes up to `filled` have been read.
  private int start;

  private int end;
  private int filled;
  private @Nullable ResponseHead head;
  private Truncation truncation = Truncation.NONE;
  private boolean reusable;

  Response(Limits limits) {
    this.limits = limits;
  }

  /// Forgets the previous response.
  void reset() {
    if (buffer.length > KEEP) {
      buffer = new byte[START];
    }
    start = 0;
    end = 0;
    filled = 0;
    head = null;
    truncation = Truncation.NONE;
    reusable = false;
  }

  /// Whether nothing has come yet.
  boolean untouched() {
    return filled == 0;
  }

  Truncation truncation() {
    return truncation;
  }

  /// Whether another request may follow on the same connection.
  boolean reusable() {
    return reusable;
  }

  /// Reads some bytes; false at the end of the connection.
  boolean fill(HttpConnection connection) throws IOException {
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int n = connection.read(buffer, filled, buffer.length - filled);
    if (n > 0) {
      filled += n;
    }
    return n >= 0;
  }

  /// Reads until the head of a final response is whole.
  void readHead(HttpConnection connection, FetchRequest.Method method) throws IOException, Fault {
    int searched = start;
    int interim = 0;
    while (head == null) {
      int found = ResponseHead.end(buffer, start, searched, filled);
      if (found < 0 || found - start > limits.headBytes) {
        checkPartialHead();
        searched = filled;
        if (!fill(connection)) {
          String what = filled == start ? "closed without an answer" : "closed within the head";
          throw new Fault(Failure.RESET, what);
        }
        continue;
      }
      ResponseHead next = parse(found);
      if (next.status() >= 200) {
        if (!Body.forbidden(next.status(), method)
            && Body.framing(next.headers()) == Body.CONTRADICTORY) {
          throw new Fault(Failure.BAD_HTTP, "contradictory Content-Length");
        }
        head = next;
        end = found;
      } else if (next.status() == 101 || ++interim > MAX_INTERIM) {
        throw new Fault(Failure.BAD_HTTP, "unasked interim responses");
      } else {
        start = found;
        searched = found;
      }
    }
  }

  private void checkPartialHead() throws Fault {
    if (!ResponseHead.plausible(buffer, start, filled)) {
      throw new Fault(Failure.BAD_HTTP, "no HTTP/1.x status line");
    }
    if (filled - start > limits.headBytes) {
      throw new Fault(Failure.BAD_HTTP, "head longer than " + limits.headBytes + " bytes");
    }
  }

  private ResponseHead parse(int found) throws Fault {
    try {
      return ResponseHead.parse(buffer, start, found, limits.fields);
    } catch (ResponseHead.Malformed e) {
      throw new Fault(Failure.BAD_HTTP, String.valueOf(e.getMessage()));
    }
  }

  /// Reads the body as its head frames it. Never fails: what is missing is told by [#truncation].
  void readBody(HttpConnection connection, FetchRequest.Method method) {
    ResponseHead known = head();
    if (Body.forbidden(known.status(), method)) {
      finish(known, end == filled);
      return;
    }
    long framing = Body.framing(known.headers());
    try {
      if (framing == Body.CHUNKED) {
        readChunks(connection, known);
      } else if (framing >= 0) {
        readLength(connection, known, framing);
      } else {
        readToEnd(connection);
      }
    } catch (IOException e) {
      end = Math.min(filled, limit());
      truncation = connection.hasExpired() ? Truncation.TIME : Truncation.DISCONNECT;
    }
  }

  private void readLength(HttpConnection connection, ResponseHead known, long length)
      throws IOException {
    long whole = end + length;
    int enough = (int) Math.min(whole, limit());
    while (filled < enough) {
      if (!fill(connection)) {
        end = filled;
        truncation = Truncation.DISCONNECT;
        return;
      }
    }
    end = enough;
    if (enough < whole) {
      truncation = Truncation.LENGTH;
    } else {
      finish(known, filled == enough);
    }
  }

  private void readChunks(HttpConnection connection, ResponseHead known) throws IOException {
    Chunks chunks = new Chunks();
    int limit = limit();
    int at = chunks.read(buffer, end, filled, null);
    while (!chunks.done() && !chunks.broken() && at <= limit) {
      if (!fill(connection)) {
        end = filled;
        truncation = Truncation.DISCONNECT;
        return;
      }
      at = chunks.read(buffer, at, filled, null);
    }
    if (at > limit) {
      end = limit;
      truncation = Truncation.LENGTH;
    } else if (chunks.broken()) {
      end = Math.min(filled, limit);
      truncation = Truncation.UNSPECIFIED;
    } else {
      end = at;
      boolean alsoLength = known.headers().find("Content-Length", 0) >= 0;
      finish(known, filled == at && !alsoLength);
    }
  }

  private void readToEnd(HttpConnection connection) throws IOException {
    int limit = limit();
    while (filled <= limit && fill(connection)) {
      // Until the server closes.
    }
    end = Math.min(filled, limit);
    if (filled > limit) {
      truncation = Truncation.LENGTH;
    }
  }

  private int limit() {
    return start + head().length() + limits.bodyBytes;
  }

  /// The response is whole; bytes beyond it, or the server's word, forbid another request.
  private void finish(ResponseHead known, boolean clean) {
    String connection = known.headers().first("Connection");
    boolean keep = known.minor() >= 1;
    if (connection != null) {
      keep = known.minor() >= 1 ? !has(connection, "close") : has(connection, "keep-alive");
    }
    reusable = clean && keep;
  }

  private static boolean has(String list, String token) {
    for (String part : list.split(",")) {
      if (part.strip().equalsIgnoreCase(token)) {
        return true;
      }
    }
    return false;
  }

  private ResponseHead head() {
    ResponseHead known = head;
    if (known == null) {
      throw new IllegalStateException("the head has not been read");
    }
    return known;
  }

  /// The bytes of the response: head and body.
  byte[] bytes() {
    return Arrays.copyOfRange(buffer, start, end);
  }

  /// The head, over an array made by [#bytes].
  ResponseHead head(byte[] bytes) {
    ResponseHead known = head();
    return new ResponseHead(
        known.status(), known.minor(), known.headers().moved(bytes, -start), known.length());
  }
}
