package nephila.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Truncation;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.politeness.PaceRules;
import nephila.politeness.RobotsAnswer;
import nephila.store.record.HostFacts;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Test;

class HostProcessorTest {
  private static final HostPace ANSWERED = new HostPace(20, 0, 0, 0);

  private final HostProcessor hosts =
      new HostProcessor(PaceRules.usual(Duration.ofSeconds(1)), "nephila", true);
  private final Map<String, HostPace> paces = new HashMap<>();
  private Instant now = Instant.ofEpochSecond(1_800_000_000L);

  private HostProcessor.Step fails(String origin, Failure failure) {
    FetchRequest request = FetchRequest.get(origin + "/");
    var how = new Exchange.Circumstances(null, now, 1, 1, Truncation.NONE, null);
    Exchange exchange = Exchange.failed(request, failure, "failed", new byte[0], how);
    HostPace before = paces.getOrDefault(origin, ANSWERED);
    HostProcessor.Step step = hosts.after(exchange, 0, origin, before, Allowance.WHOLE, now);
    paces.put(origin, step.pace());
    return step;
  }

  private Duration rest(HostProcessor.Step step) {
    return Duration.between(now, step.pace().nextAt());
  }

  @Test
  void oneHostThatCannotBeReachedIsAtFault() {
    for (int i = 0; i < 5; i++) {
      assertFalse(fails("http://a.test", Failure.DNS).ours());
    }
    assertEquals(5, paces.get("http://a.test").refusals());
  }

  @Test
  void anOutageLeavesNoHostAloneForLong() {
    for (int round = 0; round < 12; round++) {
      now = now.plusSeconds(60);
      for (String origin : new String[] {"http://a.test", "http://b.test", "http://c.test"}) {
        HostProcessor.Step step = fails(origin, Failure.DNS);
        assertTrue(round == 0 || step.ours());
        assertTrue(round == 0 || rest(step).compareTo(Duration.ofMinutes(1)) <= 0);
      }
    }
    HostProcessor.Step own = fails("http://a.test", Failure.RESET);
    assertFalse(own.ours());
    assertTrue(rest(own).compareTo(Duration.ofMinutes(1)) <= 0, "after the outage " + rest(own));
  }

  private HostState hostWith(String robots) {
    HostState host = new HostState("http://www.a.test", HostFacts.NEW, 0);
    HostProcessor.Step step = new HostProcessor.Step(ANSWERED, Allowance.WHOLE, false);
    hosts.robots(host, new RobotsAnswer.Answered(200, robots.getBytes(UTF_8)), step, 200, now);
    return host;
  }

  @Test
  void sitemapsOfOtherSitesAndUnwantedOnesAreLeftOut() {
    HostState host =
        hostWith(
            """
            Sitemap: http://www.a.test/own.xml
            Sitemap: http://b.test/foreign.xml
            Sitemap: http://docs.a.test/site.xml
            Sitemap: http://www.a.test/unwanted.xml
            """);
    List<String> taken =
        hosts.sitemaps(host, url -> !url.text().contains("unwanted")).stream()
            .map(CanonicalUrl::text)
            .toList();
    assertEquals(List.of("http://www.a.test/own.xml", "http://docs.a.test/site.xml"), taken);
    assertTrue(hosts.isSitemap(host, CanonicalUrl.ofCanonical("http://www.a.test/own.xml")));
    assertFalse(hosts.isSitemap(host, CanonicalUrl.ofCanonical("http://www.a.test/other.xml")));
  }

  @Test
  void aHundredSitemapsAreTakenAndNoMore() {
    StringBuilder robots = new StringBuilder();
    for (int i = 0; i < 101; i++) {
      robots.append("Sitemap: http://www.a.test/").append(i).append(".xml\n");
    }
    List<CanonicalUrl> taken = hosts.sitemaps(hostWith(robots.toString()), url -> true);
    assertEquals(100, taken.size());
    assertEquals("http://www.a.test/99.xml", taken.getLast().text());
  }

  @Test
  void aHostIsAskedForRobotsThenPagesThenAProbeOnce() {
    HostState host = new HostState("http://www.a.test", HostFacts.NEW, 0);
    assertEquals(HostProcessor.Ask.ROBOTS, hosts.next(host, now));
    host = hostWith("User-agent: *\nDisallow: /x\nCrawl-delay: 7\n");
    assertEquals(HostProcessor.Ask.PAGE, hosts.next(host, now));
    assertFalse(hosts.allows(host, CanonicalUrl.ofCanonical("http://www.a.test/x")));
    assertTrue(hosts.allows(host, CanonicalUrl.ofCanonical("http://www.a.test/y")));
    for (int i = 0; i < 20; i++) {
      host.wasRead();
    }
    assertEquals(HostProcessor.Ask.PROBE, hosts.next(host, now));
    host.probing();
    hosts.probed(host, null, new HostProcessor.Step(ANSWERED, Allowance.WHOLE, true));
    assertFalse(host.isProbed(), "the failure was ours");
    hosts.probed(host, null, new HostProcessor.Step(ANSWERED, Allowance.WHOLE, false));
    assertEquals(HostProcessor.Ask.PAGE, hosts.next(host, now));
    HostProcessor heedless = new HostProcessor(PaceRules.usual(Duration.ZERO), "nephila", false);
    assertTrue(heedless.allows(host, CanonicalUrl.ofCanonical("http://www.a.test/x")));
  }

  @Test
  void whatRobotsAsksForSlowsTheHostAndSilenceThreeTimesLeavesItAlone() {
    HostState host = new HostState("http://www.a.test", HostFacts.NEW, 0);
    HostProcessor.Step step = new HostProcessor.Step(ANSWERED, Allowance.WHOLE, false);
    RobotsAnswer slow =
        new RobotsAnswer.Answered(200, "User-agent: *\nCrawl-delay: 7".getBytes(UTF_8));
    assertEquals(7000, hosts.robots(host, slow, step, 200, now).crawlDelayMillis());
    host = new HostState("http://www.a.test", HostFacts.NEW, 0);
    HostProcessor.Step ours = new HostProcessor.Step(ANSWERED, Allowance.WHOLE, true);
    assertEquals(ANSWERED, hosts.robots(host, null, ours, Statuses.PRIVATE_ADDRESS, now));
    assertEquals(0, host.unanswered());
    int silent = -1;
    assertTrue(HostProcessor.isSilent(silent));
    assertFalse(HostProcessor.isSilent(0));
    assertFalse(HostProcessor.isSilent(Statuses.PRIVATE_ADDRESS));
    HostPace pace = ANSWERED;
    for (int i = 1; i <= 2; i++) {
      pace = hosts.robots(host, null, step, silent, now);
      assertEquals(i, host.unanswered());
    }
    assertEquals(ANSWERED, pace);
    pace = hosts.robots(host, null, step, silent, now);
    assertEquals(0, host.unanswered());
    assertTrue(pace.nextAtMillis() >= now.plusSeconds(600).toEpochMilli(), pace.toString());
  }
}
