package nephila.fetch;

import java.io.ByteArrayOutputStream;

/// How the body of a response is framed (RFC 9112 §6), and the body without its chunks.
public final class Body {
  /// The body ends where the connection does.
  static final long UNTIL_CLOSE = -1;

  public static final long CHUNKED = -2;

  /// Two lengths that differ: the response must be discarded (RFC 9112 §6.3).
  public static final long CONTRADICTORY = -3;

  private Body() {}

  public static boolean forbidden(int status, FetchRequest.Method method) {
    return method == FetchRequest.Method.HEAD || status == 204 || status == 304 || status < 200;
  }

  /// Number of bytes, or one of the constants.
  public static long framing(Headers headers) {
    int coding = headers.find("Transfer-Encoding", 0);
    int length = headers.find("Content-Length", 0);
    if (coding >= 0) {
      return chunked(headers) ? CHUNKED : UNTIL_CLOSE;
    }
    if (length < 0) {
      return UNTIL_CLOSE;
    }
    long bytes = length(headers.value(length));
    // A length that is no number says nothing: browsers read on to the end, and so do we.
    for (int more = headers.find("Content-Length", length + 1); more >= 0; ) {
      if (length(headers.value(more)) != bytes) {
        return CONTRADICTORY;
      }
      more = headers.find("Content-Length", more + 1);
    }
    return bytes;
  }

  /// Whether the last transfer coding is chunked.
  static boolean chunked(Headers headers) {
    boolean chunked = false;
    for (int field = headers.find("Transfer-Encoding", 0);
        field >= 0;
        field = headers.find("Transfer-Encoding", field + 1)) {
      String value = headers.value(field);
      String last = value.substring(value.lastIndexOf(',') + 1).strip();
      chunked = last.equalsIgnoreCase("chunked");
    }
    return chunked;
  }

  /// A Content-Length; a list of equal numbers counts as one (RFC 9110 §8.6). [#UNTIL_CLOSE] when
  /// it is no number, [#CONTRADICTORY] for a list of different ones.
  private static long length(String value) {
    long found = -1;
    for (String part : value.split(",", -1)) {
      String digits = part.strip();
      if (digits.isEmpty() || digits.length() > 18) {
        return UNTIL_CLOSE;
      }
      long number = 0;
      for (int i = 0; i < digits.length(); i++) {
        int digit = digits.charAt(i) - '0';
        if (digit < 0 || digit > 9) {
          return UNTIL_CLOSE;
        }
        number = 10 * number + digit;
      }
      if (found >= 0 && found != number) {
        return CONTRADICTORY;
      }
      found = number;
    }
    return found;
  }

  /// The body without its transfer coding.
  static Content payload(ResponseHead head, byte[] response) {
    int from = head.length();
    if (!chunked(head.headers())) {
      return new Content(response, from, response.length - from, Content.Flaw.NONE);
    }
    Chunks chunks = new Chunks();
    ByteArrayOutputStream joined = new ByteArrayOutputStream(response.length - from);
    chunks.read(response, from, response.length, joined);
    byte[] bytes = joined.toByteArray();
    Content.Flaw flaw = chunks.done() ? Content.Flaw.NONE : Content.Flaw.BROKEN;
    return new Content(bytes, 0, bytes.length, flaw);
  }
}
