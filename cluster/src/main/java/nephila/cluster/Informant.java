package nephila.cluster;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import nephila.store.HostFacts;
import nephila.url.CanonicalUrl;

/// Answers questions about one partition, on its owner's thread, from what the owner has at hand. A
/// question that needs a look at every page is answered a slice a tick.
final class Informant {
  /// Surveys under way at once; later ones wait.
  private static final int MOST_SURVEYS = 8;

  private final Ownership ownership;
  private final int partition;
  private final PartitionLedger ledger;
  private final PartitionFrontier frontier;
  private final List<Survey> surveys = new ArrayList<>();

  Informant(
      Ownership ownership, int partition, PartitionLedger ledger, PartitionFrontier frontier) {
    this.ownership = ownership;
    this.partition = partition;
    this.ledger = ledger;
    this.frontier = frontier;
  }

  /// Answers, at once or at one of the next ticks.
  void ask(Question question, long nowMillis, Consumer<Answer> to) {
    if (question.isLate(nowMillis)) {
      return;
    }
    Answer.Body body =
        switch (question.kind()) {
          case TOP -> pages(ledger.best(limit(question)));
          case UNREAD -> pages(frontier.heads(limit(question), this::waits));
          case SITES -> sites(limit(question));
          case PAGE -> story(question.page());
          case HOST -> host(question.origin());
          case AROUND -> null;
        };
    if (body != null) {
      to.accept(new Answer(question.id(), partition, nowMillis, body));
    } else if (surveys.size() < MOST_SURVEYS) {
      surveys.add(new Survey(question, ledger));
    }
  }

  private boolean waits(PageKey page) {
    Account account = ledger.account(page);
    return frontier.guest(page) != null || (account != null && account.waits());
  }

  private static int limit(Question question) {
    return Math.min(question.limit(), BestPages.MOST);
  }

  /// Goes on with what takes longer.
  void tick(long nowMillis, Consumer<Answer> to) {
    surveys.removeIf(
        survey -> {
          Answer.Around found = survey.step();
          if (found != null) {
            to.accept(new Answer(survey.question().id(), partition, nowMillis, found));
          }
          return found != null;
        });
  }

  private Answer.Pages pages(List<PageKey> keys) {
    List<Answer.Page> pages = new ArrayList<>();
    for (PageKey key : keys) {
      Guest guest = frontier.guest(key);
      if (guest != null) {
        pages.add(new Answer.Page(guest.url(), guest.worth(), guest.worth(), 0, 0, 0, true));
        continue;
      }
      Account account = ledger.account(key);
      Introduction known = ledger.introduction(key);
      if (account != null && known != null) {
        pages.add(page(known, account));
      }
    }
    return new Answer.Pages(pages);
  }

  private Answer.Page page(Introduction known, Account account) {
    long worth = ledger.credit() + account.received;
    return new Answer.Page(
        known.url(),
        worth,
        account.isRead() ? account.residual(ledger.credit()) : worth,
        account.reads,
        account.status,
        account.lastReadSeconds,
        account.waits());
  }

  private Answer.Sites sites(int limit) {
    List<Answer.Site> best = new ArrayList<>();
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
        best.add(new Answer.Site(name, sum.received(), sum.pages(), sum.read()));
      }
    }
    return new Answer.Sites(ledger.sites().size() - elsewhere, best);
  }

  private Answer.Story story(PageKey page) {
    Account account = ledger.account(page);
    Introduction known = ledger.introduction(page);
    Reading reading = ledger.reading(page);
    return account == null || known == null
        ? new Answer.Story(null, null, null)
        : new Answer.Story(known, account, reading == null ? null : reading.facts());
  }

  private Answer.HostState host(String origin) {
    Host host = frontier.known(origin);
    return new Answer.HostState(
        host == null
            ? null
            : new HostFacts(
                Objects.requireNonNull(host.pace), host.robots, host.probed, host.missing));
  }
}
