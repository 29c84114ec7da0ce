package nephila.cluster;

import nephila.store.BinaryRecord;
import org.jspecify.annotations.Nullable;

/// A page that comes from a crawl dir with its books as they are there.
///
/// @param reading what its last read found, null before the first
record MovedPage(Introduction introduction, Account account, @Nullable StoredRead reading) {
  byte[] message() {
    BinaryRecord record = Wire.begin(Wire.MOVED_PAGE);
    introduction.write(record);
    record.putBytes(account.bytes());
    record.putBytes(reading == null ? new byte[0] : reading.bytes());
    return record.toBytes();
  }

  static MovedPage take(BinaryRecord from) {
    Introduction introduction = Introduction.take(from);
    Account account = Account.of(from.takeBytes());
    byte[] reading = from.takeBytes();
    Wire.end(from);
    return new MovedPage(
        introduction, account, reading.length == 0 ? null : StoredRead.of(reading));
  }
}
