package nephila.fetch;

import java.lang.ref.SoftReference;
import java.net.InetAddress;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One request and what came of it: a value. The bytes are those of the wire and must not be
/// written to. Thread-safe; content and digest are computed when first asked for and kept.
public final class Exchange {
  private static final byte[] NOTHING = new byte[0];

  private final FetchRequest request;
  private final Outcome outcome;
  private final ResponseHead head;
  private final byte[] requestBytes;
  private final byte[] responseBytes;
  private final Circumstances circumstances;
  private volatile @Nullable Content payload;

  /// Softly: what a small answer unpacks to may be huge, and can be unpacked again.
  private volatile SoftReference<Content> content = new SoftReference<>(null);

  private volatile byte @Nullable [] payloadSha1;

  /// Where, when, and what went wrong on the way.
  ///
  /// @param address where the connection went (a proxy's, if one was used), or null if none was
  ///   made
  /// @param firstByteMillis from start to the first byte of the response, or -1
  /// @param wholeMillis from start to the end
  /// @param truncation why the body is not whole
  /// @param certificateProblem what was wrong with the server's certificate, when it was accepted
  ///   all the same
  public record Circumstances(
      @Nullable InetAddress address,
      Instant started,
      int firstByteMillis,
      int wholeMillis,
      Truncation truncation,
      @Nullable String certificateProblem) {}

  private Exchange(
      FetchRequest request,
      Outcome outcome,
      ResponseHead head,
      byte[] requestBytes,
      byte[] responseBytes,
      Circumstances circumstances) {
    this.request = request;
    this.outcome = outcome;
    this.head = head;
    this.requestBytes = requestBytes;
    this.responseBytes = responseBytes;
    this.circumstances = circumstances;
  }

  /// An exchange from the bytes of its messages; bytes without a valid response head make a failed
  /// one.
  public static Exchange of(
      FetchRequest request,
      byte[] requestBytes,
      byte[] responseBytes,
      Circumstances circumstances) {
    try {
      int end = ResponseHead.end(responseBytes, 0, 0, responseBytes.length);
      if (end < 0) {
        return failed(request, Failure.BAD_HTTP, "no response head", requestBytes, circumstances);
      }
      ResponseHead head = ResponseHead.parse(responseBytes, 0, end, Integer.MAX_VALUE / 8);
      return of(request, head, requestBytes, responseBytes, circumstances);
    } catch (ResponseHead.Malformed e) {
      String why = String.valueOf(e.getMessage());
      return failed(request, Failure.BAD_HTTP, why, requestBytes, circumstances);
    }
  }

  public static Exchange of(
      FetchRequest request,
      ResponseHead head,
      byte[] requestBytes,
      byte[] responseBytes,
      Circumstances circumstances) {
    Outcome outcome = new Outcome.Answered(head.status());
    return new Exchange(request, outcome, head, requestBytes, responseBytes, circumstances);
  }

  public static Exchange failed(
      FetchRequest request,
      Failure kind,
      String detail,
      byte[] requestBytes,
      Circumstances circumstances) {
    ResponseHead none = new ResponseHead(0, 0, Headers.NONE, 0);
    Outcome outcome = new Outcome.Failed(kind, detail);
    return new Exchange(request, outcome, none, requestBytes, NOTHING, circumstances);
  }

  public FetchRequest request() {
    return request;
  }

  public String url() {
    return request.url();
  }

  public Outcome outcome() {
    return outcome;
  }

  public boolean answered() {
    return outcome instanceof Outcome.Answered;
  }

  /// The status code, or 0 without an answer.
  public int status() {
    return head.status();
  }

  public Headers headers() {
    return head.headers();
  }

  /// The request as sent; empty when none was.
  public byte[] requestBytes() {
    return requestBytes;
  }

  /// The response as received: head, then the body in its transfer coding. Interim (1xx) responses
  /// are left out. Empty without an answer.
  public byte[] responseBytes() {
    return responseBytes;
  }

  /// Bytes of [#responseBytes] before the body.
  public int headLength() {
    return head.length();
  }

  public Circumstances circumstances() {
    return circumstances;
  }

  public Instant started() {
    return circumstances.started();
  }

  public Truncation truncation() {
    return circumstances.truncation();
  }

  /// The body without its transfer coding, still in its content coding: what a WARC calls payload.
  public Content payload() {
    Content known = payload;
    if (known == null) {
      known = Body.payload(head, responseBytes);
      payload = known;
    }
    return known;
  }

  /// The body without any coding, at most [Decoding#MAX_BYTES] of it.
  public Content content() {
    Content known = content.get();
    if (known == null) {
      known = Decoding.decode(head.headers(), payload());
      content = new SoftReference<>(known);
    }
    return known;
  }

  /// SHA-1 of [#payload]; do not write to it.
  public byte[] payloadSha1() {
    byte[] known = payloadSha1;
    if (known == null) {
      Content bytes = payload();
      MessageDigest sha1 = sha1();
      sha1.update(bytes.array(), bytes.offset(), bytes.length());
      known = sha1.digest();
      payloadSha1 = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return request.method() + " " + request.url() + " -> " + outcome;
  }

  /// A copy of one digest costs a tenth of looking for the algorithm.
  private static MessageDigest sha1() {
    try {
      return (MessageDigest) SHA1.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("the JDK's SHA-1 can be copied", e);
    }
  }

  private static final MessageDigest SHA1 = newSha1();

  private static MessageDigest newSha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-1", e);
    }
  }
}
