package nephila.frontier;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.frontier.order.CashPriority;
import nephila.frontier.order.ClockPriority;
import nephila.frontier.order.CyclePriority;
import nephila.frontier.order.GreedyPriority;
import nephila.frontier.order.RandomPriority;
import nephila.frontier.order.RefreshPriority;
import nephila.frontier.order.XylemePriority;
import nephila.ledger.PageTable;

/// The engine's frontier with a disk that is a map.
class FrontierContractTest extends FrontierContract {
  private static final FrontierLaw[] BY_WORTH = {
    FrontierLaw.BEST_OF_HOST,
    FrontierLaw.BEST_OF_ALL,
    FrontierLaw.RISE,
    FrontierLaw.FALL,
    FrontierLaw.EVICTED
  };

  private static final FrontierLaw[] TURNS = {FrontierLaw.HOST_TURNS, FrontierLaw.SITE_SHARE};

  /// How pages are ordered, read or not; null for first reads by worth and re-reads by urgency.
  private interface Order {
    PagePriority on(PagesAndHosts around);
  }

  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("engine", terms -> new Subject(terms, 0, null))
            .without("it hears of every page it takes", FrontierLaw.LAPSE),
        new Candidate("engine with leases", terms -> new Subject(terms, 1_000_000, null))
            .without("every page is in memory", FrontierLaw.EVICTED)
            .without(
                "whoever leases says when a page is read again",
                FrontierLaw.AGAIN,
                FrontierLaw.AGE,
                FrontierLaw.PUT_OFF,
                FrontierLaw.IMPORTANT_AGAIN),
        selection("greedy", around -> new GreedyPriority(around.ledger, Focus.NONE))
            .without(
                "pages that point nowhere have nothing to move once they are read",
                FrontierLaw.AGAIN,
                FrontierLaw.AGE,
                FrontierLaw.PUT_OFF,
                FrontierLaw.IMPORTANT_AGAIN),
        selection("xyleme", around -> new XylemePriority(around.pages, around.ledger, Focus.NONE))
            .without(
                "pages that point nowhere have nothing to move once they are read",
                FrontierLaw.AGAIN,
                FrontierLaw.AGE,
                FrontierLaw.PUT_OFF,
                FrontierLaw.IMPORTANT_AGAIN),
        selection("cycle", around -> new CyclePriority())
            .without("worth does not count", BY_WORTH)
            .without("worth does not count", FrontierLaw.IMPORTANT_AGAIN),
        selection("random", around -> new RandomPriority(slot -> slot, around.pages::isRead))
            .without("worth does not count", BY_WORTH)
            .without("worth does not count", FrontierLaw.IMPORTANT_AGAIN)
            .without("any page of a host may be next", FrontierLaw.WHEN_DUE)
            .without("age does not count", FrontierLaw.AGE, FrontierLaw.PUT_OFF),
        selection("clock", around -> new ClockPriority(around.pages, around.ledger))
            .without("the hand stops at the rich, not at the richest", BY_WORTH)
            .without("nobody has anything to move here", FrontierLaw.IMPORTANT_AGAIN)
            .without("age does not count", FrontierLaw.AGE, FrontierLaw.PUT_OFF));
  }

  private static Candidate selection(String name, Order order) {
    return new Candidate(name, terms -> new Subject(terms, 0, order))
        .without("it hears of every page it takes", FrontierLaw.LAPSE)
        .without("hosts take no turns", TURNS);
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
    Subject(Terms terms, long leaseSeconds, Order order) {
      this.leaseSeconds = leaseSeconds;
      around = new PagesAndHosts(terms.memoryPages());
      pages = around.pages;
      PagePriority first =
          order == null
              ? new CashPriority(around.ledger, Focus.NONE, terms.hostsTakeTurns())
              : order.on(around);
      PagePriority urgency = new RefreshPriority(pages, around.ledger, Focus.NONE);
      RereadLane again =
          order == null
              ? new RefreshLane(pages, urgency, terms.minAgeSeconds(), slot -> true)
              : new OrderedLane(pages, first, around::hostOf, terms.minAgeSeconds(), slot -> true);
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
      if (first.followsCash()) {
        around.ledger.tellOfReadPages();
      }
      if (first instanceof ClockPriority clock) {
        clock.whenItStops(slot -> frontier.changed(slot, true));
      }
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
