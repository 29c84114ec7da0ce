package nephila.crawl;

import java.time.Instant;
import nephila.links.SoftNotFound;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.politeness.RobotsRules;
import nephila.politeness.RobotsState;
import nephila.store.CrawlStore;
import nephila.store.HostFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// A host while the wheel turns: its queue of unread pages, its clock, what it allows. Owned by the
/// wheel's thread.
final class Host {
  final int number;
  private final CrawlStore store;
  final SlotHeap queue;
  HostPace pace;
  Allowance allowance = Allowance.WHOLE;
  RobotsState robots;

  /// Whether it was asked for an address that cannot exist, and what it served then with status
  /// 200.
  boolean probed;

  @Nullable SoftNotFound missing;

  /// Requests on their way.
  int inFlight;

  /// Pages read of it.
  int reads;

  /// Its site, for [SiteReads].
  final long site;

  /// Requests for its robots.txt in a row that had no answer at all.
  int unanswered;

  /// Whether what [HostFacts] keeps has changed since the last commit.
  boolean dirty;

  /// The scheduler's: place among the due hosts (−1 when not there), the worth it was placed by,
  /// whether it is among the waiting ones.
  int place = -1;

  double best;
  boolean waiting;

  /// What the best of its pages is worth that wait on disk, in credits; 0 when none is known to.
  double onDisk;

  private @Nullable RobotsRules rules;

  Host(int number, SlotHeap queue, CrawlStore store) {
    HostFacts facts = store.hostFacts(number);
    this.number = number;
    this.store = store;
    this.queue = queue;
    this.reads = store.hostReads(number);
    this.site = SiteReads.key(store.origin(number));
    this.pace = facts.pace();
    this.robots = facts.robots();
    this.probed = facts.probed();
    this.missing = facts.missing();
  }

  /// Scheme, name and port.
  String origin() {
    return store.origin(number);
  }

  HostFacts facts() {
    return new HostFacts(pace, robots, probed, missing);
  }

  long dueMillis() {
    return pace.nextAtMillis();
  }

  boolean needsRobots(Instant now) {
    return robots.stale(now);
  }

  /// Whether its robots.txt could not be had, which allows nothing.
  boolean isShut(String productToken) {
    return rules(productToken).allowsNone() && robots.failures() > 0;
  }

  CanonicalUrl robotsUrl() {
    return CanonicalUrl.ofCanonical(origin() + "/robots.txt");
  }

  /// An address of it that cannot exist.
  CanonicalUrl impossibleUrl(long random) {
    String name = Long.toHexString(random);
    return CanonicalUrl.ofCanonical(origin() + "/nephila-probe-" + name + ".html");
  }

  /// Its pace when its robots.txt cannot be had: left alone until that is to be asked for again.
  HostPace leftAlone() {
    return pace.nextAt(robots.askAgainAt().toEpochMilli());
  }

  void robots(RobotsState state) {
    robots = state;
    rules = null;
    dirty = true;
  }

  /// What robots.txt says, by what is known now.
  RobotsRules rules(String productToken) {
    RobotsRules known = rules;
    if (known == null) {
      known = robots.rules(robotsUrl(), productToken);
      rules = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return origin();
  }
}
