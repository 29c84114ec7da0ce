package nephila.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import nephila.UserError;
import nephila.crawl.CrawlConfig;
import nephila.url.Scope;
import org.junit.jupiter.api.Test;

class ClusterSettingsTest {
  private static CrawlConfig.Builder usual() {
    return CrawlConfig.builder().seeds("http://127.0.0.1:8000/");
  }

  private static CrawlConfig changed() {
    return usual()
        .scope(Scope.Kind.DOMAIN)
        .include(List.of("^https?://"))
        .focus(List.of("url~/news/ x3", "host=example.org +10"))
        .maxPages(12_345_678_901L)
        .maxDepth(12)
        .delay(Duration.ofMillis(250))
        .workers(7)
        .agent("My-Bot")
        .contact("https://example.org/bot")
        .sitemaps(true)
        .allowNetworks(List.of("10.0.0.0/8"))
        .robots(false)
        .archive(false)
        .damping(0.9)
        .gzipLevel(9)
        .maxBytes(1 << 20)
        .memory(4096)
        .timeout(Duration.ofMillis(1500))
        .proxy("proxy.example.org:8080")
        .build();
  }

  /// What a worker of 0.1.0 wrote to the control topic for [#changed].
  private static byte[] record() throws IOException {
    try (var hex = ClusterSettingsTest.class.getResourceAsStream("control-record.hex")) {
      return HexFormat.of().parseHex(new String(hex.readAllBytes(), UTF_8).replace("\n", ""));
    }
  }

  @Test
  void aRecordOfThisVersionIsReadAndWrittenAgain() throws IOException {
    ClusterSettings settings = new ClusterSettings(changed(), 16, List.of("example.org"));
    assertEquals(settings, ClusterSettings.of(record()));
    assertEquals(HexFormat.of().formatHex(record()), HexFormat.of().formatHex(settings.bytes()));
  }

  @Test
  void eachWorkerHasItsOwnWorkersArchiveGzipProxyAndMemory() {
    ClusterSettings found = new ClusterSettings(usual().build(), 16);
    assertEquals("", found.difference(new ClusterSettings(own(usual()), 16)));
    CrawlConfig mine = found.withOwn(changed()).plan();
    assertEquals(own(usual()), mine);
  }

  private static CrawlConfig own(CrawlConfig.Builder builder) {
    return builder
        .workers(7)
        .archive(false)
        .gzipLevel(9)
        .proxy("proxy.example.org:8080")
        .memory(4096)
        .build();
  }

  @Test
  void whatDiffersIsNamedWithBothValues() {
    ClusterSettings here = new ClusterSettings(usual().build(), 16);
    ClusterSettings there = new ClusterSettings(usual().damping(0.9).maxDepth(2).build(), 8);
    assertEquals(
        "partitions 16, not 8; depth -1, not 2; damping 0.85, not 0.9", here.difference(there));
  }

  @Test
  void whatOnlyOneMachineCanDoIsRefused() {
    for (CrawlConfig.Builder each :
        List.of(
            usual().focus(List.of("anchor~climate x2")),
            usual().nearDuplicates(true),
            usual().refresh(0.2),
            usual().continuous(true),
            usual().maxTime(Duration.ofSeconds(1)),
            usual().budget(1),
            usual().hostShare(0.5))) {
      UserError refused =
          assertThrows(UserError.class, () -> new ClusterSettings(each.build(), 16));
      assertTrue(String.valueOf(refused.getMessage()).contains("not on a cluster"), refused + "");
    }
  }
}
