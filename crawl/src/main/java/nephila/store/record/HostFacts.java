package nephila.store.record;

import java.time.Instant;
import nephila.links.SoftNotFound;
import nephila.politeness.HostPace;
import nephila.politeness.RobotsState;
import org.jspecify.annotations.Nullable;

/// The state of a host that is kept between runs: politeness clocks and robots.txt survive a
/// restart.
///
/// @param probed whether it was asked for an address that cannot exist
/// @param missing what it then served with status 200; null when it says 404 as it should
public record HostFacts(
    HostPace pace, RobotsState robots, boolean probed, @Nullable SoftNotFound missing) {
  /// A host of which nothing is known yet.
  public static final HostFacts NEW = new HostFacts(HostPace.NEW, RobotsState.UNKNOWN, false, null);

  public void write(BinaryRecord record) {
    writePace(record, pace);
    byte[] body = robots.body();
    record.put(body == null ? 0 : 1).putBytes(body == null ? new byte[0] : body);
    putTime(record, robots.readAt());
    putTime(record, robots.askAgainAt().equals(Instant.MIN) ? null : robots.askAgainAt());
    putTime(record, robots.unreachableSince());
    record.putNumber(robots.failures());
    record.put(!probed ? 0 : missing == null ? 1 : 2);
    if (missing != null) {
      record.putFixed(missing.titleHash(), 4).putFixed(missing.signature(), 8);
    }
  }

  public static void writePace(BinaryRecord record, HostPace pace) {
    record.putFixed(Double.doubleToLongBits(pace.responseMillis()), 8);
    record.putNumber(pace.crawlDelayMillis()).putNumber(pace.refusals());
    record.putNumber(pace.nextAtMillis());
  }

  public static HostPace takePace(BinaryRecord record) {
    return new HostPace(
        Double.longBitsToDouble(record.takeFixed(8)),
        record.takeNumber(),
        (int) record.takeNumber(),
        record.takeNumber());
  }

  private static void putTime(BinaryRecord record, @Nullable Instant time) {
    record.putNumber(time == null ? 0 : time.toEpochMilli());
  }

  public static HostFacts take(BinaryRecord record) {
    HostPace pace = takePace(record);
    boolean hasBody = record.take() == 1;
    byte[] body = record.takeBytes();
    Instant readAt = takeTime(record);
    Instant askAgain = takeTime(record);
    RobotsState robots =
        new RobotsState(
            hasBody ? body : null,
            readAt,
            askAgain == null ? Instant.MIN : askAgain,
            takeTime(record),
            (int) record.takeNumber());
    int probe = record.take();
    SoftNotFound missing =
        probe == 2 ? new SoftNotFound((int) record.takeFixed(4), record.takeFixed(8)) : null;
    return new HostFacts(pace, robots, probe > 0, missing);
  }

  private static @Nullable Instant takeTime(BinaryRecord record) {
    long millis = record.takeNumber();
    return millis == 0 ? null : Instant.ofEpochMilli(millis);
  }
}
