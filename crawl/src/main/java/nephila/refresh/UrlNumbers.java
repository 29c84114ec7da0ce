package nephila.refresh;

import nephila.graph.LongIndex;
import nephila.store.record.UrlHash;

/// Numbers of canonical URLs by their 64-bit hash, from 0 in the order of adding: about 24 bytes a
/// URL. Two URLs fall together with a chance of n²/2⁶⁵.
final class UrlNumbers {
  static final int NONE = LongIndex.NONE;

  private final LongIndex hashes = new LongIndex();

  int find(String url) {
    return find(UrlHash.of(url));
  }

  int find(long hash) {
    return hashes.find(hash);
  }

  /// The number of the URL, given now if it is new.
  int add(String url) {
    return hashes.number(UrlHash.of(url));
  }
}
