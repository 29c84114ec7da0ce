package nephila.crawl;

import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import nephila.fetch.Exchange;
import nephila.fetch.Outcome;
import nephila.politeness.HostPace;
import nephila.process.HostState;

/// Tells a fault of our own network, or of our name server, from hosts that fail: several hosts
/// that had answered before cannot be reached, and nobody is reached in between. What fails then is
/// tried again, for an hour at most, and is not held against the page.
final class Outage {
  private static final int HOSTS = 3;
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);

  private final BitSet silent = new BitSet();
  private Instant began = Instant.EPOCH;

  /// Learns what came of asking a host, whose pace tells whether it has ever answered; says whether
  /// that it failed is rather our doing.
  boolean isWhy(Exchange exchange, HostState host, Instant now) {
    if (!(exchange.outcome() instanceof Outcome.Failed failed)) {
      silent.clear();
      return false;
    }
    return switch (failed.kind()) {
      case DNS, UNREACHABLE, CONNECT_TIMEOUT, PROXY -> isWhyNobodyIsReached(host, now);
      case BAD_URL, ADDRESS_REFUSED, LOCAL, CANCELLED -> false;
      case REFUSED, FIRST_BYTE_TIMEOUT, WHOLE_TIMEOUT, RESET, BAD_HTTP, TLS -> {
        silent.clear(); // somebody was reached
        yield false;
      }
    };
  }

  private boolean isWhyNobodyIsReached(HostState host, Instant now) {
    if (silent.isEmpty()) {
      began = now;
    }
    if (host.pace().responseMillis() > 0) {
      silent.set(host.number());
    }
    return silent.cardinality() >= HOSTS && now.isBefore(began.plus(LONGEST));
  }

  /// A host's pace while nobody answers: not left alone for longer than a minute.
  static HostPace soon(HostPace pace, Instant now) {
    long latest = now.plus(LONGEST_REST).toEpochMilli();
    return pace.nextAtMillis() <= latest ? pace : pace.earlier(pace.nextAtMillis() - latest);
  }
}
