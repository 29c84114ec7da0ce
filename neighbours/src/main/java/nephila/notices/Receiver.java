package nephila.notices;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/// Somebody who is told. One thread only.
interface Receiver extends Closeable {
  /// Hands lines over; returns when the receiver has them all.
  ///
  /// @throws IOException when it has not, and is to get all of them again later
  void take(List<String> lines) throws IOException;

  /// How many lines it takes at a time.
  default int most() {
    return 1;
  }

  /// The id of the notice that it got last, where it can tell; else empty.
  default String last() throws IOException {
    return "";
  }

  /// It asks to be left alone for a while.
  final class Later extends IOException {
    private static final long serialVersionUID = 1;

    final long millis;

    Later(String message, long millis) {
      super(message);
      this.millis = millis;
    }
  }
}
