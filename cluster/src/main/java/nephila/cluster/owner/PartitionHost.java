package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.List;
import nephila.cluster.wire.OrderOut;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Wire;
import nephila.frontier.HostClock;
import nephila.process.HostState;
import nephila.store.record.BinaryRecord;
import nephila.store.record.HostFacts;
import org.jspecify.annotations.Nullable;

/// A host whose pages wait in one partition: its state, and its order if one is out. Owned by the
/// partition's owner.
public final class PartitionHost implements HostClock {
  /// Its number in the partition, for as long as the partition is here.
  final int index;

  final String origin;

  /// The hash of its site.
  final int site;

  /// Whether another partition asks it, because its site is split.
  final boolean elsewhere;

  public final HostState state;

  /// The number of its last order.
  long number;

  /// When its order was given.
  long sinceMillis;

  /// When its order is given up; 0 when none is out.
  long lapsesMillis;

  /// The pages in its order.
  List<PageKey> out = List.of();

  PartitionHost(int index, String origin, int site, boolean elsewhere, HostFacts facts, int reads) {
    this.index = index;
    this.origin = origin;
    this.site = site;
    this.elsewhere = elsewhere;
    this.state = new HostState(origin, facts, reads);
  }

  /// Never, where another partition asks it.
  @Override
  public long nextAtMillis() {
    return elsewhere ? Long.MAX_VALUE : state.nextAtMillis();
  }

  byte[] bytes() {
    BinaryRecord record = new BinaryRecord();
    state.facts().write(record);
    record.putNumber(state.reads()).putNumber(state.unanswered());
    record.putNumber(number).putNumber(lapsesMillis);
    record.putNumber(out.size());
    out.forEach(page -> page.write(record));
    record.putNumber(sinceMillis);
    return record.toBytes();
  }

  /// The host that [#bytes] wrote.
  public static PartitionHost of(int index, String origin, int site, byte[] bytes) {
    BinaryRecord record = new BinaryRecord(bytes);
    HostFacts facts = HostFacts.take(record);
    PartitionHost host =
        new PartitionHost(index, origin, site, false, facts, (int) record.takeNumber());
    host.state.unanswered((int) record.takeNumber());
    host.number = record.takeNumber();
    host.lapsesMillis = record.takeNumber();
    int count = Wire.count(record, PageKey.BYTES);
    List<PageKey> out = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      out.add(PageKey.take(record));
    }
    host.out = out;
    host.sinceMillis = record.atEnd() ? 0 : record.takeNumber(); // not there before 0.1
    return host;
  }

  boolean isOut() {
    return lapsesMillis > 0;
  }

  /// Its order, if one for pages is out.
  @Nullable OrderOut order() {
    return out.isEmpty() ? null : new OrderOut(origin, out.size(), sinceMillis, lapsesMillis);
  }

  @Override
  public String toString() {
    return origin;
  }
}
