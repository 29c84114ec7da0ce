package nephila.crawl;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Fetches under way, a virtual thread each, and the way of their results to the one thread that
/// starts fetches and enters results. [InFlightLimit] says how many may be under way.
///
/// A fetch that ends with an exception, which is an error of ours, ends the one thread's next
/// [#poll] or [#await] with it. Any thread may [#wake]; all else is for the one thread.
public final class FetchesInFlight<R> {
  private final InFlightLimit limit = new InFlightLimit();

  /// What is to be received on the one thread: a result, an error, or nothing.
  private final LinkedBlockingQueue<Supplier<@Nullable R>> home = new LinkedBlockingQueue<>();

  /// Whether another fetch may be started, with that many workers.
  public boolean hasRoom(int workers, long nowMillis) {
    return limit.hasRoom(workers, nowMillis);
  }

  /// How many fetches were started whose results were not taken.
  public int size() {
    return limit.size();
  }

  public void start(String name, long nowMillis, Supplier<R> fetch) {
    InFlightLimit.Errand errand = limit.sent(nowMillis);
    Thread.ofVirtual().name(name).start(() -> home.add(run(fetch, errand)));
  }

  private Supplier<@Nullable R> run(Supplier<R> fetch, InFlightLimit.Errand errand) {
    try {
      R result = fetch.get();
      return () -> {
        limit.home(errand);
        return result;
      };
    } catch (RuntimeException | Error e) {
      return () -> {
        throw new IllegalStateException("a visit broke", e);
      };
    }
  }

  /// Ends an [#await] that waits, or the next one.
  public void wake() {
    home.add(() -> null);
  }

  /// Whether nothing is to be received.
  public boolean isQuiet() {
    return home.isEmpty();
  }

  /// A result that has come, null when there is none.
  public @Nullable R poll() {
    R result = null;
    for (Supplier<@Nullable R> next = home.poll(); next != null; next = home.poll()) {
      result = next.get();
      if (result != null) {
        break;
      }
    }
    return result;
  }

  /// Waits for a result, for so long at most; null when none has come by then or somebody woke us.
  public @Nullable R await(long millis) throws InterruptedException {
    Supplier<@Nullable R> next = home.poll(millis, TimeUnit.MILLISECONDS);
    return next == null ? null : next.get();
  }
}
