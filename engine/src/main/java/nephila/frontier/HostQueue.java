package nephila.frontier;

import nephila.ledger.PageTable;
import org.jspecify.annotations.Nullable;

/// The pages of a host that wait to be read, and where the host stands among the others. What is
/// known of the host itself is the caller's [#host].
public final class HostQueue<H extends HostClock> {
  final int number;
  final H host;
  final long site;
  final PageHeap pages;

  /// Requests on their way, and pages leased.
  int inFlight;

  /// Pages read of the host.
  int reads;

  /// The heap it stands in, its place there, and what it is ordered by.
  @Nullable HostHeap<H> heap;

  int place;
  double key;

  /// The worth of the best of its pages that are not in memory, in credits; 0 when none is known to
  /// be.
  double bestEvicted;

  /// The page that [Frontier#next] wants read again.
  int again = PageTable.NO_PAGE;

  HostQueue(int number, H host, long site, int reads, PageHeap pages) {
    this.number = number;
    this.host = host;
    this.site = site;
    this.reads = reads;
    this.pages = pages;
  }

  /// The number by which [Hosts] knows the host.
  public int number() {
    return number;
  }

  /// The state of the host.
  public H host() {
    return host;
  }

  /// Whether no page in memory waits to be read for the first time.
  public boolean isEmpty() {
    return pages.isEmpty();
  }

  /// The best of its pages that wait to be read for the first time, [PageTable#NO_PAGE] when none
  /// does.
  public int best() {
    return pages.isEmpty() ? PageTable.NO_PAGE : pages.best();
  }

  /// Whether the page that [Frontier#take] will take was read before.
  public boolean isAgain() {
    return again != PageTable.NO_PAGE;
  }

  /// Requests on their way, and pages leased.
  public int inFlight() {
    return inFlight;
  }

  long dueMillis() {
    return host.nextAtMillis();
  }

  @Override
  public String toString() {
    return host.toString();
  }
}
