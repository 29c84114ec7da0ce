package nephila.process;

import java.time.Instant;
import java.util.function.IntFunction;
import nephila.frontier.HostClock;
import nephila.links.SoftNotFound;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.politeness.RobotsRules;
import nephila.politeness.RobotsState;
import nephila.store.record.HostFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The state of a host: its pace, its allowance, its robots.txt, what it serves for pages that do
/// not exist, and how many of its pages were read. The frontier reads its clock; which of its pages
/// wait is the frontier's own. [HostFacts] is the part that is kept on disk.
///
/// Not thread-safe: owned by the thread that enters results.
public final class HostState implements HostClock {
  private final int number;
  private final IntFunction<String> origins;
  private HostPace pace;
  private Allowance allowance = Allowance.WHOLE;
  private RobotsState robots;
  private boolean probed;
  private @Nullable SoftNotFound missing;
  private int reads;
  private int unanswered;
  private boolean changed;
  private @Nullable RobotsRules rules;

  /// The host of that number, of which `facts` are known and `reads` pages were read; `origins`
  /// tells its origin, which is not kept here.
  public HostState(int number, IntFunction<String> origins, HostFacts facts, int reads) {
    this.number = number;
    this.origins = origins;
    this.pace = facts.pace();
    this.robots = facts.robots();
    this.probed = facts.probed();
    this.missing = facts.missing();
    this.reads = reads;
  }

  /// The host of that origin, of which `facts` are known and `reads` pages were read.
  public HostState(String origin, HostFacts facts, int reads) {
    this(0, number -> origin, facts, reads);
  }

  /// Takes over what is known of the host elsewhere.
  public void adopt(HostFacts facts, int itsReads) {
    pace = facts.pace();
    robots(facts.robots());
    probed = facts.probed();
    missing = facts.missing();
    reads = itsReads;
  }

  /// The part that is kept on disk.
  public HostFacts facts() {
    return new HostFacts(pace, robots, probed, missing);
  }

  /// Whether [#facts] have changed since the last [#written].
  public boolean isChanged() {
    return changed;
  }

  /// [#facts] are on disk.
  public void written() {
    changed = false;
  }

  public int number() {
    return number;
  }

  /// Scheme, name and port.
  public String origin() {
    return origins.apply(number);
  }

  @Override
  public long nextAtMillis() {
    return pace.nextAtMillis();
  }

  public HostPace pace() {
    return pace;
  }

  public void pace(HostPace now) {
    pace = now;
    changed = true;
  }

  public Allowance allowance() {
    return allowance;
  }

  public void allowance(Allowance left) {
    allowance = left;
  }

  /// The clock was set back by so much: the host does not wait for the time that was.
  public void clockWasSetBack(long millis) {
    pace(pace.earlier(millis));
    allowance = Allowance.WHOLE;
  }

  /// Pages read of it.
  public int reads() {
    return reads;
  }

  public void wasRead() {
    reads++;
  }

  /// Requests for its robots.txt in a row that had no answer at all.
  public int unanswered() {
    return unanswered;
  }

  public void unanswered(int inARow) {
    unanswered = inARow;
  }

  /// Whether the host was asked for an address that cannot exist, or is about to be.
  public boolean isProbed() {
    return probed;
  }

  /// The host is about to be asked for an address that cannot exist.
  public void probing() {
    probed = true;
  }

  /// The host was to be asked for an address that cannot exist, and that came to nothing.
  public void notProbed() {
    probed = false;
  }

  /// The host was asked for an address that cannot exist, and served that with status 200; null
  /// when it said 404, as it should.
  public void probed(@Nullable SoftNotFound served) {
    missing = served;
    probed = true;
    changed = true;
  }

  /// The page that the host serves with status 200 for pages that do not exist, null when it says
  /// 404 or was not probed.
  public @Nullable SoftNotFound missing() {
    return missing;
  }

  public RobotsState robots() {
    return robots;
  }

  public void robots(RobotsState now) {
    robots = now;
    rules = null;
    changed = true;
  }

  public CanonicalUrl robotsUrl() {
    return CanonicalUrl.ofCanonical(origin() + "/robots.txt");
  }

  /// Whether its robots.txt must be asked for before the next page.
  public boolean needsRobots(Instant now) {
    return robots.stale(now);
  }

  /// The rules of its robots.txt, as known now.
  public RobotsRules rules(String productToken) {
    RobotsRules known = rules;
    if (known == null) {
      known = robots.rules(robotsUrl(), productToken);
      rules = known;
    }
    return known;
  }

  /// Whether its robots.txt could not be had, which allows nothing.
  public boolean isShut(String productToken) {
    return robots.failures() > 0 && rules(productToken).allowsNone();
  }

  /// Its pace when its robots.txt cannot be had: left alone until that is to be asked for again.
  public HostPace leftAlone() {
    return pace.nextAt(robots.askAgainAt().toEpochMilli());
  }

  @Override
  public String toString() {
    return origin();
  }
}
