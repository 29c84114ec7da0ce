package nephila.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.frontier.FrontierContract;
import nephila.frontier.FrontierLaw;
import nephila.frontier.FrontierSubject;
import org.junit.jupiter.api.io.TempDir;

/// The frontier that serves other crawlers.
class ServerFrontierContractTest extends FrontierContract {
  @TempDir static Path folder;

  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("server", terms -> new Subject(Files.createTempDirectory(folder, "s"), terms))
            .without("its queues are what the client says", FrontierLaw.SITE_SHARE)
            .without("clients take whole queues out, not a page", FrontierLaw.REMOVED)
            .without("every page is in memory", FrontierLaw.EVICTED)
            .without(
                "clients say when a page is to be read again",
                FrontierLaw.AGAIN,
                FrontierLaw.AGE,
                FrontierLaw.PUT_OFF,
                FrontierLaw.IMPORTANT_AGAIN));
  }

  /// Worth comes from pages that are told to link to the page, and are no part of the frontier.
  private static final class Subject implements FrontierSubject {
    private static final long LEASE_SECONDS = 100_000;

    private final ClientFrontier state;
    private final Terms terms;
    private final Map<String, Deque<String>> payers = new HashMap<>();
    private final Deque<String> taken = new ArrayDeque<>();
    private int nextPayer;

    Subject(Path dir, Terms terms) throws IOException {
      this.state = new ClientFrontier(dir, nephila.config.CrawlConfig.usual(), 0);
      this.terms = terms;
      state.usualDelay(0);
    }

    private static UrlItem item(String url, Map<String, List<String>> metadata) {
      return new UrlItem(url, "", metadata);
    }

    @Override
    public void discover(String url, int credits, long nowMillis) {
      state.now(nowMillis);
      state.put(PutUrl.discovered(item(url, Map.of())));
      pay(url, credits - 1, nowMillis);
    }

    @Override
    public void pay(String url, int credits, long nowMillis) {
      state.now(nowMillis);
      Deque<String> its = payers.computeIfAbsent(url, u -> new ArrayDeque<>());
      for (int k = 0; k < credits; k++) {
        its.push("http://payer.test/" + nextPayer++);
        Map<String, List<String>> parent = Map.of(UrlItem.PARENT, List.of(its.peek()));
        state.put(PutUrl.discovered(item(url, parent)));
      }
      for (int k = 0; k > credits; k--) {
        Map<String, List<String>> none = Map.of(UrlItem.LINKS, List.of("replace"));
        state.put(PutUrl.known(item(its.pop(), none), StoredUrl.NEVER));
      }
      state.commit();
    }

    @Override
    public String take(long nowMillis) {
      state.now(nowMillis);
      if (taken.isEmpty()) {
        List<UrlItem> got = state.take("", terms.connections(), 1, LEASE_SECONDS);
        got.forEach(item -> taken.add(item.url()));
      }
      return taken.poll();
    }

    @Override
    public void read(String url, long nowMillis, long hostDueMillis) {
      state.now(nowMillis);
      state.put(PutUrl.known(item(url, Map.of()), StoredUrl.NEVER));
      due(url, hostDueMillis);
      state.commit();
    }

    /// As a client does that was told to wait.
    private void due(String url, long millis) {
      String host = ClientUrl.of(url).host();
      state.set(host, queue -> queue.blockedUntil = (millis + 999) / 1000);
    }

    @Override
    public void failed(String url, long nowMillis, long hostDueMillis) {
      state.now(nowMillis);
      state.put(PutUrl.known(item(url, Map.of()), nowMillis / 1000));
      due(url, hostDueMillis);
      state.commit();
    }

    @Override
    public long lapseMillis() {
      return 1000 * LEASE_SECONDS;
    }

    @Override
    public void close() {
      state.close();
    }
  }
}
