package nephila.crawl;

import nephila.frontier.HostQueue;
import nephila.ledger.PageTable;
import nephila.links.SoftNotFound;
import nephila.process.HostState;
import nephila.process.ResultProcessor;
import nephila.store.CrawlStore;
import nephila.store.record.AwaitedRequisite;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.RowPrint;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// One fetch: a page, a robots.txt, a probe or a requisite.
///
/// @param queue of its host
/// @param slot the page's, or [PageTable#NO_PAGE] for what is no page
/// @param depth links from a seed
/// @param via the page that pointed there first, null for a seed
/// @param importance its share of all worth when it was chosen
/// @param worth the same in units
/// @param place how many hosts were due at that moment
/// @param previous what its last read found, null before the first
/// @param row what the row of the page is known by where it may have to be found again
/// @param missing what its host serves for pages that do not exist, null when it says 404
/// @param requisite what is asked for where that is one, else null
record FetchTask(
    Kind kind,
    HostQueue<HostState> queue,
    int slot,
    CanonicalUrl url,
    int depth,
    @Nullable String via,
    ReadFacts.Reason reason,
    double importance,
    long worth,
    int place,
    @Nullable ReadFacts previous,
    RowPrint row,
    @Nullable SoftNotFound missing,
    @Nullable AwaitedRequisite requisite) {
  enum Kind {
    PAGE,
    ROBOTS,
    /// An address that cannot exist, to see what the host says then.
    PROBE,
    /// What a page is shown with.
    REQUISITE
  }

  HostState host() {
    return queue.host();
  }

  /// The fetch of a page of the store, `place` hosts being due.
  static FetchTask page(
      CrawlStore store, HostQueue<HostState> queue, int slot, ReadFacts.Reason reason, int place) {
    PageDiscovery known = store.discovery(slot);
    ReadFacts.Reason why =
        known.isSeed() && reason == ReadFacts.Reason.DISCOVERY ? ReadFacts.Reason.SEED : reason;
    return new FetchTask(
        Kind.PAGE,
        queue,
        slot,
        CanonicalUrl.ofCanonical(known.url()),
        known.depth(),
        known.isSeed() ? null : store.url(known.viaHost(), known.viaHash()),
        why,
        store.ledger().importance(slot),
        store.ledger().worth(slot),
        place,
        store.lastRead(slot),
        store.rowPrint(slot),
        ResultProcessor.missing(queue.host(), known.depth()),
        null);
  }

  /// The fetch of what a page is shown with.
  static FetchTask requisite(HostQueue<HostState> queue, AwaitedRequisite requisite) {
    return new FetchTask(
        Kind.REQUISITE,
        queue,
        PageTable.NO_PAGE,
        requisite.url(),
        0,
        requisite.via(),
        ReadFacts.Reason.DISCOVERY,
        0,
        0,
        0,
        null,
        RowPrint.NONE,
        null,
        requisite);
  }

  /// The fetch of something of a host that is no page.
  static FetchTask other(Kind kind, HostQueue<HostState> queue, CanonicalUrl url) {
    return new FetchTask(
        kind,
        queue,
        PageTable.NO_PAGE,
        url,
        0,
        null,
        ReadFacts.Reason.DISCOVERY,
        0,
        0,
        0,
        null,
        RowPrint.NONE,
        null,
        null);
  }

  /// The discovery path in Heritrix's letters, shortened to its last step.
  String hops() {
    return switch (kind) {
      case ROBOTS, PROBE -> "P";
      case REQUISITE -> "E";
      case PAGE -> via == null ? "" : "L";
    };
  }
}
