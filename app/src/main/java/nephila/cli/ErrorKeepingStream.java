package nephila.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Passes bytes on and remembers the first failure: a `PrintStream` swallows it.
public final class ErrorKeepingStream extends OutputStream {
  private final OutputStream to;
  private volatile @Nullable IOException failure;

  public ErrorKeepingStream(OutputStream to) {
    this.to = to;
  }

  /// What went wrong first, if anything did.
  @Nullable IOException failure() {
    return failure;
  }

  /// The failure in words.
  public String reason() {
    IOException known = failure;
    return known == null ? "" : String.valueOf(known.getMessage());
  }

  /// Whether it failed because nobody reads on, as with `| head`.
  public boolean unread() {
    return reason().toLowerCase(Locale.ROOT).contains("pipe");
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    try {
      to.write(bytes, from, count);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    to.flush();
  }
}
