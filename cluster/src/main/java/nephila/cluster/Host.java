package nephila.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import nephila.process.HostState;
import nephila.store.BinaryRecord;
import nephila.store.HostFacts;

/// A host of one partition: its state, its order if one is out, and, in memory only, its queue of
/// pages that wait. Owned by the partition's owner.
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
  final HostState state;

  /// The number of its last order.
  long number;

  /// When its order is given up; 0 when none is out.
  long lapsesMillis;

  /// The pages in its order.
  List<PageKey> out = List.of();

  /// Whether it is in one of the frontier's queues of hosts.
  boolean queued;

  Host(String origin) {
    this(origin, HostFacts.NEW, 0);
  }

  Host(String origin, HostFacts facts, int reads) {
    this.origin = origin;
    this.state = new HostState(origin, facts, reads);
  }

  byte[] bytes() {
    BinaryRecord record = new BinaryRecord();
    state.facts().write(record);
    record.putNumber(state.reads()).putNumber(state.unanswered());
    record.putNumber(number).putNumber(lapsesMillis);
    record.putNumber(out.size());
    out.forEach(page -> page.write(record));
    return record.toBytes();
  }

  static Host of(String origin, byte[] bytes) {
    BinaryRecord record = new BinaryRecord(bytes);
    HostFacts facts = HostFacts.take(record);
    Host host = new Host(origin, facts, (int) record.takeNumber());
    host.state.unanswered((int) record.takeNumber());
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
}
