package nephila;

import java.nio.file.Path;

/// A mistake of the user, or bad input that the user gave: told in one line that names the value,
/// the rule and what to do. The command line prints the message without a stack trace and exits
/// with 1, or with 2 where the mistake is in what was typed.
public final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UserError(String message) {
    super(message);
  }

  public UserError(String message, Throwable cause) {
    super(message, cause);
  }

  /// Bad input in a text file: `FILE:LINE: message`.
  public static UserError atLine(String file, long line, String message) {
    return new UserError(file + ":" + line + ": " + message);
  }

  /// Bad input in a binary file: `FILE: byte OFFSET: message`.
  public static UserError atByte(Path file, long offset, String message) {
    return new UserError(file + ": byte " + offset + ": " + message);
  }
}
