package nephila.cluster.wire;

import nephila.ledger.OpicLedger;
import nephila.ledger.VirtualPageOwner;
import nephila.store.record.BinaryRecord;

/// What the OPIC ledger of a crawl dir has beside its pages, on its way to the partition that has
/// the virtual page.
public final class MovedLedger {
  private MovedLedger() {}

  public static byte[] message(OpicLedger.Moved moved) {
    BinaryRecord record = Wire.begin(Wire.MOVED_LEDGER);
    VirtualPageOwner its = moved.virtualPage();
    for (long number :
        new long[] {
          moved.paid(),
          moved.issued(),
          moved.forgotten(),
          its.pool(),
          its.pages(),
          its.level(),
          moved.purse()
        }) {
      Wire.putSigned(record, number);
    }
    return record.putFixed(Double.doubleToLongBits(moved.favours()), 8).toBytes();
  }

  /// What a message says whose kind was taken.
  public static OpicLedger.Moved take(BinaryRecord from) {
    long paid = Wire.takeSigned(from);
    long issued = Wire.takeSigned(from);
    long forgotten = Wire.takeSigned(from);
    VirtualPageOwner owner =
        new VirtualPageOwner(Wire.takeSigned(from), Wire.takeSigned(from), Wire.takeSigned(from));
    long purse = Wire.takeSigned(from);
    double favours = Double.longBitsToDouble(from.takeFixed(8));
    Wire.end(from);
    return new OpicLedger.Moved(paid, issued, forgotten, owner, purse, favours);
  }
}
