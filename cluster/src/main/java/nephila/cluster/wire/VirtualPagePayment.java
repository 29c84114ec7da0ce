package nephila.cluster.wire;

import nephila.ledger.VirtualPage;
import nephila.store.record.BinaryRecord;

/// What a partition hands over to the virtual page of OPIC: its income, and the pages that came and
/// went, since the last time.
///
/// @param from the partition, for people who look at the topic
public record VirtualPagePayment(int from, VirtualPage.Transfer transfer) {
  public byte[] message() {
    BinaryRecord record = Wire.begin(Wire.VIRTUAL_PAGE).putNumber(from);
    Wire.putSigned(record, transfer.income());
    Wire.putSigned(record, transfer.joined());
    Wire.putSigned(record, transfer.joinedAt());
    return record.toBytes();
  }

  /// The payment of a message whose kind was taken.
  public static VirtualPagePayment take(BinaryRecord from) {
    int partition = (int) from.takeNumber();
    VirtualPage.Transfer transfer =
        new VirtualPage.Transfer(
            Wire.takeSigned(from), Wire.takeSigned(from), Wire.takeSigned(from));
    Wire.end(from);
    return new VirtualPagePayment(partition, transfer);
  }
}
