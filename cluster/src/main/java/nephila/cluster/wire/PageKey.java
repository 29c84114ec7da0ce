package nephila.cluster.wire;

import java.nio.ByteBuffer;
import nephila.store.record.BinaryRecord;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;

/// The twelve bytes by which a page is known everywhere: the hash of its site, then the hash of its
/// URL. Two URLs of a site fall together with a chance of about n²/2⁶⁵.
public record PageKey(int site, long hash) {
  public static final int BYTES = 12;

  public static PageKey of(CanonicalUrl url) {
    return new PageKey(siteHash(url.site()), UrlHash.of(url.text()));
  }

  public static int siteHash(String site) {
    long hash = UrlHash.of(site);
    return (int) (hash ^ hash >>> 32);
  }

  public static PageKey of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new PageKey(buffer.getInt(), buffer.getLong());
  }

  public byte[] bytes() {
    return ByteBuffer.allocate(BYTES).putInt(site).putLong(hash).array();
  }

  // By hand: what the compiler makes for records was a tenth of an owner's time.

  @Override
  public boolean equals(Object other) {
    return other instanceof PageKey page && page.hash == hash && page.site == site;
  }

  @Override
  public int hashCode() {
    return (int) (hash ^ hash >>> 32);
  }

  public void write(BinaryRecord to) {
    to.putFixed(site, 4).putFixed(hash, 8);
  }

  public static PageKey take(BinaryRecord from) {
    return new PageKey((int) from.takeFixed(4), from.takeFixed(8));
  }
}
