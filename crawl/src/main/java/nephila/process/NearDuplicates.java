package nephila.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.ledger.PageTable;
import nephila.links.TextSignature;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.store.record.ReadFacts;

/// Which pages of a host say the same: the first page read of every text, found by a signature that
/// differs in a few bits at most.
///
/// Signatures that differ in at most [TextSignature#COPY_BITS] bits agree in one of five parts, so
/// that a look-up compares only with those that share a part. About 300 bytes a page with a text of
/// its own. Owned by the thread of the ledger.
public final class NearDuplicates {
  private static final int PARTS = TextSignature.COPY_BITS + 1;
  private static final int PART_BITS = 13;

  private final Map<Long, List<First>> byPart = new HashMap<>();

  /// @param page the hash of its URL
  private record First(long page, long signature) {}

  /// Learns from what was read in earlier runs.
  public void load(CrawlStore store) {
    PageTable pages = store.pages();
    PageIndex index = store.index();
    for (int slot = 0; slot < pages.size(); slot++) {
      ReadFacts facts = pages.isRead(slot) ? store.lastRead(slot) : null;
      if (facts != null && facts.fingerprint() != 0) {
        first(index.host(slot), index.hash(slot), facts.fingerprint());
      }
    }
  }

  /// The page of the host that says what this one says: itself when it is the first.
  ///
  /// @param page the hash of its URL, by which it is known however often it leaves the memory
  public long first(int host, long page, long signature) {
    for (int part = 0; part < PARTS; part++) {
      for (First other : byPart.getOrDefault(key(host, part, signature), List.of())) {
        if (other.page == page || TextSignature.copies(other.signature, signature)) {
          return other.page;
        }
      }
    }
    First itself = new First(page, signature);
    for (int part = 0; part < PARTS; part++) {
      byPart.computeIfAbsent(key(host, part, signature), k -> new ArrayList<>(1)).add(itself);
    }
    return page;
  }

  private static long key(int host, int part, long signature) {
    long bits = signature >>> part * PART_BITS & (1 << PART_BITS) - 1;
    return (long) host << 20 | (long) part << PART_BITS | bits;
  }
}
