package nephila.process;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import nephila.fetch.Exchange;
import nephila.fetch.Outcome;
import nephila.politeness.HostPace;

/// Tells a fault of our own network, or of our name server, from hosts that fail: several hosts
/// that had answered before cannot be reached, and no host is reached in between. What fails then
/// is tried again, for an hour at most, and is not held against the page.
///
/// Thread-safe: one for a process that fetches.
final class Outage {
  /// Failures in a row that an outage can leave with a host.
  static final int MOST_REFUSALS = 3;

  private static final int HOSTS = 3;
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);

  /// Origins that cannot be reached, as many as are needed.
  private final Set<String> silent = new HashSet<>();

  private Instant began = Instant.EPOCH;

  /// Learns what came of asking a host, whose pace tells whether it has ever answered; says whether
  /// that it failed is rather our doing.
  synchronized boolean isWhy(Exchange exchange, String origin, HostPace before, Instant now) {
    if (!(exchange.outcome() instanceof Outcome.Failed failed)) {
      reached();
      return false;
    }
    return switch (failed.kind()) {
      case DNS, UNREACHABLE, CONNECT_TIMEOUT, PROXY -> isWhyNoHostIsReached(origin, before, now);
      case BAD_URL, ADDRESS_REFUSED, LOCAL, CANCELLED -> false;
      case REFUSED, FIRST_BYTE_TIMEOUT, WHOLE_TIMEOUT, RESET, BAD_HTTP, TLS -> {
        reached();
        yield false;
      }
    };
  }

  private void reached() {
    silent.clear();
  }

  private boolean isWhyNoHostIsReached(String origin, HostPace before, Instant now) {
    if (silent.isEmpty()) {
      began = now;
    }
    if (before.responseMillis() > 0 && silent.size() < HOSTS) {
      silent.add(origin);
    }
    return silent.size() >= HOSTS && now.isBefore(began.plus(LONGEST));
  }

  /// A host's pace while no host answers: not left alone for longer than a minute.
  static HostPace soon(HostPace pace, Instant now) {
    long latest = now.plus(LONGEST_REST).toEpochMilli();
    return pace.nextAtMillis() <= latest ? pace : pace.earlier(pace.nextAtMillis() - latest);
  }
}
