package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.Wire;
import nephila.store.record.BinaryRecord;

/// Payments to other partitions that are not sent yet: added up per page, sent as one message per
/// partition. What is here when a transaction ends is kept with the books as [#bytes].
final class Outbox {
  private final int from;
  private final Map<Integer, Map<PageKey, Payment>> byPartition = new TreeMap<>();
  private int size;

  Outbox(int from) {
    this.from = from;
  }

  void add(int partition, Payment payment) {
    byPartition
        .computeIfAbsent(partition, p -> new LinkedHashMap<>())
        .merge(payment.to(), payment, Payment::and);
    size++;
  }

  boolean isEmpty() {
    return byPartition.isEmpty();
  }

  /// Payments added since it was empty.
  int size() {
    return size;
  }

  /// Hands a message for every partition to `send` and is empty; returns the units sent, without
  /// their signs.
  long flush(ObjIntConsumer<byte[]> send) {
    long units = 0;
    for (Map.Entry<Integer, Map<PageKey, Payment>> entry : byPartition.entrySet()) {
      for (Payment payment : entry.getValue().values()) {
        units += Math.abs(payment.units());
      }
      send.accept(Payment.message(from, entry.getValue().values()), entry.getKey());
    }
    byPartition.clear();
    size = 0;
    return units;
  }

  /// What is in it, for [#load].
  byte[] bytes() {
    BinaryRecord record = new BinaryRecord().putNumber(byPartition.size());
    byPartition.forEach(
        (to, payments) -> record.putNumber(to).putBytes(Payment.message(from, payments.values())));
    return record.toBytes();
  }

  /// Puts back what was in it.
  void load(byte[] bytes) {
    each(
        bytes,
        (message, to) -> {
          BinaryRecord body = new BinaryRecord(message);
          Wire.expect(body, Wire.TRANSFER);
          Payment.take(body).forEach(payment -> add(to, payment));
        });
  }

  /// The messages in what [#bytes] wrote.
  static List<byte[]> messages(byte[] bytes) {
    List<byte[]> messages = new ArrayList<>();
    each(bytes, (message, to) -> messages.add(message));
    return messages;
  }

  private static void each(byte[] bytes, ObjIntConsumer<byte[]> to) {
    BinaryRecord record = new BinaryRecord(bytes);
    int partitions = Wire.count(record, 2);
    for (int i = 0; i < partitions; i++) {
      int partition = (int) record.takeNumber();
      to.accept(record.takeBytes(), partition);
    }
    Wire.end(record);
  }
}
