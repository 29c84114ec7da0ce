package nephila.crawl;

import java.util.ArrayDeque;

/// Limits the fetches under way. A fetch that a slow server keeps waiting does not count against
/// the number of workers, so that slow hosts do not slow the others. Owned by the thread of the
/// loop.
final class InFlightLimit {
  /// A fetch that takes longer is kept waiting by its server.
  static final long KEPT_WAITING_MILLIS = 1000;

  /// The most fetches under way for each worker, those kept waiting included.
  private static final int MOST = 8;

  private final ArrayDeque<Ticket> young = new ArrayDeque<>();
  private int underWay;
  private int busy;

  /// A fetch that was started.
  static final class Ticket {
    private final long startMillis;
    private boolean young = true;
    private boolean ended;

    private Ticket(long startMillis) {
      this.startMillis = startMillis;
    }
  }

  Ticket began(long nowMillis) {
    Ticket ticket = new Ticket(nowMillis);
    young.add(ticket);
    underWay++;
    busy++;
    return ticket;
  }

  void ended(Ticket ticket) {
    ticket.ended = true;
    underWay--;
    busy -= ticket.young ? 1 : 0;
  }

  /// How many fetches are under way.
  int size() {
    return underWay;
  }

  /// Whether another fetch may be started, with that many workers.
  boolean hasRoom(int workers, long nowMillis) {
    for (Ticket first = young.peek();
        first != null && (first.ended || nowMillis - first.startMillis > KEPT_WAITING_MILLIS);
        first = young.peek()) {
      young.remove();
      busy -= first.ended ? 0 : 1;
      first.young = false;
    }
    return busy < workers && underWay < MOST * workers;
  }
}
