package nephila.fetch;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// Reads the chunked transfer coding (RFC 9112 §7.1) as bytes arrive: give it each new stretch, it
/// says how far it got. Extensions and trailers are skipped within limits. Not thread-safe.
public final class Chunks {
  /// Bytes of a size line with its extensions, and of all trailers together.
  private static final int MAX_LINE = 4096;

  private static final int MAX_TRAILERS = 65_536;

  private enum State {
    SIZE,
    EXTENSION,
    DATA,
    DATA_END,
    TRAILER,
    DONE,
    BROKEN
  }

  private State state = State.SIZE;
  private long left;
  private int digits;
  private int lineBytes;
  private int trailerBytes;

  public boolean done() {
    return state == State.DONE;
  }

  public boolean broken() {
    return state == State.BROKEN;
  }

  /// Takes the bytes in `[from, to)`, appends data to `sink` unless it is null, and returns the
  /// position behind the last byte used: less than `to` only when done or broken.
  public int read(byte[] bytes, int from, int to, @Nullable ByteArrayOutputStream sink) {
    int at = from;
    while (at < to && state != State.DONE && state != State.BROKEN) {
      if (state == State.DATA) {
        int take = (int) Math.min(left, to - at);
        if (sink != null) {
          sink.write(bytes, at, take);
        }
        at += take;
        left -= take;
        if (left == 0) {
          state = State.DATA_END;
        }
      } else {
        step(bytes[at++]);
      }
    }
    return at;
  }

  private void step(byte b) {
    switch (state) {
      case SIZE -> size(b);
      case EXTENSION -> {
        if (b == '\n') {
          sizeDone();
        } else if (++lineBytes > MAX_LINE) {
          state = State.BROKEN;
        }
      }
      case DATA_END -> {
        if (b == '\n') {
          state = State.SIZE;
          digits = 0;
          left = 0;
        } else if (b != '\r') {
          state = State.BROKEN;
        }
      }
      case TRAILER -> trailer(b);
      case DATA, DONE, BROKEN -> throw new AssertionError(state);
    }
  }

  private void size(byte b) {
    int digit = Character.digit(b, 16);
    if (digit >= 0) {
      left = 16 * left + digit;
      if (++digits > 15) {
        state = State.BROKEN;
      }
    } else if (digits == 0) {
      state = State.BROKEN;
    } else if (b == '\n') {
      sizeDone();
    } else if (b == ';' || b == ' ' || b == '\t' || b == '\r') {
      state = State.EXTENSION;
      lineBytes = 0;
    } else {
      state = State.BROKEN;
    }
  }

  private void sizeDone() {
    state = left > 0 ? State.DATA : State.TRAILER;
    lineBytes = 0;
  }

  private void trailer(byte b) {
    if (b == '\n') {
      state = lineBytes == 0 ? State.DONE : State.TRAILER;
      lineBytes = 0;
    } else if (b != '\r') {
      lineBytes++;
    }
    if (++trailerBytes > MAX_TRAILERS) {
      state = State.BROKEN;
    }
  }
}
