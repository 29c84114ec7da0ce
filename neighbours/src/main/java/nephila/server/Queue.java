package nephila.server;

/// The URLs of one key, usually of a host: those that wait, best first, and how it stands. Owned by
/// its [FrontierState].
final class Queue {
  static final long USUAL = -1;

  final String key;
  final int number;
  final WorthHeap waiting;

  /// Seconds between two hand-outs; [#USUAL] for the crawl's.
  long delaySeconds = USUAL;

  /// Nothing is handed out before, in seconds since 1970.
  long blockedUntil;

  /// Most URLs taken in; [#USUAL] for any number.
  long limit = USUAL;

  /// In milliseconds, with the delay counted in.
  long nextAtMillis;

  int inProcess;
  long completed;

  /// URLs taken in, completed ones too.
  long members;

  /// URLs that were fetched: a queue that had many counts less.
  long read;

  /// How it was ordered when it was put among the ready ones; NaN when it is not there.
  double place = Double.NaN;

  Queue(String key, int number, WorthHeap waiting) {
    this.key = key;
    this.number = number;
    this.waiting = waiting;
  }

  /// URLs that wait, are to be fetched again, or are in process.
  long active() {
    return members - completed;
  }
}
