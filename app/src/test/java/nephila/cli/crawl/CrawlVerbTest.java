package nephila.cli.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import nephila.cli.LittleCrawl;
import nephila.cli.Typed;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlVerbTest {
  @TempDir Path temp;

  private Typed crawl(String... more) {
    List<String> line = new java.util.ArrayList<>(List.of("crawl", "--quiet", "--delay", "0"));
    line.addAll(List.of("--dir", temp.resolve("crawl").toString()));
    line.addAll(List.of(more));
    return Typed.line(line.toArray(String[]::new));
  }

  private static void refused(int exit, String says, Typed typed) {
    assertEquals(exit, typed.exit(), typed.err());
    assertTrue(typed.err().contains(says), typed.err());
    assertFalse(typed.err().contains("\tat "), typed.err());
  }

  @Test
  void importanceAgreesWithTheRankOfTheExportedGraph() throws Exception {
    Path links = temp.resolve("links.txt");
    Path importance = temp.resolve("importance.txt");
    String dir = temp.resolve("crawl").toString();
    LittleCrawl.into(Path.of(dir), 7, 400);
    Typed export =
        Typed.line(
            "export", dir, "--links", links.toString(), "--importance", importance.toString());
    assertEquals(0, export.exit(), export.err());
    Path ranks = temp.resolve("ranks.txt");
    Typed rank =
        Typed.line("rank", links.toString(), "--threshold", "1e-12", "--out", ranks.toString());
    assertEquals(0, rank.exit(), rank.err());
    List<String> online = Files.readAllLines(importance);
    double difference = 0;
    for (String line : Files.readAllLines(ranks)) {
      String[] parts = line.split("\t");
      double ours = Double.parseDouble(online.get(Integer.parseInt(parts[0])));
      difference += Math.abs(ours - Double.parseDouble(parts[1]));
    }
    assertTrue(online.size() > 400, online.size() + " pages");
    assertTrue(difference <= 1e-5, "differs by " + difference);
  }

  @Test
  void aCrawlWithOpicGoesOnWithItAndSaysSoEverywhere() throws Exception {
    Path dir = temp.resolve("crawl");
    Typed begun =
        LittleCrawl.into(
            dir, 7, 60, "--importance", "opic", "--window", "variable:8", "--links", "forget");
    assertEquals(0, begun.exit(), begun.err());
    String said = "by opic, window variable:8, error factor 1/G ";
    assertTrue(begun.out().contains("importance is " + said), begun.out());
    assertTrue(begun.err().contains("With --importance opic pages are read by cash"), begun.err());
    refused(1, "was begun with window variable:8, not all;", crawl("--window", "all"));
    refused(1, "was begun with links forget, not keep;", crawl("--links", "keep"));
    Typed top = Typed.line("top", dir.toString());
    assertTrue(top.out().contains("Importance is " + said), top.out());
    Typed json = Typed.line("top", dir.toString(), "--json");
    Map<String, Object> first = JSON.std.mapFrom(json.out().lines().findFirst().orElseThrow());
    assertEquals("opic", first.get("algorithm"));
    assertEquals("variable:8", first.get("window"));
    Typed links = Typed.line("export", dir.toString(), "--links", temp.resolve("l.csv").toString());
    refused(1, "this crawl kept no links (--links forget); the archive has them", links);
    Typed check = Typed.line("check", dir.toString());
    assertEquals(0, check.exit(), check.out());
  }

  @Test
  void aCrawlKeepsTheWeightsOfItsLinksAndSaysThemEverywhere() throws Exception {
    Path dir = temp.resolve("crawl");
    Typed begun = LittleCrawl.into(dir, 7, 60, "--internal", "0.1", "--dynamic", "0.5");
    assertEquals(0, begun.exit(), begun.err());
    String said = "with links inside a site at 0.1, links of dynamic pages at 0.5";
    assertTrue(begun.out().contains("importance is " + said + ": exact to "), begun.out());
    refused(1, "was begun with internal 0.1, not 1.0;", crawl("--internal", "1"));
    refused(1, "was begun with dynamic 0.5, not 0.0;", crawl("--dynamic", "0"));
    Typed top = Typed.line("top", dir.toString());
    assertTrue(top.out().contains("Importance is " + said), top.out());
    Typed json = Typed.line("top", dir.toString(), "--json");
    Map<String, Object> first = JSON.std.mapFrom(json.out().lines().findFirst().orElseThrow());
    assertEquals(said, first.get("bias"));
    Typed why = Typed.line("why", dir.toString(), String.valueOf(first.get("url")));
    assertTrue(why.out().contains("  importance " + said), why.out());
    Typed export = Typed.line("export", dir.toString(), "--pages", temp + "/pages.csv");
    assertTrue(export.err().contains("importance " + said), export.err());
    Typed check = Typed.line("check", dir.toString());
    assertEquals(0, check.exit(), check.out());
    refused(2, "internal 2: it must be between 0 and 1", crawl("--internal", "2"));
  }

  @Test
  void aCrawlKeepsItsPreferenceAndSaysItEverywhere() throws Exception {
    Path dir = temp.resolve("crawl");
    Path file = temp.resolve("mine.tsv");
    Files.writeString(file, "url~/.*[a-m]$\t1\nhost=127.0.77.2\t0.5\n");
    Typed begun = LittleCrawl.into(dir, 7, 60, "--preference", file.toString());
    assertEquals(0, begun.exit(), begun.err());
    assertTrue(begun.out().contains("importance is by preference: exact to "), begun.out());
    String plan = Files.readString(dir.resolve("plan.yaml"));
    assertTrue(plan.contains("preference: 'preference.tsv'"), plan);
    Path other = temp.resolve("other.tsv");
    Files.writeString(other, "site=example.org\t1\n");
    refused(
        1,
        other + ": is not the preference that " + dir + " was begun with;",
        crawl("--preference", other.toString()));
    Typed top = Typed.line("top", dir.toString());
    assertTrue(top.out().contains("Importance is by preference: exact to "), top.out());
    Typed json = Typed.line("top", dir.toString(), "--json");
    Map<String, Object> first = JSON.std.mapFrom(json.out().lines().findFirst().orElseThrow());
    assertEquals("by preference", first.get("bias"));
    Typed why = Typed.line("why", dir.toString(), String.valueOf(first.get("url")));
    assertTrue(why.out().contains("  importance by preference\n"), why.out());
    Typed check = Typed.line("check", dir.toString());
    assertEquals(0, check.exit(), check.out());
    Typed rebuilt = Typed.line("rebuild", dir.toString());
    assertEquals(0, rebuilt.exit(), rebuilt.err());
    check = Typed.line("check", dir.toString());
    assertEquals(0, check.exit(), check.out());
    Files.writeString(dir.resolve("preference.tsv"), "site=example.org\t1\n");
    refused(
        1,
        "preference.tsv: is not the preference that the crawl was begun with; put that one back",
        Typed.line("top", dir.toString()));
  }

  @Test
  void aPreferenceThatIsNoneIsRefusedInALine() throws Exception {
    String seed = "http://127.0.0.1:1/";
    Path file = temp.resolve("mine.tsv");
    Files.writeString(file, "site=example.org\t1\nsite=example.com\n");
    refused(1, file + ":2: needs a page", crawl(seed, "--preference", file.toString()));
    Path plain = temp.resolve("crawl");
    LittleCrawl.into(plain, 7, 20);
    Files.writeString(file, "site=example.org\t1\n");
    refused(
        1,
        "was begun without --preference; leave it out or use another dir",
        crawl("--preference", file.toString()));
  }

  @Test
  void whatOnlyOpicHasIsRefusedWithTheExactLedger() {
    String seed = "http://127.0.0.1:1/";
    refused(2, "window all: the exact ledger has none", crawl(seed, "--window", "all"));
    refused(
        2,
        "links forget: without an archive the exact ledger does not find old links again",
        crawl(seed, "--links", "forget", "--no-archive"));
    refused(
        2,
        "window size 0 is not between 0 and a million",
        crawl(seed, "--importance", "opic", "--window", "fixed:0"));
  }

  @Test
  void aDiskThatIsFullAtTheStartIsToldAsOneThatFillsUp() throws Exception {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "no /dev/full on this machine");
    Path dir = temp.resolve("crawl");
    LittleCrawl.into(dir, 7, 60);
    Files.delete(dir.resolve("indexes/index.cdxj"));
    Files.createSymbolicLink(dir.resolve("indexes/recent-0.cdxj"), full);
    refused(1, "the disk is full; everything up to the last seconds is kept", crawl());
    Files.createSymbolicLink(dir.resolve("plan.yaml.part"), full);
    refused(1, "the disk is full; make room", Typed.line("rebuild", dir.toString()));
  }

  @Test
  void theLinesOfJsonHaveTheKeysThatScriptsRead() throws Exception {
    List<String> lines =
        LittleCrawl.into(temp.resolve("crawl"), 7, 20, "--json").out().lines().toList();
    assertEquals(
        List.of(
            "bytes",
            "change",
            "depth",
            "event",
            "importance",
            "links",
            "millis",
            "mime",
            "newPages",
            "reason",
            "status",
            "time",
            "url"),
        JSON.std.mapFrom(lines.getFirst()).keySet().stream().sorted().toList());
    assertEquals(
        List.of(
            "bytes",
            "captured",
            "errorBound",
            "event",
            "fetched",
            "freshness",
            "hosts",
            "known",
            "outcomes",
            "queued",
            "read",
            "reason",
            "seconds"),
        JSON.std.mapFrom(lines.getLast()).keySet().stream().sorted().toList());
  }

  @Test
  void cookiesGoBackWhereTheyAreWanted() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        visit -> {
          boolean root = visit.getRequestURI().getPath().equals("/");
          boolean known = "id=7".equals(visit.getRequestHeaders().getFirst("Cookie"));
          visit.getResponseHeaders().add("Set-Cookie", "id=7");
          visit.getResponseHeaders().add("Content-Type", "text/html");
          byte[] page = "<a href=/members>members</a>".getBytes(StandardCharsets.UTF_8);
          visit.sendResponseHeaders(root || known ? 200 : 403, page.length);
          visit.getResponseBody().write(page);
          visit.close();
        });
    server.start();
    String seed = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    try {
      for (String cookies : List.of("", "--cookies")) {
        Path dir = temp.resolve("crawl" + cookies);
        List<String> line = List.of("crawl", seed, "--quiet", "--delay", "0", "--dir", dir + "");
        Typed typed =
            Typed.line(Stream.concat(line.stream(), cookies.lines()).toArray(String[]::new));
        assertEquals(0, typed.exit(), typed.err());
        String log = Files.readString(dir.resolve("crawl.log"));
        String wanted = cookies.isEmpty() ? " 403 " : " 200 ";
        assertTrue(log.lines().anyMatch(l -> l.contains("/members") && l.contains(wanted)), log);
      }
    } finally {
      server.stop(0);
    }
  }

  @Test
  void checkProvesBooksAndArchiveAndNamesWhatIsDamaged() throws Exception {
    String dir = temp.resolve("crawl").toString();
    LittleCrawl.into(Path.of(dir), 7, 60);
    Typed whole = Typed.line("check", dir);
    assertEquals(0, whole.exit(), whole.out());
    assertTrue(whole.out().contains("every record is whole and in the index"), whole.out());
    Path index = Path.of(dir, "indexes", "index.cdxj");
    List<String> lines = Files.readAllLines(index);
    Files.write(index, lines.subList(1, lines.size()));
    Typed missing = Typed.line("check", dir);
    assertEquals(1, missing.exit());
    assertTrue(missing.out().contains("is not in the index"), missing.out());
    Files.write(index, lines);
    damage(Path.of(dir, "archive"));
    Typed damaged = Typed.line("check", dir);
    assertEquals(1, damaged.exit());
    assertTrue(damaged.out().contains("damaged at offset"), damaged.out());
    assertEquals(0, Typed.line("check", dir, "--no-archive").exit());
  }

  private static void damage(Path archive) throws Exception {
    try (var files = Files.list(archive)) {
      Path file = files.findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(file);
      int record = bytes.length / 2;
      while (bytes[record] != 0x1f || bytes[record + 1] != (byte) 0x8b || bytes[record + 2] != 8) {
        record++;
      }
      bytes[record + 30] ^= 0x55;
      Files.write(file, bytes);
    }
  }

  @Test
  void aMistakeIsOneLineAndAnExitCode() throws Exception {
    refused(2, "no seed", crawl());
    refused(2, "--agent", crawl("https://example.org/"));
    refused(2, "scope 'all'", crawl("http://127.0.0.1:9/", "--scope", "all"));
    refused(2, "select 'dfs'", crawl("http://127.0.0.1:9/", "--select", "dfs"));
    refused(2, "[", crawl("http://127.0.0.1:9/", "--include", "a[b"));
    refused(2, "proxy 'foo'", crawl("http://127.0.0.1:9/", "--proxy", "foo"));
    refused(2, "proxy 'foo:'", crawl("http://127.0.0.1:9/", "--proxy", "foo:"));
    refused(2, "proxy 'http://a:8'", crawl("http://127.0.0.1:9/", "--proxy", "http://a:8"));
    refused(2, "proxy 'a:65536'", crawl("http://127.0.0.1:9/", "--proxy", "a:65536"));
    refused(2, "timeout '99999d'", crawl("http://127.0.0.1:9/", "--timeout", "99999d"));
    refused(2, "timeout 0s", crawl("http://127.0.0.1:9/", "--timeout", "0s"));
    refused(2, "to 536870912", crawl("http://127.0.0.1:9/", "--max-bytes", "536870913"));
    refused(2, "0 to 65535", crawl("http://127.0.0.1:9/", "--port", "65536"));
    refused(2, "whole number", Typed.line("sites", temp.toString(), "--limit", "-1"));
    refused(2, "whole number", Typed.line("why", temp.toString(), "a.test", "--payers", "-1"));
    refused(2, "did you mean", crawl("http://127.0.0.1:9/", "--exclud", "a"));
    Path config = Files.writeString(temp.resolve("bad.yaml"), "worker: 5\n");
    refused(1, "worker", crawl("http://127.0.0.1:9/", "--config", config.toString()));
    Path file = Files.writeString(temp.resolve("file"), "");
    Typed typed = Typed.line("crawl", "http://127.0.0.1:9/", "--dir", file.toString());
    refused(1, "is a file", typed);
    refused(1, "holds no crawl", Typed.line("top", temp.resolve("nowhere").toString()));
    refused(1, "holds no crawl", Typed.line("serve", temp.resolve("nowhere").toString()));
    refused(2, "nothing to export", Typed.line("export", temp.toString()));
  }

  @Test
  void whatToTryNextCanBeCopied() throws Exception {
    Path dir = temp.resolve("my 'old' crawl");
    Typed crawled = LittleCrawl.into(dir, 7, 3);
    String word = "'" + dir.toString().replace("'", "'\\''") + "'";
    assertTrue(crawled.out().contains("nephila crawl --dir " + word), crawled.out());
    assertTrue(crawled.out().contains("nephila why " + word + " URL"), crawled.out());
  }

  @Test
  void aListOfSeedsMayBeginWithAByteOrderMark() throws Exception {
    Path seeds = Files.writeString(temp.resolve("seeds.txt"), "\uFEFFhttp://127.0.0.1:9/\r\n");
    refused(1, "http://127.0.0.1:9/: no connection", crawl("--seed-file", seeds.toString()));
  }

  @Test
  void aSeedThatIsNoUrlIsRefused() {
    Typed typed = crawl("http://exa mple.org:x/", "--agent", "a", "--contact", "b@example.org");
    assertEquals(2, typed.exit(), typed.out());
    assertFalse(Files.exists(temp.resolve("crawl/state")));
  }

  @Test
  void aPortThatRefusesEndsTheCrawlWithFailure() throws Exception {
    int port;
    try (ServerSocket taken = new ServerSocket(0)) {
      port = taken.getLocalPort();
    }
    refused(1, "no connection", crawl("http://127.0.0.1:" + port + "/"));
  }

  @Test
  void anUnknownHostIsOneLine() {
    refused(
        1,
        "host not found",
        crawl("http://nephila.invalid/", "--agent", "a", "--contact", "b@example.org"));
  }
}
