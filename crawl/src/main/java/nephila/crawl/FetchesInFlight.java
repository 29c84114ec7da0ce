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

  /// Entries for the one thread: a result, an error, or nothing.
  private final LinkedBlockingQueue<Supplier<@Nullable R>> results = new LinkedBlockingQueue<>();

  /// Whether another fetch may be started, with that many workers.
  public boolean hasRoom(int workers, long nowMillis) {
    return limit.hasRoom(workers, nowMillis);
  }

  /// How many fetches were started whose results were not taken.
  public int size() {
    return limit.size();
  }

  public void start(String name, long nowMillis, Supplier<R> fetch) {
    InFlightLimit.Ticket ticket = limit.began(nowMillis);
    Thread.ofVirtual().name(name).start(() -> results.add(run(fetch, ticket)));
  }

  private Supplier<@Nullable R> run(Supplier<R> fetch, InFlightLimit.Ticket ticket) {
    try {
      R result = fetch.get();
      return () -> {
        limit.ended(ticket);
        return result;
      };
    } catch (RuntimeException | Error e) {
      return () -> {
        throw new IllegalStateException("a fetch failed by an error of ours", e);
      };
    }
  }

  /// Ends an [#await] that waits, or the next one.
  public void wake() {
    results.add(() -> null);
  }

  /// Whether nothing is to be received.
  public boolean isQuiet() {
    return results.isEmpty();
  }

  /// Returns a result that has come, null when there is none.
  public @Nullable R poll() {
    R result = null;
    for (Supplier<@Nullable R> next = results.poll(); next != null; next = results.poll()) {
      result = next.get();
      if (result != null) {
        break;
      }
    }
    return result;
  }

  /// Waits for a result, for so long at most; returns null when none has come by then or [#wake]
  /// was called.
  public @Nullable R await(long millis) throws InterruptedException {
    Supplier<@Nullable R> next = results.poll(millis, TimeUnit.MILLISECONDS);
    return next == null ? null : next.get();
  }
}
