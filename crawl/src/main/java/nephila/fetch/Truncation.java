package nephila.fetch;

import java.util.Locale;

/// Why a body is not whole, in the words of `WARC-Truncated` (WARC 1.1 §5.13).
public enum Truncation {
  /// The body is whole.
  NONE,
  /// It was longer than the size limit.
  LENGTH,
  /// It took longer than the time limit, or came slower than the minimum rate.
  TIME,
  /// The connection ended early.
  DISCONNECT,
  /// The framing was broken (a bad chunk), so its end is not known.
  UNSPECIFIED;

  /// As in a WARC header.
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }
}
