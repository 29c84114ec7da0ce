package nephila.server;

import java.util.concurrent.TimeUnit;
import nephila.frontier.HostClock;

/// The URLs of one key, usually of a host, as a client has settled them: how often they may be
/// handed out, how many there may be. The URLs that wait stand in its [nephila.frontier.HostQueue].
/// Owned by its [ClientFrontier].
final class ClientQueue implements HostClock {
  static final long USUAL = -1;

  final String key;
  final int number;

  /// Seconds between two hand-outs; [#USUAL] for the crawl's.
  long delaySeconds = USUAL;

  /// Nothing is handed out before, in seconds since 1970.
  long blockedUntil;

  /// Most URLs taken in; [#USUAL] for any number.
  long limit = USUAL;

  /// In milliseconds, with the delay counted in.
  long restsUntilMillis;

  /// Whether as many URLs are in process as were asked for.
  boolean full;

  long completed;

  /// URLs taken in, completed ones too.
  long members;

  ClientQueue(String key, int number) {
    this.key = key;
    this.number = number;
  }

  /// URLs that wait, are to be fetched again, or are in process.
  long active() {
    return members - completed;
  }

  /// When URLs may be handed out again, whatever is in process.
  long opensAtMillis() {
    return Math.max(restsUntilMillis, TimeUnit.SECONDS.toMillis(blockedUntil));
  }

  @Override
  public long nextAtMillis() {
    return full ? Long.MAX_VALUE : opensAtMillis();
  }
}
