package nephila.cli;

import java.util.function.Supplier;
import nephila.UserError;

/// A mistake in what was typed: a value that an option cannot have, options that exclude each
/// other, one that is missing. Told in one line, like a [UserError], but with exit code 2 instead
/// of 1, so that a script can tell it from what is wrong with files, servers or the state of a
/// crawl.
public final class WrongUse extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WrongUse(String message) {
    super(message);
  }

  private WrongUse(UserError refused) {
    super(refused.getMessage(), refused);
  }

  /// What `read` makes of something typed. The other rooms do not know where a value comes from:
  /// only here is what they refuse known to be typed.
  public static <T> T typed(Supplier<T> read) {
    try {
      return read.get();
    } catch (UserError e) {
      throw new WrongUse(e);
    }
  }
}
