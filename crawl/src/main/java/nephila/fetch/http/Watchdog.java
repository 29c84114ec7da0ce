package nephila.fetch.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// Ends exchanges whose time is up or whose bytes come too slowly, and connections idle for too
/// long: one thread looks at all connections some times a second, so that no read needs a timer.
final class Watchdog implements AutoCloseable {
  private static final long TICK_NANOS = 25_000_000;

  private final Set<HttpConnection> watched = ConcurrentHashMap.newKeySet();
  private final LongSupplier nanos;
  private final long rateWindowNanos;
  private final long minPerWindow;
  private final Runnable everyTick;
  private final Thread thread;
  private volatile boolean closed;

  Watchdog(LongSupplier nanos, long rateWindowNanos, long minPerWindow, Runnable everyTick) {
    this.nanos = nanos;
    this.rateWindowNanos = rateWindowNanos;
    this.minPerWindow = minPerWindow;
    this.everyTick = everyTick;
    this.thread = Thread.ofPlatform().daemon().name("nephila-watchdog").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void watch(HttpConnection connection) {
    watched.add(connection);
    if (closed) {
      connection.close();
    }
  }

  void forget(HttpConnection connection) {
    watched.remove(connection);
  }

  boolean closed() {
    return closed;
  }

  private void run() {
    while (!closed) {
      long now = nanos.getAsLong();
      for (HttpConnection connection : watched) {
        connection.expire(now, rateWindowNanos, minPerWindow);
      }
      everyTick.run();
      LockSupport.parkNanos(TICK_NANOS);
    }
  }

  /// Closes every connection.
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    watched.forEach(HttpConnection::close);
  }
}
