package nephila.cluster.wire;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import nephila.store.record.BinaryRecord;
import org.jspecify.annotations.Nullable;

/// Units on their way to a page, with the page's introduction when its payer has not paid it
/// before. Payments travel together, one message for a destination and a batch of reads.
public record Payment(PageKey to, long units, @Nullable ClusterDiscovery introduction) {
  public Payment and(Payment later) {
    return new Payment(
        to, units + later.units, introduction == null ? later.introduction : introduction);
  }

  public static byte[] message(int from, Collection<Payment> payments) {
    BinaryRecord record = Wire.begin(Wire.TRANSFER).putNumber(from).putNumber(payments.size());
    for (Payment payment : payments) {
      payment.to.write(record);
      Wire.putSigned(record, payment.units);
      record.put(payment.introduction == null ? 0 : 1);
      if (payment.introduction != null) {
        payment.introduction.write(record);
      }
    }
    return record.toBytes();
  }

  /// The payments of a message whose kind was taken.
  public static List<Payment> take(BinaryRecord from) {
    from.takeNumber(); // the payer's partition: for people who look at the topic
    int count = Wire.count(from, PageKey.BYTES);
    List<Payment> payments = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      PageKey to = PageKey.take(from);
      long units = Wire.takeSigned(from);
      ClusterDiscovery known = from.take() == 0 ? null : ClusterDiscovery.take(from);
      payments.add(new Payment(to, units, known));
    }
    Wire.end(from);
    return payments;
  }
}
