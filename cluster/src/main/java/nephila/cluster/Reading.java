package nephila.cluster;

import nephila.store.ReadFacts;
import nephila.store.Record;

/// What the last read of a page found, and the pages it pointed to then (none twice).
record Reading(ReadFacts facts, PageKey[] row) {
  byte[] bytes() {
    Record record = new Record();
    facts.write(record);
    writeRow(record, row);
    return record.toBytes();
  }

  static Reading of(byte[] bytes) {
    Record record = new Record(bytes);
    return new Reading(ReadFacts.decode(record), takeRow(record));
  }

  static void writeRow(Record to, PageKey[] row) {
    to.putNumber(row.length);
    for (PageKey page : row) {
      page.write(to);
    }
  }

  static PageKey[] takeRow(Record from) {
    PageKey[] row = new PageKey[Wire.count(from, PageKey.BYTES)];
    for (int i = 0; i < row.length; i++) {
      row[i] = PageKey.take(from);
    }
    return row;
  }
}
