package nephila.cluster.wire;

import java.util.ArrayList;
import java.util.List;
import nephila.store.record.BinaryRecord;

/// Visits of pages of a split site, on their way from the partition that asked their host to the
/// one that keeps their accounts.
public record ReturnedVisits(List<OrderResult.Visit> visits) {
  public byte[] message() {
    BinaryRecord record = Wire.begin(Wire.HANDED).putNumber(visits.size());
    visits.forEach(visit -> OrderResult.writeVisit(record, visit));
    return record.toBytes();
  }

  /// The visits of a message whose kind was taken.
  public static ReturnedVisits take(BinaryRecord from) {
    int count = Wire.count(from, PageKey.BYTES);
    List<OrderResult.Visit> visits = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      visits.add(OrderResult.takeVisit(from));
    }
    Wire.end(from);
    return new ReturnedVisits(visits);
  }
}
