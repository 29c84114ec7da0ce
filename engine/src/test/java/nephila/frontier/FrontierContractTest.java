package nephila.frontier;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.ledger.PageTable;

/// The engine's frontier with a disk that is a map.
class FrontierContractTest extends FrontierContract {
  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("engine", terms -> new Subject(terms, 0))
            .without("it hears of every page it takes", FrontierLaw.LAPSE),
        new Candidate("engine with leases", terms -> new Subject(terms, 1_000_000))
            .without("every page is in memory", FrontierLaw.EVICTED)
            .without(
                "whoever leases says when a page is read again",
                FrontierLaw.AGAIN,
                FrontierLaw.AGE,
                FrontierLaw.PUT_OFF,
                FrontierLaw.IMPORTANT_AGAIN));
  }

  /// Worth comes from pages that are read to pay, and are no part of the frontier. A page that is
  /// read again has always changed.
  private static final class Subject implements FrontierSubject {
    private final PagesAndHosts around;
    private final PageTable pages;
    private final Frontier<PagesAndHosts.FakeHost> frontier;
    private final Map<String, Deque<Integer>> payers = new HashMap<>();
    private final long leaseSeconds;
    private int nextPayer;

    /// Pages are leased for so many seconds, or taken where there are none.
    Subject(Terms terms, long leaseSeconds) {
      this.leaseSeconds = leaseSeconds;
      around = new PagesAndHosts(terms.memoryPages());
      pages = around.pages;
      PagePriority first = new CashPriority(around.ledger, Focus.NONE, terms.hostsTakeTurns());
      PagePriority urgency = new RefreshPriority(pages, around.ledger, Focus.NONE);
      RefreshLane again = new RefreshLane(pages, urgency, terms.minAgeSeconds(), slot -> true);
      frontier =
          new Frontier<>(
              pages,
              around::hostOf,
              around,
              new Lanes(first, again),
              around,
              new Limits(terms.connections(), Long.MAX_VALUE));
      frontier.rereads(0, 1, true);
      around.ledger.whenWorthChanges(frontier::changed);
    }

    @Override
    public void discover(String url, int credits, long nowMillis) {
      frontier.add(around.slot(url), nowMillis);
      pay(url, credits - 1, nowMillis);
      around.makeRoom(frontier);
    }

    @Override
    public void pay(String url, int credits, long nowMillis) {
      Deque<Integer> its = payers.computeIfAbsent(url, u -> new ArrayDeque<>());
      for (int k = 0; k < credits; k++) {
        int payer = around.slot("http://payer.test/" + nextPayer++);
        its.push(payer);
        pages.wasRead(payer, 200, false, nowMillis / 1000);
        around.ledger.pay(payer, new int[] {around.slot(url)});
      }
      for (int k = 0; k > credits; k--) {
        around.ledger.pay(its.pop(), new int[0]);
      }
    }

    @Override
    public String take(long nowMillis) {
      if (leaseSeconds > 0) {
        return lease(nowMillis);
      }
      String url = takeAny(nowMillis);
      while (url == null && around.sweep(frontier) > 0) {
        url = takeAny(nowMillis);
      }
      return url;
    }

    private String lease(long nowMillis) {
      frontier.lapse(nowMillis, slot -> {});
      HostQueue<PagesAndHosts.FakeHost> queue = frontier.next(nowMillis);
      long until = nowMillis / 1000 + leaseSeconds;
      return queue == null ? null : around.url(frontier.lease(queue, 1, until, nowMillis)[0]);
    }

    private String takeAny(long nowMillis) {
      HostQueue<PagesAndHosts.FakeHost> queue = frontier.next(nowMillis);
      return queue == null || queue.isAgain() ? null : taken(queue, nowMillis);
    }

    private String taken(HostQueue<PagesAndHosts.FakeHost> queue, long nowMillis) {
      int slot = frontier.take(queue, nowMillis);
      frontier.begins(queue, slot, nowMillis);
      return around.url(slot);
    }

    @Override
    public String takeAgain(long nowMillis) {
      HostQueue<PagesAndHosts.FakeHost> queue = frontier.next(nowMillis);
      return queue == null || !queue.isAgain() ? null : taken(queue, nowMillis);
    }

    @Override
    public void read(String url, long nowMillis, long hostDueMillis) {
      int slot = around.slot(url);
      pages.wasRead(slot, 200, pages.isRead(slot), nowMillis / 1000);
      around.ledger.pay(slot, new int[0]);
      ended(slot, nowMillis, hostDueMillis);
      frontier.wasRead(frontier.queueOf(slot));
      if (leaseSeconds == 0) {
        frontier.settled(slot);
      }
    }

    private void ended(int slot, long nowMillis, long hostDueMillis) {
      HostQueue<PagesAndHosts.FakeHost> queue = frontier.queueOf(slot);
      queue.host().nextAtMillis = hostDueMillis;
      if (leaseSeconds > 0) {
        frontier.complete(slot, nowMillis);
      } else {
        frontier.ended(queue, nowMillis);
      }
    }

    @Override
    public void failed(String url, long nowMillis, long hostDueMillis) {
      ended(around.slot(url), nowMillis, hostDueMillis);
      if (leaseSeconds > 0) {
        frontier.add(around.slot(url), nowMillis);
      } else {
        frontier.putBack(around.slot(url), nowMillis);
      }
    }

    @Override
    public long lapseMillis() {
      return 1000 * leaseSeconds;
    }

    @Override
    public void remove(String url, long nowMillis) {
      frontier.remove(around.slot(url), nowMillis);
    }

    @Override
    public void close() {}
  }
}
