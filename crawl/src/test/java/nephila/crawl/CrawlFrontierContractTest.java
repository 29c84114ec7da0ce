package nephila.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.config.CrawlConfig;
import nephila.frontier.Focus;
import nephila.frontier.Frontier;
import nephila.frontier.FrontierContract;
import nephila.frontier.FrontierLaw;
import nephila.frontier.FrontierSubject;
import nephila.frontier.HostQueue;
import nephila.frontier.Limits;
import nephila.frontier.PagePriority;
import nephila.frontier.order.CashPriority;
import nephila.ledger.PageTable;
import nephila.politeness.HostPace;
import nephila.process.HostState;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.io.TempDir;

/// The frontier of a crawl on one machine, on a store.
class CrawlFrontierContractTest extends FrontierContract {
  @TempDir static Path folder;

  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("crawl", terms -> new Subject(Files.createTempDirectory(folder, "c"), terms))
            .without("it hears of every page it takes", FrontierLaw.LAPSE));
  }

  /// Worth comes from pages that are read to pay, and are no part of the frontier. A page that is
  /// read again has always changed.
  private static final class Subject implements FrontierSubject {
    private final Path dir;
    private final CrawlStore store;
    private final Frontier<HostState> frontier;
    private final Map<String, Deque<Integer>> payers = new HashMap<>();
    private int nextPayer;

    Subject(Path dir, Terms terms) throws IOException {
      this.dir = dir;
      long bytes = terms.memoryPages() == Integer.MAX_VALUE ? Long.MAX_VALUE : 1;
      store = CrawlStore.open(dir, 0.85, bytes);
      PagePriority byCash = new CashPriority(store.ledger(), Focus.NONE, terms.hostsTakeTurns());
      Limits limits = new Limits(terms.connections(), Long.MAX_VALUE);
      CrawlConfig plan =
          CrawlConfig.usual().with("min-age", Duration.ofSeconds(terms.minAgeSeconds()));
      CrawlFrontier made = CrawlFrontier.of(store, byCash, Focus.NONE, null, limits, plan);
      frontier = made.frontier();
      frontier.rereads(0, 1, true);
    }

    private int slot(String url) {
      CanonicalUrl its = CanonicalUrl.ofCanonical(url);
      int host = store.host(its.origin());
      return store.know(host, UrlHash.of(url), its.pathAndQuery(), 0, PageTable.NO_PAGE);
    }

    @Override
    public void discover(String url, int credits, long nowMillis) {
      frontier.add(slot(url), nowMillis);
      pay(url, credits - 1, nowMillis);
      if (store.wantsCommit() || ++nextPayer % 500 == 0) {
        store.commit(Map.of());
      }
    }

    @Override
    public void pay(String url, int credits, long nowMillis) {
      Deque<Integer> its = payers.computeIfAbsent(url, u -> new ArrayDeque<>());
      for (int k = 0; k < credits; k++) {
        its.push(nextPayer++);
        String payer = "http://payer.test/" + its.peek();
        store.read(slot(payer), facts(nowMillis), new int[] {slot(url)}, false);
      }
      for (int k = 0; k > credits; k--) {
        store.read(slot("http://payer.test/" + its.pop()), facts(nowMillis), new int[0], false);
      }
    }

    private static ReadFacts facts(long at) {
      return new ReadFacts(at, 200, "", 0, "", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, at);
    }

    @Override
    public String take(long nowMillis) {
      for (long seen = 0; ; ) {
        String url = take(nowMillis, false);
        if (url != null || store.isWhole() || seen > 2 * store.knownPages()) {
          return url;
        }
        seen += Math.max(1, store.cache().sweep(1000));
      }
    }

    private String take(long nowMillis, boolean again) {
      HostQueue<HostState> queue = frontier.next(nowMillis);
      if (queue == null || queue.isAgain() != again) {
        return null;
      }
      int slot = frontier.take(queue, nowMillis);
      frontier.begins(queue, slot, nowMillis);
      return store.url(slot);
    }

    @Override
    public void read(String url, long nowMillis, long hostDueMillis) {
      int slot = slot(url);
      store.read(slot, facts(nowMillis), new int[0], store.pages().isRead(slot));
      frontier.wasRead(frontier.queueOf(slot));
      frontier.settled(slot);
      ended(slot, nowMillis, hostDueMillis);
      if (store.wantsCommit()) {
        store.commit(Map.of());
      }
    }

    private void ended(int slot, long nowMillis, long hostDueMillis) {
      HostQueue<HostState> queue = frontier.queueOf(slot);
      queue.host().pace(new HostPace(10, 0, 0, hostDueMillis));
      frontier.ended(queue, nowMillis);
    }

    @Override
    public void failed(String url, long nowMillis, long hostDueMillis) {
      ended(slot(url), nowMillis, hostDueMillis);
      frontier.putBack(slot(url), nowMillis);
    }

    @Override
    public void remove(String url, long nowMillis) {
      store.drop(slot(url));
      frontier.remove(slot(url), nowMillis);
    }

    @Override
    public String takeAgain(long nowMillis) {
      return take(nowMillis, true);
    }

    @Override
    public void close() {
      store.close();
    }

    @Override
    public String toString() {
      return dir.toString();
    }
  }
}
