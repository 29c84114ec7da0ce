package nephila.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import nephila.links.SoftNotFound;
import nephila.politeness.HostPace;
import nephila.politeness.RobotsRules;
import nephila.politeness.RobotsState;
import nephila.store.BinaryRecord;
import nephila.store.HostFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// A host of one partition: its clock, what it allows, its order if one is out, and, in memory
/// only, its queue of pages that wait. Owned by the partition's owner.
final class Host {
  /// A page that waits, by what it counted for when it was queued. A page whose worth rises is
  /// queued again; the later entry is found to be settled when its turn comes.
  record Waiting(PageKey page, long worth) {
    static int bestFirst(Waiting a, Waiting b) {
      int byWorth = Long.compare(b.worth, a.worth);
      int bySite = byWorth != 0 ? byWorth : Integer.compare(a.page.site(), b.page.site());
      return bySite != 0 ? bySite : Long.compare(a.page.hash(), b.page.hash());
    }
  }

  final String origin;
  final PriorityQueue<Waiting> queue = new PriorityQueue<>(Waiting::bestFirst);
  HostPace pace = HostPace.NEW;
  RobotsState robots = RobotsState.UNKNOWN;
  boolean probed;
  @Nullable SoftNotFound missing;

  /// Pages read of it.
  int reads;

  /// Requests for its robots.txt in a row that had no answer at all.
  int unanswered;

  /// The number of its last order.
  long number;

  /// When its order is given up; 0 when none is out.
  long lapsesMillis;

  /// The pages in its order.
  List<PageKey> out = List.of();

  /// Whether it is in one of the frontier's queues of hosts.
  boolean queued;

  private @Nullable RobotsRules rules;

  Host(String origin) {
    this.origin = origin;
  }

  byte[] bytes() {
    BinaryRecord record = new BinaryRecord();
    new HostFacts(pace, robots, probed, missing).write(record);
    record.putNumber(reads).putNumber(unanswered).putNumber(number).putNumber(lapsesMillis);
    record.putNumber(out.size());
    out.forEach(page -> page.write(record));
    return record.toBytes();
  }

  static Host of(String origin, byte[] bytes) {
    BinaryRecord record = new BinaryRecord(bytes);
    HostFacts facts = HostFacts.take(record);
    Host host = new Host(origin);
    host.pace = facts.pace();
    host.robots = facts.robots();
    host.probed = facts.probed();
    host.missing = facts.missing();
    host.reads = (int) record.takeNumber();
    host.unanswered = (int) record.takeNumber();
    host.number = record.takeNumber();
    host.lapsesMillis = record.takeNumber();
    int count = Wire.count(record, PageKey.BYTES);
    List<PageKey> out = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      out.add(PageKey.take(record));
    }
    host.out = out;
    return host;
  }

  boolean isOut() {
    return lapsesMillis > 0;
  }

  long bestWorth() {
    Waiting best = queue.peek();
    return best == null ? 0 : best.worth();
  }

  void robots(RobotsState state) {
    robots = state;
    rules = null;
  }

  CanonicalUrl robotsUrl() {
    return CanonicalUrl.ofCanonical(origin + "/robots.txt");
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

  boolean needsRobots(Instant now) {
    return robots.stale(now) || unanswered > 0;
  }

  /// Its pace when its robots.txt cannot be had: left alone until that is to be asked for again.
  HostPace leftAlone() {
    return pace.nextAt(robots.askAgainAt().toEpochMilli());
  }
}
