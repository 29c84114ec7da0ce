package nephila.server;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import nephila.ledger.PageTable;
import nephila.store.PageIndex;
import nephila.store.rocks.KeyValueStore;

/// Links that clients told of and the ledger does not know yet, by the page they are on: they wait
/// until that page was fetched, on the shelf too, so that none is lost. Owned by its
/// [ClientFrontier].
final class ToldLinks {
  private static final byte[] KIND = {'t'};

  private final KeyValueStore shelf;
  private final PageIndex index;
  private final Map<Integer, Set<Integer>> told = new HashMap<>();

  ToldLinks(KeyValueStore shelf, PageIndex index) {
    this.shelf = shelf;
    this.index = index;
  }

  void load() {
    shelf.scan(
        KIND,
        (key, value) -> {
          ByteBuffer fields = ByteBuffer.wrap(key);
          int from = index.find(fields.getInt(1), fields.getLong(5));
          int to = index.find(fields.getInt(13), fields.getLong(17));
          if (from == PageTable.NO_PAGE || to == PageTable.NO_PAGE) {
            shelf.remove(key);
          } else {
            of(from).add(to);
          }
        });
  }

  private Set<Integer> of(int page) {
    return told.computeIfAbsent(page, k -> new LinkedHashSet<>());
  }

  /// Returns whether the link was not told before.
  boolean add(int from, int to) {
    boolean isNew = of(from).add(to);
    if (isNew) {
      shelf.put(key(from, to), new byte[0]);
    }
    return isNew;
  }

  /// The links of a page, which are now the ledger's.
  Set<Integer> take(int page) {
    Set<Integer> links = told.remove(page);
    if (links == null) {
      return Set.of();
    }
    links.forEach(to -> shelf.remove(key(page, to)));
    return links;
  }

  /// Pages with links that wait.
  Set<Integer> pages() {
    return new HashSet<>(told.keySet());
  }

  private byte[] key(int from, int to) {
    return ByteBuffer.allocate(25)
        .put(KIND)
        .putInt(index.host(from))
        .putLong(index.hash(from))
        .putInt(index.host(to))
        .putLong(index.hash(to))
        .array();
  }
}
