package nephila.web;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nephila.view.CrawlStatus;
import nephila.view.Freshness;
import nephila.view.HostRow;
import nephila.view.PageRow;
import nephila.view.PageState;
import nephila.view.RisingPage;
import nephila.view.RisingPages;
import nephila.view.SiteRow;

/// A crawl that never moves and writes down what it is told.
final class FakeCrawl implements CrawlView, CrawlView.Levers {
  boolean over;
  static final String HOSTILE = "http://evil.test/<script>alert(1)</script>?\"'\u202E";

  final List<String> told = new ArrayList<>();

  @Override
  public CrawlStatus status() {
    return new CrawlStatus(
        "fake",
        CrawlStatus.RUNNING,
        "",
        true,
        1.5,
        6,
        10,
        5,
        3,
        2,
        1,
        1,
        1000L,
        2.5,
        0.7,
        1e-3,
        4,
        1L,
        Map.of("2xx", 5L),
        List.of(page()),
        Freshness.NONE,
        null,
        null,
        null);
  }

  @Override
  public History history() {
    return new History(
        List.of(0.0),
        List.of(1L),
        List.of(2L),
        List.of(0.5),
        List.of(0.1),
        List.of(1.0),
        List.of(0.0));
  }

  @Override
  public Pages pages(String order, String site, int offset, int limit) {
    return new Pages(1, List.of(page()));
  }

  private static PageRow page() {
    return PageRow.of(HOSTILE, PageState.READ, 200, 0.5, 0.1, 1, 0).at(1, 1);
  }

  @Override
  public Sites sites(int offset, int limit) {
    return new Sites(1, List.of(new SiteRow("evil.test", 1, 1, 1, 1, 0)));
  }

  @Override
  public Optional<RisingPages> rising(Duration window, int limit) {
    RisingPage page = new RisingPage(1, HOSTILE, PageState.READ, 0.5, null, 0.5, true);
    return Optional.of(
        new RisingPages("2026-01-01T00:00:00Z", 1, 10, 1, 1, 0.5, List.of(page)).first(limit));
  }

  @Override
  public Flows flows(int limit) {
    return new Flows(sites(0, 1).sites(), List.of());
  }

  @Override
  public Hosts hosts(int limit) {
    return new Hosts(List.of(new HostRow("evil.test", 3, "")));
  }

  @Override
  public Errors errors(int limit) {
    return new Errors(Map.of(), List.of());
  }

  @Override
  public Optional<PageStory> page(String url) {
    return url.equals(HOSTILE)
        ? Optional.of(
            new PageStory(
                url,
                PageState.READ,
                "read: HTTP 200",
                0.5,
                0.1,
                1L,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of()))
        : Optional.empty();
  }

  @Override
  public Rules rules() {
    return new Rules(true, false, List.of(), "host", List.of(), List.of(), told);
  }

  @Override
  public Optional<Levers> levers() {
    return over ? Optional.empty() : Optional.of(this);
  }

  @Override
  public void pause() {
    told.add("pause");
  }

  @Override
  public void resume() {
    told.add("resume");
  }

  @Override
  public void stop() {
    told.add("stop");
  }

  @Override
  public void addSeed(String url) {
    told.add("seed " + url);
  }

  @Override
  public void rules(List<String> focus, String scope, List<String> in, List<String> out) {
    told.add("rules " + focus + " " + scope);
  }

  @Override
  public boolean undo() {
    return false;
  }
}
