package nephila.crawl;

import java.util.ArrayDeque;

/// Who is out, and for how long: visitors that a slow server keeps waiting do not count against the
/// number of workers, so that slow hosts do not slow the others. Owned by the wheel's thread.
final class InFlightLimit {
  /// Who is out for longer is thought to be kept waiting.
  static final long KEPT_WAITING_MILLIS = 1000;

  /// Visitors out, for each worker, however many are kept waiting.
  private static final int MOST = 8;

  private final ArrayDeque<Errand> young = new ArrayDeque<>();
  private int out;
  private int busy;

  /// A visitor that was sent.
  static final class Errand {
    private final long sentMillis;
    private boolean young = true;
    private boolean home;

    private Errand(long sentMillis) {
      this.sentMillis = sentMillis;
    }
  }

  Errand sent(long nowMillis) {
    Errand errand = new Errand(nowMillis);
    young.add(errand);
    out++;
    busy++;
    return errand;
  }

  void home(Errand errand) {
    errand.home = true;
    out--;
    busy -= errand.young ? 1 : 0;
  }

  /// How many are out.
  int size() {
    return out;
  }

  /// Whether another may be sent, with that many workers.
  boolean hasRoom(int workers, long nowMillis) {
    for (Errand first = young.peek();
        first != null && (first.home || nowMillis - first.sentMillis > KEPT_WAITING_MILLIS);
        first = young.peek()) {
      young.remove();
      busy -= first.home ? 0 : 1;
      first.young = false;
    }
    return busy < workers && out < MOST * workers;
  }
}
