package nephila.notices;

import java.io.Closeable;
import java.io.IOException;

/// Somebody who is told. One thread only.
interface Receiver extends Closeable {
  /// Hands a line over; returns when the receiver has it.
  ///
  /// @throws IOException when it has not, and is to get it again later
  void take(String id, String line) throws IOException;

  /// The id of the notice that it got last, where it can tell; else empty.
  default String last() throws IOException {
    return "";
  }
}
