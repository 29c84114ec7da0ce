package nephila.cluster.wire;

import java.util.ArrayList;
import java.util.List;
import nephila.store.PageRows;
import nephila.store.record.BinaryRecord;
import nephila.store.record.ReadFacts;

/// What the last read of a page found, and the pages it pointed to then (none twice).
public record StoredRead(ReadFacts facts, PageKey[] row) {
  /// As it is kept of a page of that site.
  public byte[] bytes(int site) {
    return bytes(site, new byte[0]);
  }

  /// The same with the past of the page in the ledger.
  public byte[] bytes(int site, byte[] past) {
    long[] hashes = new long[row.length];
    int[] sites = new int[row.length];
    for (int i = 0; i < row.length; i++) {
      hashes[i] = row[i].hash();
      sites[i] = row[i].site();
    }
    return facts.encode(hashes, sites, site, past);
  }

  public static StoredRead of(byte[] bytes, int site) {
    BinaryRecord record = new BinaryRecord(bytes);
    ReadFacts facts = ReadFacts.decode(record);
    List<PageKey> row = new ArrayList<>();
    PageRows.take(
        record,
        site,
        (itsSite, hash) -> {
          row.add(new PageKey(itsSite, hash));
          return 0;
        });
    return new StoredRead(facts, row.toArray(PageKey[]::new));
  }
}
