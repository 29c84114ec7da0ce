package nephila.cluster.owner;

import nephila.frontier.EvictedPages;
import nephila.frontier.Frontier;
import nephila.frontier.HostPages;
import nephila.ledger.PageTable;
import nephila.store.PageStore;
import nephila.store.StateBackend;
import nephila.store.record.StoredPage;

/// The pages of a partition that wait to be read and are not in its frontier, as its store has
/// them. Those of a host lie among those of its site: a host is looked through with its site, and
/// where the site has several hosts each page's URL is looked up, about five microseconds.
///
/// Pages that were read come back when a sweep meets them ([PartitionFrontier#sweep]).
final class WaitingPages implements EvictedPages {
  private final PageStore known;
  private final PartitionFrontier frontier;
  private double least;

  WaitingPages(PageStore known, PartitionFrontier frontier) {
    this.known = known;
    this.frontier = frontier;
  }

  /// Pages that stood below this have left the memory.
  void left(double standing) {
    least = standing;
  }

  @Override
  public boolean resolve(int slot) {
    return true;
  }

  @Override
  public HostPages of(int number) {
    PartitionHost host = frontier.open(number);
    HostPages found = new HostPages();
    found.begin(number);
    StoredPage page = new StoredPage();
    try (StateBackend.PageScan all = known.backend().scan(host.site, 0, false)) {
      while (all.next(page) && page.group() == host.site) {
        if (isMissing(page) && frontier.isOf(host, page.group(), page.hash())) {
          found.add(page.hash(), page.received());
        }
      }
    }
    return found;
  }

  /// Whether the page waits and stands in no order.
  private boolean isMissing(StoredPage page) {
    if (!page.waits() || page.isOffered()) {
      return false;
    }
    int slot = known.index().find(page.group(), page.hash());
    PageTable pages = known.pages();
    return slot == PageTable.NO_PAGE
        || (Frontier.isNowhere(pages, slot)
            && !pages.is(slot, PageTable.READ | PageTable.DROPPED | PageTable.OFFERED));
  }

  @Override
  public int admit(HostPages found, int i) {
    int site = frontier.open(found.host()).site;
    return frontier.load(site, found.hash(i));
  }

  @Override
  public double leastStanding() {
    return least;
  }

  @Override
  public long credit() {
    return known.ledger().credit();
  }

  @Override
  public double leastCredits() {
    return known.ledger().leastCredits();
  }
}
