package nephila.cluster;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import nephila.ledger.PageTable;
import nephila.url.CanonicalUrl;

/// Answers questions about one partition, on its owner's thread, from what the owner has at hand. A
/// question that needs a look at every page is answered a slice a tick.
final class PartitionQueryHandler {
  /// Surveys under way at once; later ones wait.
  private static final int MOST_SURVEYS = 8;

  private final Ownership ownership;
  private final int partition;
  private final PartitionLedger ledger;
  private final PartitionFrontier frontier;
  private final List<FullScan> surveys = new ArrayList<>();

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
          case UNREAD -> pages(frontier.heads(limit(question), this::waits));
          case SITES -> sites(limit(question));
          case PAGE -> story(question.page());
          case HOST -> host(question.origin());
          case AROUND -> null;
        };
    if (body != null) {
      to.accept(new PartitionAnswer(question.id(), partition, nowMillis, body));
    } else if (surveys.size() < MOST_SURVEYS) {
      surveys.add(new FullScan(question, ledger));
    }
  }

  private boolean waits(PageKey page) {
    int slot = ledger.find(page);
    return frontier.guest(page) != null || (slot != PageTable.NO_PAGE && ledger.waits(slot));
  }

  private static int limit(PartitionQuery question) {
    return Math.min(question.limit(), BestPages.MOST);
  }

  /// Goes on with what takes longer.
  void tick(long nowMillis, Consumer<PartitionAnswer> to) {
    surveys.removeIf(
        survey -> {
          PartitionAnswer.Around found = survey.step();
          if (found != null) {
            to.accept(new PartitionAnswer(survey.question().id(), partition, nowMillis, found));
          }
          return found != null;
        });
  }

  private PartitionAnswer.Pages pages(List<PageKey> keys) {
    List<PartitionAnswer.Page> pages = new ArrayList<>();
    for (PageKey key : keys) {
      OfferedPage guest = frontier.guest(key);
      if (guest != null) {
        pages.add(
            new PartitionAnswer.Page(guest.url(), guest.worth(), guest.worth(), 0, 0, 0, true));
        continue;
      }
      int slot = ledger.find(key);
      Introduction known = slot == PageTable.NO_PAGE ? null : ledger.introduction(slot);
      if (known != null) {
        pages.add(page(known, slot));
      }
    }
    return new PartitionAnswer.Pages(pages);
  }

  private PartitionAnswer.Page page(Introduction known, int slot) {
    PageTable pages = ledger.pages();
    return new PartitionAnswer.Page(
        known.url(),
        ledger.worth(slot),
        ledger.cash(slot),
        pages.reads(slot),
        pages.status(slot),
        (int) pages.lastReadSeconds(slot),
        ledger.waits(slot));
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
      Introduction any = ledger.introduction(new PageKey(sum.site(), sum.any()));
      if (any != null) {
        String name = CanonicalUrl.ofCanonical(any.url()).site();
        best.add(new PartitionAnswer.Site(name, sum.received(), sum.pages(), sum.read()));
      }
    }
    return new PartitionAnswer.Sites(ledger.sites().size() - elsewhere, best);
  }

  private PartitionAnswer.Story story(PageKey page) {
    int slot = ledger.find(page);
    Introduction known = slot == PageTable.NO_PAGE ? null : ledger.introduction(slot);
    return known == null
        ? new PartitionAnswer.Story(null, null, null)
        : new PartitionAnswer.Story(known, ledger.stored(slot), ledger.facts(slot));
  }

  private PartitionAnswer.HostState host(String origin) {
    Host host = frontier.known(origin);
    return new PartitionAnswer.HostState(host == null ? null : host.state.facts());
  }
}
