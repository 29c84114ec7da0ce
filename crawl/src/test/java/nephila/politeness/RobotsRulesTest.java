package nephila.politeness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Test;

class RobotsRulesTest {
  private static final CanonicalUrl ROBOTS = CanonicalUrl.typed("http://example.org/robots.txt");
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

  private static RobotsRules rules(String text) {
    return RobotsRules.parse(ROBOTS, text.getBytes(UTF_8), "Nephila");
  }

  private static boolean allows(RobotsRules rules, String path) {
    return rules.allows(CanonicalUrl.typed("http://example.org" + path));
  }

  @Test
  void ourOwnGroupGoesBeforeTheGroupForAll() {
    RobotsRules rules =
        rules("User-agent: *\nDisallow: /\n\nUser-agent: nephila\nDisallow: /private\n");
    assertTrue(allows(rules, "/"));
    assertFalse(allows(rules, "/private/x"));
    assertFalse(allows(rules("User-agent: *\nDisallow: /\n"), "/"));
    assertTrue(allows(rules("User-agent: nephilabot\nDisallow: /\n"), "/"));
  }

  @Test
  void theLongestMatchWinsAndAllowWinsATie() {
    RobotsRules rules =
        rules(
            "User-agent: *\n"
                + "Disallow: /a\n"
                + "Allow: /a/b\n"
                + "Disallow: /*.pdf$\n"
                + "Allow: /x\n"
                + "Disallow: /x\n");
    assertFalse(allows(rules, "/a/c"));
    assertTrue(allows(rules, "/a/b/c"));
    assertFalse(allows(rules, "/file.pdf"));
    assertTrue(allows(rules, "/file.pdfx"));
    assertTrue(allows(rules, "/x"));
    assertTrue(allows(rules, "/robots.txt"));
  }

  @Test
  void delaysAndSitemapsAreRead() {
    RobotsRules rules =
        rules(
            "Sitemap: http://example.org/map.xml\nUser-agent: *\nCrawl-delay: 2.5\n"
                + "Disallow: /a\nSitemap: http://example.org/map.xml\nSitemap: junk:\n");
    assertEquals(Optional.of(Duration.ofMillis(2500)), rules.crawlDelay());
    assertEquals(List.of(CanonicalUrl.typed("http://example.org/map.xml")), rules.sitemaps());
    assertEquals(
        Optional.of(Duration.ofHours(1)),
        rules("User-agent: *\nCrawl-delay: 99999\nDisallow: /a\n").crawlDelay());
    assertEquals(Optional.empty(), rules("User-agent: *\nDisallow: /a\n").crawlDelay());
  }

  @Test
  void junkAllowsAll() {
    assertTrue(allows(rules("<html><body>Not found</body></html>"), "/"));
    assertTrue(allows(rules(""), "/"));
  }

  @Test
  void ofALongFileTheFirstHalfMegabyteCounts() {
    String filler = "# " + "x".repeat(97) + "\n";
    String early = filler.repeat(5100) + "User-agent: *\nDisallow: /early\n";
    assertTrue(early.length() < RobotsRules.MAX_BYTES);
    String late = filler.repeat(100) + "Disallow: /late\n";
    RobotsRules rules = rules(early + late);
    assertFalse(allows(rules, "/early"));
    assertTrue(allows(rules, "/late"));
    RobotsState known = RobotsState.UNKNOWN.after(answered(200, early + late), NOON);
    assertTrue(known.body().length <= RobotsRules.MAX_BYTES, "what does not count is not kept");
    assertFalse(allows(known.rules(ROBOTS, "nephila"), "/early"));
  }

  private static RobotsAnswer answered(int status, String body) {
    return new RobotsAnswer.Answered(status, body.getBytes(UTF_8));
  }

  @Test
  void whatIsKnownIsStaleAfterADay() {
    assertTrue(RobotsState.UNKNOWN.stale(NOON));
    RobotsState known =
        RobotsState.UNKNOWN.after(answered(200, "User-agent: *\nDisallow: /a\n"), NOON);
    assertFalse(known.stale(NOON.plus(Duration.ofHours(23))));
    assertTrue(known.stale(NOON.plus(Duration.ofHours(24))));
    assertFalse(allows(known.rules(ROBOTS, "nephila"), "/a"));
    assertTrue(allows(known.rules(ROBOTS, "nephila"), "/b"));
  }

  @Test
  void aMissingFileAllowsAll() {
    for (int status : new int[] {400, 401, 403, 404, 410}) {
      RobotsState state = RobotsState.UNKNOWN.after(answered(status, ""), NOON);
      assertTrue(state.rules(ROBOTS, "nephila").allowsAll(), "status " + status);
    }
    RobotsState lost = RobotsState.UNKNOWN.after(new RobotsAnswer.TooManyRedirects(), NOON);
    assertTrue(lost.rules(ROBOTS, "nephila").allowsAll());
  }

  @Test
  void anUnreachableFileForbidsAllUntilItRecovers() {
    for (RobotsAnswer answer :
        List.of(
            answered(500, ""),
            answered(503, ""),
            answered(429, ""),
            new RobotsAnswer.Unreachable())) {
      RobotsState state = RobotsState.UNKNOWN.after(answer, NOON);
      assertTrue(state.rules(ROBOTS, "nephila").allowsNone(), answer::toString);
      assertFalse(state.stale(NOON.plusSeconds(59)));
      assertTrue(state.stale(NOON.plusSeconds(60)));
      state = state.after(answer, NOON.plusSeconds(60));
      assertFalse(state.stale(NOON.plusSeconds(60 + 119)));
      state = state.after(answered(200, ""), NOON.plusSeconds(180));
      assertTrue(state.rules(ROBOTS, "nephila").allowsAll());
      assertEquals(0, state.failures());
    }
  }

  @Test
  void aHostThatIsDueInAMillisecondIsAskedInTheSame() {
    RobotsState state = RobotsState.UNKNOWN.after(answered(503, ""), NOON.plusNanos(999_999));
    long due = state.askAgainAt().toEpochMilli();
    assertTrue(state.stale(Instant.ofEpochMilli(due)));
    assertFalse(state.stale(Instant.ofEpochMilli(due - 1)));
  }

  @Test
  void aCopyHoldsWhileTheFileIsUnreachable() {
    RobotsState state =
        RobotsState.UNKNOWN
            .after(answered(200, "User-agent: *\nDisallow: /a\n"), NOON)
            .after(new RobotsAnswer.Unreachable(), NOON.plus(Duration.ofDays(1)));
    assertFalse(allows(state.rules(ROBOTS, "nephila"), "/a"));
    assertTrue(allows(state.rules(ROBOTS, "nephila"), "/b"));
  }

  @Test
  void afterThirtyDaysTheFileCountsAsAbsent() {
    RobotsState state = RobotsState.UNKNOWN;
    for (int hour = 0; hour <= 30 * 24; hour++) {
      state = state.after(new RobotsAnswer.Unreachable(), NOON.plus(Duration.ofHours(hour)));
      assertEquals(hour == 30 * 24, state.rules(ROBOTS, "nephila").allowsAll(), "hour " + hour);
    }
  }

  @Test
  void aFileThatIsSentPackedIsUnpackedAsFarAsItCounts() throws IOException {
    byte[] packed = gzip("User-agent: *\nDisallow: /secret/\n".getBytes(UTF_8));
    assertFalse(allows(RobotsRules.parse(ROBOTS, packed, "Nephila"), "/secret/x"));
    byte[] bomb = gzip(("User-agent: *\nDisallow: /a\n" + "#".repeat(50 << 20)).getBytes(UTF_8));
    RobotsRules rules = RobotsRules.parse(ROBOTS, bomb, "Nephila");
    assertFalse(allows(rules, "/a"));
    assertTrue(RobotsRules.counting(bomb).length <= RobotsRules.MAX_BYTES);
    byte[] cut = Arrays.copyOf(packed, packed.length - 10);
    assertFalse(allows(RobotsRules.parse(ROBOTS, cut, "Nephila"), "/secret/x"));
  }

  private static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(text);
    }
    return packed.toByteArray();
  }
}
