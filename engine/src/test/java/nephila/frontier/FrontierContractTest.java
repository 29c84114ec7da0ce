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
        new Candidate("engine", Subject::new)
            .without("it hears of every page it takes", FrontierLaw.LAPSE));
  }

  /// Worth comes from pages that are read to pay, and are no part of the frontier. A page that is
  /// read again has always changed.
  private static final class Subject implements FrontierSubject {
    private final PagesAndHosts around;
    private final PageTable pages;
    private final Frontier<PagesAndHosts.FakeHost> frontier;
    private final Map<String, Deque<Integer>> payers = new HashMap<>();
    private int nextPayer;

    Subject(Terms terms) {
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
      String url = takeAny(nowMillis);
      while (url == null && around.sweep(frontier) > 0) {
        url = takeAny(nowMillis);
      }
      return url;
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
      frontier.settled(slot);
    }

    private void ended(int slot, long nowMillis, long hostDueMillis) {
      HostQueue<PagesAndHosts.FakeHost> queue = frontier.queueOf(slot);
      queue.host().nextAtMillis = hostDueMillis;
      frontier.ended(queue, nowMillis);
    }

    @Override
    public void failed(String url, long nowMillis, long hostDueMillis) {
      ended(around.slot(url), nowMillis, hostDueMillis);
      frontier.putBack(around.slot(url), nowMillis);
    }

    @Override
    public void remove(String url, long nowMillis) {
      frontier.remove(around.slot(url), nowMillis);
    }

    @Override
    public void close() {}
  }
}
