package nephila.store;

import java.util.Arrays;
import nephila.frontier.growth.UrlKind;
import nephila.graph.LongIndex;
import nephila.store.record.UrlHash;

/// Where pages lie on their hosts, by their URLs: the directory, as a number, and the kind of page
/// ([UrlKind]). Known of every page until [#forget], of none after that.
///
/// 4 bytes a page and 24 to 48 a directory. Not thread-safe.
public final class PagePlaces {
  private static final int KIND_BITS = 3;

  /// The directory's number and one, and the kind; 0 for a slot of which nothing is known.
  private int[] places = {};

  private LongIndex directories = new LongIndex();
  private boolean forgotten;

  PagePlaces() {}

  /// The page has that path, query included.
  void put(int slot, int host, String path) {
    if (forgotten) {
      return;
    }
    if (slot >= places.length) {
      places = Arrays.copyOf(places, Math.max(slot + 1, places.length + places.length / 2 + 64));
    }
    if (places[slot] == 0) {
      places[slot] = number(host, path) + 1 << KIND_BITS | UrlKind.ofPath(path);
    }
  }

  private int number(int host, String path) {
    int query = path.indexOf('?');
    int end = path.lastIndexOf('/', query < 0 ? path.length() : query);
    long key = UrlHash.of(path.substring(0, Math.max(0, end))) + host * 0x9E3779B97F4A7C15L;
    return directories.number(key);
  }

  /// Pages come and go from now on, or nobody asks: nothing is known any more.
  void forget() {
    forgotten = true;
    places = new int[0];
    directories = new LongIndex();
  }

  /// How many directories there are; numbers are below it.
  public int directories() {
    return directories.size();
  }

  /// The number of the page's directory.
  public int directory(int slot) {
    return (places[slot] >>> KIND_BITS) - 1;
  }

  /// The kind of page that its URL shows.
  public int kind(int slot) {
    return places[slot] & (1 << KIND_BITS) - 1;
  }
}
