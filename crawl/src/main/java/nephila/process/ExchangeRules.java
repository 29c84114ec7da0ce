package nephila.process;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.Outcome;
import nephila.fetch.Validators;
import nephila.politeness.HostPace;
import nephila.politeness.PaceRules;
import nephila.politeness.RetryAfter;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Tells what an answer means for the pace of its host and for the page. Rules only.
public final class ExchangeRules {
  private ExchangeRules() {}

  /// Whether it failed because of us: the crawl is stopping, or this machine is short of something.
  public static boolean ours(Exchange exchange) {
    return exchange.outcome() instanceof Outcome.Failed failed
        && (failed.kind() == Failure.CANCELLED || failed.kind() == Failure.LOCAL);
  }

  /// Whether nobody was asked, because the host is at an address we keep away from.
  public static boolean refused(Exchange exchange) {
    return exchange.outcome() instanceof Outcome.Failed failed
        && failed.kind() == Failure.ADDRESS_REFUSED;
  }

  /// Whether asking again may help: no answer, or a host that asks for patience.
  public static boolean mayPass(Exchange exchange) {
    return switch (exchange.outcome()) {
      case Outcome.Failed failed -> failed.kind().mayPass();
      case Outcome.Answered answered -> answered.status() == 429 || answered.status() == 503;
    };
  }

  /// The host's pace after this exchange, which ended at `now`.
  public static HostPace pace(HostPace pace, Exchange exchange, Instant now, PaceRules rules) {
    if (ours(exchange) || refused(exchange)) {
      return pace;
    }
    if (!exchange.answered()) {
      return pace.afterFailure(now, rules);
    }
    String header = exchange.headers().first("Retry-After");
    Duration retryAfter = header == null ? null : RetryAfter.parse(header, now).orElse(null);
    Duration took = Duration.ofMillis(Math.max(0, exchange.circumstances().firstByteMillis()));
    return pace.afterAnswer(exchange.status(), took, retryAfter, now, rules);
  }

  /// How much there was to read, packed and unpacked: what a page costs
  /// ([nephila.politeness.Allowance]).
  public static long bytes(Exchange exchange) {
    long unpacked = exchange.status() == 200 ? exchange.content().length() : 0;
    return exchange.responseBytes().length + unpacked;
  }

  /// The status of a page by its exchange and by what it says.
  public static int status(Exchange exchange, PageFindings found) {
    return found.missing() ? Statuses.SOFT_NOT_FOUND : Statuses.of(exchange);
  }

  /// Where an answer at `url` sends us, null when it does not.
  public static @Nullable CanonicalUrl redirect(CanonicalUrl url, Exchange exchange) {
    boolean sends =
        switch (exchange.status()) {
          case 301, 302, 303, 307, 308 -> true;
          default -> false;
        };
    String location = sends ? exchange.headers().reference("Location") : null;
    return location != null && url.resolve(location) instanceof CanonicalUrl to ? to : null;
  }

  /// The facts of a read that was chosen for `reason`.
  ///
  /// @param status of the page, which may be another than the exchange's
  /// @param place how many hosts that were due had a better page
  public static ReadFacts facts(
      Exchange exchange,
      int status,
      PageFindings found,
      ReadFacts.Reason reason,
      long worth,
      int place) {
    Validators validators = Validators.of(exchange.headers());
    long at = exchange.started().toEpochMilli();
    return new ReadFacts(
        at,
        status,
        mime(exchange),
        exchange.responseBytes().length - exchange.headLength(),
        digest(exchange),
        found.signature(),
        Objects.requireNonNullElse(validators.etag(), ""),
        Objects.requireNonNullElse(validators.lastModified(), ""),
        reason,
        worth,
        place,
        at);
  }

  /// The facts of a page that robots.txt forbids: it is settled without a request.
  public static ReadFacts forbidden(long atMillis, long worth) {
    int status = Statuses.FORBIDDEN_BY_ROBOTS;
    ReadFacts.Reason reason = ReadFacts.Reason.DISCOVERY;
    return new ReadFacts(atMillis, status, "", 0, "", 0, "", "", reason, worth, 0, atMillis);
  }

  /// The payload's digest as the archive writes it, empty without an answer.
  public static String digest(Exchange exchange) {
    return exchange.answered() ? HexFormat.of().formatHex(exchange.payloadSha1()) : "";
  }

  /// The media type without parameters, empty when none was given.
  private static String mime(Exchange exchange) {
    String type = exchange.headers().first("Content-Type");
    if (type == null) {
      return "";
    }
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip();
  }
}
