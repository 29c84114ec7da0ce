package nephila.archive.cdx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.netpreserve.jwarc.URIs;

class SurtTest {
  private static final long SEED = Long.getLong("nephila.seed", 1);
  private static final String[] PIECES = {
    "a",
    "B",
    "/",
    "/",
    ".",
    "..",
    "x1",
    "-",
    "_",
    "%41",
    "?",
    "&",
    "=",
    ":",
    "8080",
    "index.html",
    "www.",
    ";jsessionid=0123456789abcdef0123456789abcdef",
    "//",
    "~",
    "+",
    ",",
    "1",
    "html"
  };

  @Test
  void aPlainUrlHasTheFormJwarcGivesIt() {
    assertEquals(
        "test,site01:8080)/org/a/class.html",
        Surt.plain("http://site01.test:8080/org/a/Class.html"));
    assertEquals("example)/", Surt.plain("https://example/"));
    Random random = new Random(SEED);
    String[] hosts = {"a.example", "b-1.example.org", "www2.example", "1.2.3.4", "e.x.a", "a..b"};
    String[] ports = {"", "", ":80", ":443", ":8080", ":08", ":"};
    int plain = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder url = new StringBuilder(random.nextBoolean() ? "http://" : "https://");
      url.append(hosts[random.nextInt(hosts.length)]).append(ports[random.nextInt(ports.length)]);
      url.append('/');
      for (int n = random.nextInt(6); n > 0; n--) {
        url.append(PIECES[random.nextInt(PIECES.length)]);
      }
      String ours = Surt.plain(url.toString());
      if (!ours.isEmpty()) {
        plain++;
        assertEquals(URIs.toNormalizedSurt(url.toString()), ours, "seed " + SEED + " " + url);
      }
    }
    assertTrue(plain > 1000, "only " + plain + " took the short way");
  }

  @Test
  void whatIsNoUrlStandsForItself() {
    assertTrue(Surt.of(" \r\n").chars().allMatch(c -> c > ' ' && c < 0x7f));
    assertTrue(Surt.of("http://[::1").chars().allMatch(c -> c > ' ' && c < 0x7f));
  }
}
