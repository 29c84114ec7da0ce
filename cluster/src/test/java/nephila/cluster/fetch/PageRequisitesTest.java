package nephila.cluster.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.config.CrawlConfig;
import nephila.crawl.PageReader;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Truncation;
import nephila.links.Requisite;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.politeness.PaceRules;
import nephila.process.HostProcessor;
import nephila.process.PageFindings;
import nephila.process.RobotsFetch;
import nephila.process.UrlFilter;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageRequisitesTest {
  private static final String HOST = "http://a.test";
  private static final String PAGE = HOST + "/page";
  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochSecond(1_800_000_000), ZoneOffset.UTC);

  @TempDir Path dir;

  private CrawlConfig plan =
      CrawlConfig.of(HOST + "/")
          .with("requisites", true)
          .with("agent", "test")
          .with("contact", "me@example.org")
          .checked();

  /// A host of a style sheet with two pictures, one of them forbidden.
  private final Host host = new Host();

  private static final class Host implements PageRequisites.Asking {
    private final List<String> asked = new ArrayList<>();
    private final Map<String, String> bodies = new HashMap<>();

    /// Requests after which this process may ask no more.
    private int left = Integer.MAX_VALUE;

    private HostPace pace = HostPace.NEW;

    Host() {
      bodies.put(HOST + "/s.css", "p{background:url(/1.png)} a{background:url(/private/2.png)}");
      bodies.put(HOST + "/1.png", "one");
      bodies.put(HOST + "/3.png", "three");
      bodies.put(HOST + "/robots.txt", "User-agent: *\nDisallow: /private/\n");
    }

    @Override
    public @Nullable Exchange ask(FetchRequest request) {
      if (left-- <= 0) {
        return null;
      }
      asked.add(request.url().substring(HOST.length()));
      String body = bodies.get(request.url());
      String type = request.url().endsWith(".css") ? "text/css" : "image/png";
      String head = "HTTP/1.1 " + (body == null ? 404 : 200) + " X\r\nContent-Type: " + type;
      String answer =
          head + "\r\nContent-Length: " + (body == null ? 0 : body.length()) + "\r\n\r\n" + body;
      return Exchange.of(
          request,
          new byte[0],
          answer.getBytes(UTF_8),
          new Exchange.Circumstances(
              InetAddress.getLoopbackAddress(), CLOCK.instant(), 1, 1, Truncation.NONE, null));
    }

    @Override
    public RobotsFetch.@Nullable Reply askRobots() {
      Exchange exchange = ask(FetchRequest.get(HOST + "/robots.txt"));
      return exchange == null
          ? null
          : new RobotsFetch.Reply(exchange, RobotsFetch.answer(exchange), 1);
    }

    @Override
    public HostProcessor.Step after() {
      return new HostProcessor.Step(pace, Allowance.WHOLE, false);
    }

    @Override
    public void pace(HostPace now) {
      pace = now;
    }
  }

  private static PageFindings shownWith(String... paths) {
    List<Requisite> found = new ArrayList<>();
    for (String path : paths) {
      boolean style = path.endsWith(".css");
      String url = path.startsWith("/") ? HOST + path : path;
      found.add(
          new Requisite(
              CanonicalUrl.ofCanonical(url),
              style ? Requisite.Kind.STYLE : Requisite.Kind.RESOURCE));
    }
    return PageFindings.NOTHING.with(found);
  }

  private boolean fetch(KnownRequisites known, PageFindings found) throws Exception {
    UrlFilter filter = new UrlFilter(plan, CLOCK);
    HostProcessor rules =
        new HostProcessor(PaceRules.usual(Duration.ZERO), filter.productToken(), true);
    return new PageRequisites(plan, known, new PageReader(filter), filter, rules, null, CLOCK)
        .fetch(PAGE, HOST, found, CLOCK.millis() + 1000, host);
  }

  private KnownRequisites known() throws Exception {
    return KnownRequisites.open(dir, new PageReader(new UrlFilter(plan, CLOCK)));
  }

  @Test
  void whatLiesOnThePagesHostIsAskedForOnceAndWhatRobotsForbidsIsNot() throws Exception {
    try (KnownRequisites known = known()) {
      PageFindings page = shownWith("/s.css", "/3.png", "/lost.png", "http://b.test/4.png");
      assertTrue(fetch(known, page));
      assertEquals(List.of("/robots.txt", "/s.css", "/3.png", "/lost.png", "/1.png"), host.asked);
      assertTrue(known.told().startsWith("4 requisites fetched, 1 times"), known.told());
      host.asked.clear();
      assertTrue(fetch(known, shownWith("/3.png", "/s.css", "/lost.png")));
      assertFalse(host.asked.contains("/3.png") || host.asked.contains("/s.css"), "once");
    }
  }

  @Test
  void afterAnInterruptionWhatIsMissingIsFetchedAlsoThatOfStyleSheetsThatAreThere()
      throws Exception {
    try (KnownRequisites known = known()) {
      host.left = 2; // robots.txt and the style sheet
      assertFalse(fetch(known, shownWith("/s.css", "/3.png")), "the page is to be read again");
      known.syncBegins();
      known.synced();
    }
    host.asked.clear();
    host.left = Integer.MAX_VALUE;
    try (KnownRequisites known = known()) {
      assertTrue(fetch(known, shownWith("/s.css", "/3.png")));
      assertEquals(List.of("/robots.txt", "/3.png", "/1.png"), host.asked);
    }
  }

  @Test
  void whatWasNotForcedToTheDiskIsAskedForAgain() throws Exception {
    try (KnownRequisites known = known()) {
      known.syncBegins();
      assertTrue(fetch(known, shownWith("/3.png")));
      known.synced();
    }
    host.asked.clear();
    try (KnownRequisites known = known()) {
      assertTrue(fetch(known, shownWith("/3.png")));
      assertEquals(List.of("/robots.txt", "/3.png"), host.asked);
    }
  }

  @Test
  void thePlansLimitsHoldForAPageItsStyleSheetsIncluded() throws Exception {
    plan = plan.with("max-requisites", 1);
    try (KnownRequisites known = known()) {
      assertTrue(fetch(known, shownWith("/s.css", "/3.png")));
      assertEquals(List.of("/robots.txt", "/s.css"), host.asked);
      assertTrue(known.told().contains("3 times one by the limits"), known.told());
    }
  }

  @Test
  void aHostThatWantsToBeLeftAloneForLongIsNotWaitedFor() throws Exception {
    host.pace = HostPace.NEW.nextAt(CLOCK.millis() + 120_000);
    try (KnownRequisites known = known()) {
      assertTrue(fetch(known, shownWith("/3.png")));
      assertFalse(host.asked.contains("/3.png"));
    }
  }
}
