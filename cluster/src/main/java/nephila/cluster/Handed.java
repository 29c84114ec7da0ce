package nephila.cluster;

import java.util.ArrayList;
import java.util.List;
import nephila.store.Record;

/// Visits of pages of a split site, on their way from the partition that asked their host to the
/// one that keeps their accounts.
record Handed(List<Result.Visit> visits) {
  byte[] message() {
    Record record = Wire.begin(Wire.HANDED).putNumber(visits.size());
    visits.forEach(visit -> Result.writeVisit(record, visit));
    return record.toBytes();
  }

  /// The visits of a message whose kind was taken.
  static Handed take(Record from) {
    int count = Wire.count(from, PageKey.BYTES);
    List<Result.Visit> visits = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      visits.add(Result.takeVisit(from));
    }
    Wire.end(from);
    return new Handed(visits);
  }
}
