package nephila.cluster.wire;

import nephila.store.record.BinaryRecord;
import nephila.store.record.HostFacts;

/// A host that comes from a crawl dir: its clock and its robots.txt, and how often it was read.
public record MovedHost(String origin, HostFacts facts, int reads) {
  public byte[] message() {
    BinaryRecord record = Wire.begin(Wire.MOVED_HOST).putText(origin);
    facts.write(record);
    return record.putNumber(reads).toBytes();
  }

  public static MovedHost take(BinaryRecord from) {
    String origin = from.takeText();
    HostFacts facts = HostFacts.take(from);
    int reads = (int) from.takeNumber();
    Wire.end(from);
    return new MovedHost(origin, facts, reads);
  }
}
