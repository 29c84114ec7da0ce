package nephila.fetch.http;

import nephila.fetch.Failure;

/// Carries a failure from where it happens to where the exchange is made of it; never leaves the
/// room and costs no stack trace.
final class Fault extends Exception {
  private static final long serialVersionUID = 1L;

  private final Failure kind;

  Fault(Failure kind, String detail) {
    super(printable(detail), null, false, false);
    this.kind = kind;
  }

  Failure kind() {
    return kind;
  }

  String detail() {
    return String.valueOf(getMessage());
  }

  /// Details may quote what a server sent: one line, no control characters, not too long.
  private static String printable(String text) {
    StringBuilder clean = new StringBuilder(Math.min(text.length(), 200));
    for (int i = 0; i < text.length() && i < 200; i++) {
      char c = text.charAt(i);
      clean.append(c < ' ' || (c >= 0x7f && c < 0xa0) ? ' ' : c);
    }
    return clean.toString();
  }
}
