package nephila.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import nephila.config.CrawlConfig;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.ledger.PageTable;
import nephila.links.Link;
import nephila.links.LinkExtractor;
import nephila.store.CrawlStore;
import nephila.store.record.UrlHash;
import nephila.testweb.contract.ResultShell;
import nephila.testweb.contract.ScriptedWeb;
import nephila.testweb.contract.SteppedClock;
import nephila.url.CanonicalUrl;

/// The state of a frontier server and a client that fetches what it is handed, once an hour at most
/// where the plan is continuous.
final class ServerShell implements ResultShell {
  private final Path dir;
  private final CrawlConfig plan;
  private final ScriptedWeb web;
  private final SteppedClock clock;
  private final ClientFrontier state;

  ServerShell(Path dir, CrawlConfig plan, ScriptedWeb web, SteppedClock clock) throws Exception {
    this.dir = dir;
    this.plan = plan;
    this.web = web;
    this.clock = clock;
    this.state = new ClientFrontier(dir, plan, clock.millis());
    for (String seed : plan.seeds()) {
      state.put(PutUrl.discovered(new UrlItem(seed, "", Map.of())));
    }
  }

  @Override
  public void run(Duration time) {
    long end = clock.millis() + time.toMillis();
    while (clock.millis() < end) {
      state.now(clock.millis());
      List<UrlItem> items = state.take("", 10, 10, 600);
      items.forEach(this::fetch);
      if (items.isEmpty()) {
        clock.passUntil(Math.min(end, clock.millis() + 1000));
      }
    }
    state.commit();
  }

  private void fetch(UrlItem item) {
    Exchange exchange = web.fetch(FetchRequest.get(item.url()));
    state.now(clock.millis());
    CanonicalUrl url = CanonicalUrl.ofCanonical(item.url());
    byte[] body = exchange.content().bytes();
    LinkExtractor extractor = new LinkExtractor("test");
    String type = exchange.headers().first("Content-Type");
    for (Link link : extractor.extract(body, 0, body.length, type, url).links()) {
      Map<String, List<String>> parent = Map.of(UrlItem.PARENT, List.of(item.url()));
      state.put(PutUrl.discovered(new UrlItem(link.url().text(), "", parent)));
    }
    Map<String, List<String>> metadata =
        Map.of(
            "fetch.statusCode",
            List.of(String.valueOf(exchange.status())),
            UrlItem.LINKS,
            List.of(exchange.status() == 200 ? "replace" : "keep"));
    long again = plan.continuous() ? clock.millis() / 1000 + plan.minAge().toSeconds() : 0;
    state.put(PutUrl.known(new UrlItem(item.url(), "", metadata), again));
    state.commit();
  }

  @Override
  public PageView page(String url) {
    CanonicalUrl its = CanonicalUrl.ofCanonical(url);
    try (CrawlStore store = CrawlStore.look(dir)) {
      int host = store.findHost(its.origin());
      int slot = host < 0 ? PageTable.NO_PAGE : store.find(host, UrlHash.of(url));
      if (slot == PageTable.NO_PAGE) {
        return null;
      }
      PageTable pages = store.pages();
      Standing standing = pages.isRead(slot) ? Standing.READ : Standing.WAITS;
      standing = pages.isGone(slot) ? Standing.GONE : standing;
      List<String> links = new ArrayList<>();
      Arrays.stream(pages.row(slot)).mapToObj(store::url).sorted().forEach(links::add);
      return new PageView(
          standing, pages.status(slot), pages.reads(slot), pages.changes(slot), links);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public int known() {
    try (CrawlStore store = CrawlStore.look(dir)) {
      return (int) store.knownPages();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws Exception {
    state.close();
  }
}
