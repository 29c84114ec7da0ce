package nephila.store.record;

import nephila.links.Requisite;
import nephila.url.CanonicalUrl;

/// A requisite that is known and was not fetched yet.
///
/// @param via the document that named it
/// @param page [UrlHash] of the page that it is fetched for
public record AwaitedRequisite(CanonicalUrl url, Requisite.Kind kind, String via, long page) {
  /// The hash by which it is known.
  public long hash() {
    return UrlHash.of(url.text());
  }

  public byte[] toBytes() {
    return new BinaryRecord()
        .put(kind.ordinal())
        .putFixed(page, 8)
        .putText(url.text())
        .putText(via)
        .toBytes();
  }

  public static AwaitedRequisite of(byte[] bytes) {
    BinaryRecord record = new BinaryRecord(bytes);
    Requisite.Kind kind = Requisite.Kind.values()[record.take() % Requisite.Kind.values().length];
    long page = record.takeFixed(8);
    CanonicalUrl url = CanonicalUrl.ofCanonical(record.takeText());
    return new AwaitedRequisite(url, kind, record.takeText(), page);
  }
}
