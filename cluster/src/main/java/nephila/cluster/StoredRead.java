package nephila.cluster;

import nephila.store.BinaryRecord;
import nephila.store.ReadFacts;

/// What the last read of a page found, and the pages it pointed to then (none twice).
record StoredRead(ReadFacts facts, PageKey[] row) {
  byte[] bytes() {
    BinaryRecord record = new BinaryRecord();
    facts.write(record);
    writeRow(record, row);
    return record.toBytes();
  }

  static StoredRead of(byte[] bytes) {
    BinaryRecord record = new BinaryRecord(bytes);
    return new StoredRead(ReadFacts.decode(record), takeRow(record));
  }

  static void writeRow(BinaryRecord to, PageKey[] row) {
    to.putNumber(row.length);
    for (PageKey page : row) {
      page.write(to);
    }
  }

  static PageKey[] takeRow(BinaryRecord from) {
    PageKey[] row = new PageKey[Wire.count(from, PageKey.BYTES)];
    for (int i = 0; i < row.length; i++) {
      row[i] = PageKey.take(from);
    }
    return row;
  }
}
