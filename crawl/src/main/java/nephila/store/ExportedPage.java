package nephila.store;

import nephila.store.record.BinaryRecord;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlRecord;
import org.jspecify.annotations.Nullable;

/// Every page of a crawl of any size with all that is known of it, for exports. Pages that are on
/// disk alone are shown as of the last commit, in the order of hosts, about 20 microseconds each.
///
/// @param importance its share of the worth of all known pages
/// @param cash worth that it has not passed on, in credits
/// @param discovery its URL and how it became known
/// @param reads how often it was read
/// @param stored the page as it is stored, until the next page is shown
/// @param facts what its last read found, null before the first
public record ExportedPage(
    double importance,
    double cash,
    PageDiscovery discovery,
    int status,
    int reads,
    StoredPage stored,
    @Nullable ReadFacts facts) {

  /// Is shown every page.
  @FunctionalInterface
  public interface Consumer {
    void sees(ExportedPage page);
  }

  /// Calls `to` for every known page, once each.
  public static void of(CrawlStore store, Consumer to) {
    double sum = Math.max(1, store.ledger().worthSum());
    store.everyPage(
        page -> {
          long worth = store.worth(page);
          to.sees(
              new ExportedPage(
                  worth / sum,
                  (double) store.unspent(page) / store.ledger().credit(),
                  discovery(store, page.group(), page.hash()),
                  page.status(),
                  page.reads(),
                  page,
                  page.isRead() ? facts(store, page.group(), page.hash()) : null));
        });
  }

  private static PageDiscovery discovery(CrawlStore store, int host, long hash) {
    int slot = store.index().find(host, hash);
    byte[] record = slot < 0 ? store.urls().onDisk(host, hash) : store.urls().of(slot);
    return UrlRecord.discovery(record, store.origin(host));
  }

  private static @Nullable ReadFacts facts(CrawlStore store, int host, long hash) {
    byte[] value = store.backend.read(host, hash);
    return value == null ? null : ReadFacts.decode(new BinaryRecord(value));
  }
}
