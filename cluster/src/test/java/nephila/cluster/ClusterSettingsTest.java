package nephila.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.store.BrokenState;
import nephila.url.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterSettingsTest {
  private static CrawlConfig usual() {
    return CrawlConfig.of("http://127.0.0.1:8000/");
  }

  private static CrawlConfig changed() {
    return usual()
        .with("scope", Scope.Kind.DOMAIN)
        .with("include", List.of("^https?://"))
        .with("focus", List.of("url~/news/ x3", "host=example.org +10"))
        .with("max-pages", 12_345_678_901L)
        .with("depth", 12)
        .with("delay", Duration.ofMillis(250))
        .with("workers", 7)
        .with("agent", "My-Bot")
        .with("contact", "https://example.org/bot")
        .with("sitemaps", true)
        .with("allow-network", List.of("10.0.0.0/8"))
        .with("robots", false)
        .with("archive", false)
        .with("gone-after", 5)
        .with("damping", 0.9)
        .with("gzip", 9)
        .with("max-bytes", 1 << 20)
        .with("memory", 4096)
        .with("timeout", Duration.ofMillis(1500))
        .with("proxy", "proxy.example.org:8080")
        .with("importance", "opic-corrected")
        .with("window", "variable:8")
        .with("links", "forget");
  }

  /// What a worker of this version writes to the control topic for [#changed].
  private static byte[] record() throws IOException {
    try (var hex = ClusterSettingsTest.class.getResourceAsStream("control-record.hex")) {
      return HexFormat.of().parseHex(new String(hex.readAllBytes(), UTF_8).replace("\n", ""));
    }
  }

  @Test
  void aRecordOfThisVersionIsReadAndWrittenAgain() throws IOException {
    ClusterSettings settings = new ClusterSettings(changed(), 16, List.of("example.org"));
    if ("write".equals(System.getProperty("nephila.golden"))) {
      String hex = HexFormat.of().formatHex(settings.bytes());
      Files.writeString(
          Path.of("src/test/resources/nephila/cluster/control-record.hex"),
          hex.replaceAll("(.{100})", "$1\n") + "\n");
    }
    assertEquals(settings, ClusterSettings.of(record()));
    assertEquals(HexFormat.of().formatHex(record()), HexFormat.of().formatHex(settings.bytes()));
  }

  @Test
  void aCrawlOfAnotherVersionIsRefusedWithAWayOn() throws IOException {
    byte[] older = record();
    older[0] = 3;
    BrokenState error = assertThrows(BrokenState.class, () -> ClusterSettings.of(older));
    assertTrue(String.valueOf(error.getMessage()).contains("cluster export"), error::getMessage);
  }

  @Test
  void eachWorkerHasItsOwnWorkersArchiveGzipProxyAndMemory() {
    ClusterSettings found = new ClusterSettings(usual(), 16);
    assertEquals("", found.difference(new ClusterSettings(own(usual()), 16)));
    CrawlConfig mine = found.withOwn(changed()).plan();
    assertEquals(own(usual()), mine);
  }

  private static CrawlConfig own(CrawlConfig builder) {
    return builder
        .with("workers", 7)
        .with("archive", false)
        .with("gzip", 9)
        .with("proxy", "proxy.example.org:8080")
        .with("memory", 4096);
  }

  @Test
  void whatDiffersIsNamedWithBothValues() {
    ClusterSettings here = new ClusterSettings(usual(), 16);
    ClusterSettings there = new ClusterSettings(usual().with("damping", 0.9).with("depth", 2), 8);
    assertEquals(
        "partitions 16, not 8; depth -1, not 2; damping 0.85, not 0.9", here.difference(there));
  }

  @Test
  void aCrawlKeepsTheImportanceItWasBegunWith() {
    ClusterSettings here = new ClusterSettings(usual(), 16);
    CrawlConfig opic =
        usual().with("importance", "opic").with("window", "all").with("links", "forget");
    ClusterSettings there = new ClusterSettings(opic, 16);
    assertEquals(there, ClusterSettings.of(there.bytes()));
    assertEquals(
        "importance exact, not opic; window , not all; links keep, not forget",
        here.difference(there));
  }

  @Test
  void aPreferenceTravelsWithTheSettings(@TempDir Path dir) throws IOException {
    Path file = Files.writeString(dir.resolve("mine.tsv"), "site=example.org\t2\n");
    CrawlConfig plan = usual().with("preference", file.toString());
    ClusterSettings begun = new ClusterSettings(plan, 16);
    Files.delete(file);
    ClusterSettings joined = ClusterSettings.of(begun.bytes());
    assertEquals(begun, joined);
    assertEquals("preference.tsv", joined.plan().preference());
    assertEquals(1, joined.preference().leastShare());
    UserError error = assertThrows(UserError.class, () -> new ClusterSettings(plan, 16));
    assertEquals(file + ": no such file", error.getMessage());
  }

  @Test
  void aWindowWithTheExactLedgerIsRefused() {
    CrawlConfig windowed = usual().with("window", "all");
    UserError error = assertThrows(UserError.class, () -> new ClusterSettings(windowed, 16));
    assertTrue(String.valueOf(error.getMessage()).startsWith("window all: the exact ledger"));
  }

  @Test
  void whatOnlyOneMachineCanDoIsRefusedWithAReason() {
    Map<String, CrawlConfig> refused = new LinkedHashMap<>();
    refused.put("connections", usual().with("connections", 2));
    refused.put("until-worth", usual().with("until-worth", 0.01));
    refused.put("refresh with split", usual().with("refresh", 0.5));
    refused.put("links forget with the exact ledger", usual().with("links", "forget"));
    refused.put("default-history", usual().with("default-history", true));
    refused.put("dedup", usual().with("dedup", List.of("own")));
    refused.forEach(
        (name, config) -> {
          UserError error =
              assertThrows(
                  UserError.class,
                  () -> new ClusterSettings(config, 16, List.of("example.org")),
                  name);
          String said = String.valueOf(error.getMessage());
          assertTrue(said.matches(name + ": not on a cluster: .*; leave it out, .*"), said);
        });
    refused.remove("refresh with split");
    refused.remove("links forget with the exact ledger");
    assertEquals(refused.keySet(), ClusterSettings.refused());
  }
}
