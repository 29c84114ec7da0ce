package nephila.process;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import nephila.fetch.Exchange;
import nephila.links.SoftNotFound;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.politeness.PaceRules;
import nephila.politeness.RobotsAnswer;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Decides how an exchange changes its host, and what the host is asked for next: the rules of
/// every shell. The state of a host is its [HostState]; time is given.
///
/// Thread-safe but for the [HostState]s, which belong to the thread that enters results.
public final class HostProcessor {
  /// Requests for a robots.txt in a row without an answer, after which the host is left alone.
  private static final int ATTEMPTS = 3;

  private static final Duration LEFT_ALONE = Duration.ofHours(1);

  /// A host is probed after this many of its pages were read.
  private static final int READS_BEFORE_PROBE = 10;

  /// Sitemaps taken from one robots.txt.
  private static final int MOST_SITEMAPS = 100;

  private final PaceRules rules;
  private final String productToken;
  private final boolean robots;
  private final Outage outage = new Outage();

  /// @param productToken the name by which robots.txt knows us
  /// @param robots whether robots.txt is obeyed
  public HostProcessor(PaceRules rules, String productToken, boolean robots) {
    this.rules = rules;
    this.productToken = productToken;
    this.robots = robots;
  }

  /// A host after an exchange.
  ///
  /// @param ours whether the exchange failed because of this machine or its network: it tells
  ///   nothing of the host or of the page
  public record Step(HostPace pace, Allowance allowance, boolean ours) {}

  /// The host after an exchange with it that ended at `now`.
  ///
  /// @param bytes how much there was to read, packed and unpacked
  public Step after(
      Exchange exchange,
      long bytes,
      String origin,
      HostPace before,
      Allowance allowance,
      Instant now) {
    Allowance left = allowance.afterReading(bytes, now);
    HostPace pace = left.slows(ExchangeRules.pace(before, exchange, now, rules));
    boolean out = outage.isWhy(exchange, origin, before, now);
    boolean ours = out || ExchangeRules.ours(exchange);
    return new Step(ours ? soon(before, pace, now) : pace, left, ours);
  }

  /// A host is asked again soon after a failure that was not its own, but not at once. Failures of
  /// an outage do not add up: the first failure of the host itself after it must not leave the host
  /// alone for an hour.
  private HostPace soon(HostPace before, HostPace pace, Instant now) {
    int refusals = Math.min(pace.refusals(), Math.max(before.refusals(), Outage.MOST_REFUSALS));
    long next = Math.max(pace.nextAtMillis(), now.plus(rules.delay()).toEpochMilli());
    return Outage.soon(
        new HostPace(pace.responseMillis(), pace.crawlDelayMillis(), refusals, next), now);
  }

  /// The pace of a host that another fetcher may have asked until then: its usual delay later.
  public HostPace askedElsewhere(HostPace pace, Instant until) {
    long due = pace.afterAnswer(200, Duration.ZERO, null, until, rules).nextAtMillis();
    return pace.nextAt(Math.max(due, pace.nextAtMillis()));
  }

  /// A kind of request to a host.
  public enum Ask {
    ROBOTS,
    /// Nothing: its robots.txt cannot be had, and the host is left alone until it is asked again.
    NOTHING,
    /// An address that cannot exist ([Probe]).
    PROBE,
    PAGE
  }

  /// Decides what the host is asked for at `due`, before any page is chosen.
  public Ask next(HostState host, Instant due) {
    if (robots && (host.needsRobots(due) || host.unanswered() > 0)) {
      return Ask.ROBOTS;
    }
    if (robots && host.isShut(productToken)) {
      return Ask.NOTHING;
    }
    return !host.isProbed() && host.reads() >= READS_BEFORE_PROBE ? Ask.PROBE : Ask.PAGE;
  }

  /// Whether robots.txt, as far as it is known, lets the page be asked for.
  public boolean allows(HostState host, CanonicalUrl url) {
    return !robots || host.rules(productToken).allows(url);
  }

  /// Whether a request for robots.txt with that status had no answer at all, a private address
  /// apart, which is not asked.
  public static boolean isSilent(int status) {
    return status < 0 && status != Statuses.PRIVATE_ADDRESS;
  }

  /// Enters the answer to a request for robots.txt; returns the host's pace.
  ///
  /// @param answer null when it tells nothing
  /// @param status of the request, as [Statuses] has it
  public HostPace robots(
      HostState host, @Nullable RobotsAnswer answer, Step step, int status, Instant now) {
    if (step.ours()) {
      return step.pace();
    }
    if (answer != null) {
      host.robots(host.robots().after(answer, now));
    }
    Duration asked = host.rules(productToken).crawlDelay().orElse(null);
    HostPace pace = step.pace().withCrawlDelay(asked);
    host.unanswered(isSilent(status) ? host.unanswered() + 1 : 0);
    if (host.unanswered() < ATTEMPTS) {
      return pace;
    }
    host.unanswered(0);
    return pace.nextAt(now.toEpochMilli() + LEFT_ALONE.toMillis());
  }

  /// Enters what came of asking for an address that cannot exist.
  public void probed(HostState host, @Nullable SoftNotFound served, Step step) {
    if (step.ours()) {
      host.notProbed();
    } else {
      host.probed(served);
    }
  }

  /// The sitemaps that the host's robots.txt names, of its own site and `wanted`, a hundred at
  /// most.
  public List<CanonicalUrl> sitemaps(HostState host, Predicate<CanonicalUrl> wanted) {
    CanonicalUrl own = host.robotsUrl();
    return host.rules(productToken).sitemaps().stream()
        .filter(url -> url.sameSite(own) && wanted.test(url))
        .limit(MOST_SITEMAPS)
        .toList();
  }

  /// Whether the host's robots.txt names the page as a sitemap.
  public boolean isSitemap(HostState host, CanonicalUrl url) {
    return host.rules(productToken).sitemaps().contains(url);
  }
}
