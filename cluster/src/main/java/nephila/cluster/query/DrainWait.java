package nephila.cluster.query;

import java.time.Clock;
import java.util.Objects;
import java.util.function.Supplier;
import nephila.UserError;
import nephila.cluster.KafkaConnection;
import nephila.cluster.wire.Topics;

/// Waits until a crawl rests: no order out, no unit on its way, every payment along stored links
/// made. Says from the first moment on what it waits for, and ends when nobody is there who could
/// bring it about, or when nothing has moved for two minutes.
public final class DrainWait {
  static final long PATIENCE_MILLIS = 120_000;
  private static final long TURN_MILLIS = 500;

  /// Totals are told twice a second: so often in a row they must say that nothing is on its way.
  private static final int CALM = 3;

  /// Hears what is in the way, twice a second.
  public interface Listener {
    /// For callers who do not look.
    Listener SILENT = what -> {};

    void waitsFor(DrainObstacles what);
  }

  /// What is asked at each turn.
  interface View {
    ClusterStatus status();

    DrainObstacles obstacles(ClusterStatus now);
  }

  /// Lets time pass.
  interface Sleep {
    void millis(long millis) throws InterruptedException;
  }

  private final String crawl;
  private final View view;
  private final Clock clock;
  private final Sleep sleep;

  DrainWait(String crawl, View view, Clock clock, Sleep sleep) {
    this.crawl = crawl;
    this.view = view;
    this.clock = clock;
    this.sleep = sleep;
  }

  /// Of a crawl whose totals are followed.
  public static DrainWait of(KafkaConnection connection, String crawl, ClusterTotals totals) {
    Clock clock = Clock.systemUTC();
    Topics topics = new Topics(crawl);
    View view =
        new View() {
          @Override
          public ClusterStatus status() {
            return totals.status();
          }

          @Override
          public DrainObstacles obstacles(ClusterStatus now) {
            return DrainObstacles.of(
                now, totals.partitionsNow(), CrawlWorkers.look(connection, topics), clock.millis());
          }
        };
    return new DrainWait(crawl, view, clock, Thread::sleep);
  }

  /// Waits; returns how the crawl stood then.
  ///
  /// @param instead what to type to do without rest
  /// @throws UserError when the crawl does not come to rest, with what is in the way
  public ClusterStatus await(Listener listener, Supplier<String> instead) {
    int calm = 0;
    Object before = "";
    long moved = clock.millis();
    while (true) {
      ClusterStatus now = view.status();
      DrainObstacles what = calm + 1 < CALM && now.drained() ? null : view.obstacles(now);
      calm = now.drained() && (what == null || what.what().isEmpty()) ? calm + 1 : 0;
      if (calm >= CALM) {
        return now;
      }
      if (calm == 0 && what != null) {
        if (what.hopeless()) {
          throw fails(now, what, instead);
        }
        listener.waitsFor(what);
        Object state = state(now);
        if (!Objects.equals(before, state)) {
          before = state;
          moved = clock.millis();
        } else if (clock.millis() - moved > PATIENCE_MILLIS) {
          throw fails(now, what, instead);
        }
      }
      try {
        sleep.millis(TURN_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UserError("interrupted", e);
      }
    }
  }

  /// What changes while something is done.
  private static Object state(ClusterStatus now) {
    record State(
        long read, long out, long fetched, long paid, long received, long pushes, long lapsed) {}
    return new State(
        now.read(),
        now.out(),
        now.fetched(),
        now.paid(),
        now.received(),
        now.pushes(),
        now.lapsed());
  }

  private UserError fails(ClusterStatus now, DrainObstacles what, Supplier<String> instead) {
    return new UserError(
        "crawl '"
            + crawl
            + "' does not come to rest: "
            + what.words()
            + "; "
            + DrainObstacles.remedy(now.wanted(), crawl)
            + "; or "
            + instead.get());
  }
}
