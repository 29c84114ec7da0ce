package nephila.store;

import java.util.function.IntFunction;
import nephila.ledger.ExactLedger;
import nephila.ledger.OpicLedger;
import nephila.store.record.UrlRecord;
import nephila.url.CanonicalUrl;
import nephila.url.PagePreference;

/// What the pages of a crawl bring in where the virtual page pays by a [PagePreference]: a page of
/// the greatest weight its credit, any other so much less.
///
/// A page *joins* when it is first looked at: [#units], which are 0 or fewer, are added to what it
/// received, and it has an account from then on, which is the mark that it has joined. Payments
/// know nothing of it. Under OPIC it is the weight by which the virtual page pays the page that
/// follows from its URL ([#weight]).
final class PreferredCredits implements ExactLedger.JoinUnits {
  private final PagePreference preference;
  private final PageIndex index;
  private final UrlRecords urls;
  private final IntFunction<String> origins;
  private final double credit;

  PreferredCredits(PagePreference preference, PageStore store, IntFunction<String> origins) {
    this.preference = preference;
    this.index = store.index();
    this.urls = store.urls;
    this.origins = origins;
    this.credit = store.ledger().credit();
  }

  @Override
  public long of(int slot) {
    return units(index.host(slot), urls.of(slot));
  }

  /// The same of a page that has no slot.
  long units(int host, long hash) {
    return units(host, urls.onDisk(host, hash));
  }

  /// The weight of a page in a slot with OPIC's virtual page.
  int weight(int slot) {
    return weight(index.host(slot), urls.of(slot));
  }

  /// The same of a page that has no slot.
  int weight(int host, long hash) {
    return weight(host, urls.onDisk(host, hash));
  }

  private int weight(int host, byte[] record) {
    return (int) Math.round(share(host, record) * OpicLedger.MOST_WEIGHT);
  }

  private long units(int host, byte[] record) {
    return Math.round((share(host, record) - 1) * credit);
  }

  private double share(int host, byte[] record) {
    String url = origins.apply(host) + UrlRecord.path(record);
    return preference.share(CanonicalUrl.ofCanonical(url));
  }

  PagePreference preference() {
    return preference;
  }
}
