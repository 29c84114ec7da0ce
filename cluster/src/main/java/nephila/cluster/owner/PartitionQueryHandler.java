package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import nephila.cluster.Ownership;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.OfferedPage;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.PartitionAnswer;
import nephila.cluster.wire.PartitionQuery;
import nephila.ledger.PageTable;
import nephila.url.CanonicalUrl;
import nephila.view.PageState;

/// Answers questions about one partition, on its owner's thread, from what the owner has at hand. A
/// question that needs a look at every page is answered a slice a tick.
final class PartitionQueryHandler {
  /// Scans under way at once; later ones wait.
  private static final int MOST_SCANS = 8;

  private final Ownership ownership;
  private final int partition;
  private final PartitionLedger ledger;
  private final PartitionFrontier frontier;
  private final List<FullScan> scans = new ArrayList<>();

  PartitionQueryHandler(
      Ownership ownership, int partition, PartitionLedger ledger, PartitionFrontier frontier) {
    this.ownership = ownership;
    this.partition = partition;
    this.ledger = ledger;
    this.frontier = frontier;
  }

  /// Answers, at once or at one of the next ticks.
  void ask(PartitionQuery question, long nowMillis, Consumer<PartitionAnswer> to) {
    if (question.isLate(nowMillis)) {
      return;
    }
    PartitionAnswer.Body body =
        switch (question.kind()) {
          case TOP -> pages(ledger.best(limit(question)));
          case UNREAD -> pages(frontier.heads(limit(question)));
          case SITES -> sites(limit(question));
          case PAGE -> story(question.page());
          case HOST -> host(question.origin(), question.page());
          case AROUND -> null;
        };
    if (body != null) {
      to.accept(new PartitionAnswer(question.id(), partition, nowMillis, body));
    } else if (scans.size() < MOST_SCANS) {
      scans.add(new FullScan(question, ledger));
    }
  }

  private static int limit(PartitionQuery question) {
    return Math.min(question.limit(), BestPages.MOST);
  }

  /// Goes on with what takes longer.
  void tick(long nowMillis, Consumer<PartitionAnswer> to) {
    scans.removeIf(
        scan -> {
          PartitionAnswer.Around found = scan.step();
          if (found != null) {
            to.accept(new PartitionAnswer(scan.question().id(), partition, nowMillis, found));
          }
          return found != null;
        });
  }

  private PartitionAnswer.Pages pages(List<PageKey> keys) {
    List<PartitionAnswer.Page> pages = new ArrayList<>();
    for (PageKey key : keys) {
      int slot = ledger.find(key);
      OfferedPage offered = frontier.offered(slot);
      if (offered != null) {
        pages.add(
            new PartitionAnswer.Page(
                offered.url(), offered.worth(), offered.worth(), 0, 0, 0, PageState.WAITING));
        continue;
      }
      ClusterDiscovery known = slot == PageTable.NO_PAGE ? null : ledger.introduction(slot);
      if (known != null) {
        pages.add(page(known, slot));
      }
    }
    return new PartitionAnswer.Pages(pages);
  }

  private PartitionAnswer.Page page(ClusterDiscovery known, int slot) {
    PageTable pages = ledger.pages();
    return new PartitionAnswer.Page(
        known.url(),
        ledger.worth(slot),
        ledger.cash(slot),
        pages.reads(slot),
        pages.status(slot),
        (int) pages.lastReadSeconds(slot),
        PageState.of(pages, slot));
  }

  private PartitionAnswer.Sites sites(int limit) {
    List<PartitionAnswer.Site> best = new ArrayList<>();
    Set<SiteSums.Sum> sums = new LinkedHashSet<>(ledger.sites().best(limit, ledger.credit()));
    long elsewhere = 0;
    for (int site : ownership.split()) { // a part of each: whoever asks adds them up
      SiteSums.Sum part = ledger.sites().of(site);
      if (part != null) {
        sums.add(part);
        elsewhere += ownership.home(site) == partition ? 0 : 1;
      }
    }
    for (SiteSums.Sum sum : sums) {
      ClusterDiscovery any = ledger.introduction(new PageKey(sum.site(), sum.any()));
      if (any != null) {
        String name = CanonicalUrl.ofCanonical(any.url()).site();
        best.add(
            new PartitionAnswer.Site(
                name, ledger.received(sum), sum.pages(), sum.read(), sum.refused()));
      }
    }
    return new PartitionAnswer.Sites(ledger.sites().size() - elsewhere, best);
  }

  private PartitionAnswer.Story story(PageKey page) {
    int slot = ledger.find(page);
    ClusterDiscovery known = slot == PageTable.NO_PAGE ? null : ledger.introduction(slot);
    return known == null
        ? PartitionAnswer.Story.UNKNOWN
        : new PartitionAnswer.Story(
            known, ledger.stored(slot), ledger.facts(slot), ledger.worth(slot), ledger.cash(slot));
  }

  private PartitionAnswer.HostState host(String origin, PageKey page) {
    PartitionHost host = frontier.host(origin);
    return host == null
        ? new PartitionAnswer.HostState(null, null)
        : new PartitionAnswer.HostState(
            host.state.facts(), host.out.contains(page) ? host.order() : null);
  }
}
