package nephila.fetch.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import nephila.fetch.Failure;

/// Addresses of hosts, asked for once and remembered for a while, failures for a shorter while. At
/// most [#MAX_HOSTS] are remembered, the least recently used are forgotten first. Lookups run on a
/// few platform threads, because the system's resolver would pin virtual ones.
final class Dns implements AutoCloseable {
  static final int MAX_HOSTS = 100_000;
  private static final int THREADS = 16;

  private final Resolver resolver;
  private final LongSupplier nanos;
  private final long keepNanos;
  private final long keepFailureNanos;
  private final long timeoutNanos;
  private final ExecutorService lookups;
  private final Map<String, Answer> answers =
      new LinkedHashMap<>(256, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Answer> eldest) {
          return size() > MAX_HOSTS;
        }
      };

  /// A lookup under way or done, and when it was asked.
  private record Answer(FutureTask<List<InetAddress>> lookup, long askedNanos) {}

  Dns(Resolver resolver, LongSupplier nanos, long keepNanos, long timeoutNanos) {
    this.resolver = resolver;
    this.nanos = nanos;
    this.keepNanos = keepNanos;
    this.keepFailureNanos = Math.min(keepNanos, TimeUnit.SECONDS.toNanos(30));
    this.timeoutNanos = timeoutNanos;
    this.lookups =
        Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("nephila-dns-", 0).factory());
  }

  /// The addresses of a host name or literal address.
  List<InetAddress> addresses(String host) throws Fault {
    if (mayBeLiteral(host)) {
      try {
        return List.of(InetAddress.ofLiteral(host));
      } catch (IllegalArgumentException e) {
        // A name after all.
      }
    }
    FutureTask<List<InetAddress>> lookup = lookup(host);
    try {
      List<InetAddress> found = lookup.get(timeoutNanos, TimeUnit.NANOSECONDS);
      if (found.isEmpty()) {
        throw new Fault(Failure.DNS, "no address for " + host);
      }
      return found;
    } catch (ExecutionException e) {
      String why =
          e.getCause() instanceof UnknownHostException ? "unknown host " : "lookup failed ";
      throw new Fault(Failure.DNS, why + host);
    } catch (TimeoutException e) {
      throw new Fault(Failure.DNS, "lookup timed out: " + host);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Fault(Failure.CANCELLED, "interrupted");
    }
  }

  private FutureTask<List<InetAddress>> lookup(String host) throws Fault {
    long now = nanos.getAsLong();
    FutureTask<List<InetAddress>> fresh;
    synchronized (answers) {
      Answer known = answers.get(host);
      if (known != null && now - known.askedNanos < keepNanos(known.lookup)) {
        return known.lookup;
      }
      Callable<List<InetAddress>> ask = () -> resolver.resolve(host);
      fresh = new FutureTask<>(ask);
      answers.put(host, new Answer(fresh, now));
    }
    try {
      lookups.execute(fresh);
    } catch (RejectedExecutionException e) {
      throw new Fault(Failure.CANCELLED, "the fetcher is closed");
    }
    return fresh;
  }

  private long keepNanos(FutureTask<List<InetAddress>> lookup) {
    return lookup.state() == FutureTask.State.FAILED ? keepFailureNanos : keepNanos;
  }

  /// Names with a letter beyond hexadecimal are no literals: spares an exception for most.
  private static boolean mayBeLiteral(String host) {
    char last = host.charAt(host.length() - 1);
    return host.indexOf(':') >= 0 || (last >= '0' && last <= '9');
  }

  @Override
  public void close() {
    lookups.shutdownNow();
  }
}
