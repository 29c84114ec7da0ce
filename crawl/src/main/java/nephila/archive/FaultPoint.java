package nephila.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;

/// Every place where a crawl's files go from one whole state to the next, by name, so that a test
/// can have the process die there, or the disk fail: `-Dnephila.fault=POINT:N:HOW` lets it happen
/// at the N-th passing of POINT. HOW is `halt` (as by kill -9), `enospc` or `eio` (an exception as
/// the system would throw it). Without the property a passing costs one comparison.
public enum FaultPoint {
  STATE_OPENED,
  REPLAY_ENTERED,
  REPLAY_CUT,
  PLAN_WRITTEN,
  PLAN_MOVED,
  ARCHIVE_BEFORE_WRITE,
  /// Half of the bytes of a write are in the file.
  ARCHIVE_HALF_WRITTEN,
  ARCHIVE_WRITTEN,
  LINES_HALF_WRITTEN,
  LINES_WRITTEN,
  ROLL_OLD_FORCED,
  ROLL_NEW_BEGUN,
  ENTERED,
  COMMIT_POSITION_TAKEN,
  COMMIT_ARCHIVE_SYNCED,
  COMMIT_BEFORE_BATCH,
  COMMIT_BATCH_WRITTEN,
  COMMIT_SYNCED,
  INDEX_MERGED,
  INDEX_MOVED,
  INDEX_OLD_DELETED;

  private static final String[] ARMED = System.getProperty("nephila.fault", "::").split(":", -1);
  private static final AtomicInteger LEFT =
      new AtomicInteger(ARMED[1].isEmpty() ? 0 : Integer.parseInt(ARMED[1]));

  /// Whether a fault is to happen here, at this passing or a later one.
  public boolean isArmed() {
    return LEFT.get() > 0 && name().equals(ARMED[0]);
  }

  /// The same where no disk is in use that could fail.
  public void passedQuietly() {
    try {
      passed();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Says that the point is passed; does not return when the process is to die here.
  public void passed() throws IOException {
    if (LEFT.get() <= 0 || !name().equals(ARMED[0]) || LEFT.decrementAndGet() != 0) {
      return;
    }
    switch (ARMED[2]) {
      case "enospc" -> throw new IOException("No space left on device");
      case "eio" -> throw new IOException("Input/output error");
      default -> Runtime.getRuntime().halt(137);
    }
  }
}
