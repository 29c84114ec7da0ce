package nephila.frontier;

import nephila.ledger.PageTable;
import org.jspecify.annotations.Nullable;

/// The pages of a host that wait to be read, and where the host stands among the others. What is
/// known of the host itself is the caller's [#host], which is there while it is needed: of a host
/// at rest its queue alone is in memory, about 80 bytes, 24 for its pages, 8 a page.
public final class HostQueue<H extends HostClock> {
  final int number;
  final long site;
  final PageHeap pages;
  private final Opener<H> opener;

  /// Null while the host rests.
  private @Nullable H host;

  /// When the host may be asked next, while it rests.
  private long nextAtMillis;

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

  /// Opens a host that has rested.
  @FunctionalInterface
  interface Opener<H extends HostClock> {
    H open(HostQueue<H> queue);
  }

  HostQueue(int number, H host, Opener<H> opener, long site, int reads, PageHeap pages) {
    this.number = number;
    this.host = host;
    this.opener = opener;
    this.site = site;
    this.reads = reads;
    this.pages = pages;
  }

  /// The number by which [Hosts] knows the host.
  public int number() {
    return number;
  }

  /// The state of the host. It may be another object after a commit, if no request is under way.
  public H host() {
    H its = host;
    if (its == null) {
      its = opener.open(this);
      host = its;
    }
    return its;
  }

  /// Whether the state of the host is in memory.
  boolean isOpen() {
    return host != null;
  }

  /// The host can be opened again as it is now.
  void rest() {
    nextAtMillis = dueMillis();
    host = null;
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

  /// The moment, in milliseconds since 1970, before which the host must not be asked.
  public long dueMillis() {
    H its = host;
    return its == null ? nextAtMillis : its.nextAtMillis();
  }

  @Override
  public String toString() {
    return host().toString();
  }
}
