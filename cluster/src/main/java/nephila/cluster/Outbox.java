package nephila.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;

/// Payments to other partitions that the work at hand has made: added up per page, sent as one
/// message per partition. Empty between two records: nothing is ever only in memory at a commit.
final class Outbox {
  private final int from;
  private final Map<Integer, Map<PageKey, Payment>> byPartition = new TreeMap<>();

  Outbox(int from) {
    this.from = from;
  }

  void add(int partition, Payment payment) {
    byPartition
        .computeIfAbsent(partition, p -> new LinkedHashMap<>())
        .merge(payment.to(), payment, Payment::and);
  }

  boolean isEmpty() {
    return byPartition.isEmpty();
  }

  /// Hands a message for every partition to `send` and is empty; returns the units sent, without
  /// their signs.
  long flush(ObjIntConsumer<byte[]> send) {
    long size = 0;
    for (Map.Entry<Integer, Map<PageKey, Payment>> entry : byPartition.entrySet()) {
      for (Payment payment : entry.getValue().values()) {
        size += Math.abs(payment.units());
      }
      send.accept(Payment.message(from, entry.getValue().values()), entry.getKey());
    }
    byPartition.clear();
    return size;
  }
}
