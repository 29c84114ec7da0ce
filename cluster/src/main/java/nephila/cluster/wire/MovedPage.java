package nephila.cluster.wire;

import nephila.cluster.owner.KafkaBackend;
import nephila.store.record.BinaryRecord;
import nephila.store.record.StoredPage;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// A page that comes from a crawl dir with its books as they are there.
///
/// @param page its account; without its key
/// @param reading what its last read found, null before the first
/// @param past of the page in the ledger under OPIC, as it is kept with the last read
public record MovedPage(
    ClusterDiscovery introduction, StoredPage page, @Nullable StoredRead reading, byte[] past) {
  public byte[] message() {
    BinaryRecord record = Wire.begin(Wire.MOVED_PAGE);
    introduction.write(record);
    record.putBytes(KafkaBackend.bytes(page));
    record.putBytes(reading == null ? new byte[0] : reading.bytes(site(introduction)));
    return record.putBytes(past).toBytes();
  }

  public static MovedPage take(BinaryRecord from) {
    ClusterDiscovery introduction = ClusterDiscovery.take(from);
    StoredPage page = KafkaBackend.page(from.takeBytes());
    byte[] reading = from.takeBytes();
    byte[] past = from.takeBytes();
    Wire.end(from);
    StoredRead read = reading.length == 0 ? null : StoredRead.of(reading, site(introduction));
    return new MovedPage(introduction, page, read, past);
  }

  private static int site(ClusterDiscovery introduction) {
    return PageKey.of(CanonicalUrl.ofCanonical(introduction.url())).site();
  }
}
