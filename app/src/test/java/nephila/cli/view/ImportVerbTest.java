package nephila.cli.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import nephila.cli.LittleCrawl;
import nephila.cli.Typed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportVerbTest {
  @TempDir static Path temp;

  private static String crawl = "";

  @BeforeAll
  static void crawl() throws Exception {
    crawl = temp.resolve("crawl").toString();
    LittleCrawl.into(Path.of(crawl), 11, 150);
  }

  private int runs;

  private Path fresh() {
    return temp.resolve("imported" + System.nanoTime() + runs++);
  }

  private Map<String, Object> counts(Path dir, String... sources) throws Exception {
    List<String> line = new ArrayList<>(List.of("import", "--json", "--dir", dir.toString()));
    line.addAll(List.of(sources));
    Typed typed = Typed.line(line.toArray(String[]::new));
    assertEquals(0, typed.exit(), typed.err());
    assertEquals(0, Typed.line("check", dir.toString(), "--no-archive").exit(), dir.toString());
    return new HashMap<>(JSON.std.mapFrom(typed.out()));
  }

  private static Map<String, Double> importance(Path dir) throws Exception {
    Map<String, Double> found = new HashMap<>();
    Typed pages = Typed.line("export", dir.toString(), "--pages", "-");
    for (String line : pages.out().lines().toList()) {
      Map<String, Object> page = JSON.std.mapFrom(line);
      found.put((String) page.get("url"), ((Number) page.get("importance")).doubleValue());
    }
    return found;
  }

  private static double distance(Map<String, Double> a, Map<String, Double> b) {
    double sum = 0;
    for (String url : a.keySet()) {
      sum += Math.abs(a.get(url) - b.getOrDefault(url, 0.0));
    }
    return sum;
  }

  @Test
  void theArchiveOfACrawlGivesItsImportanceBack() throws Exception {
    Map<String, Double> before = importance(Path.of(crawl));
    Path wacz = temp.resolve("crawl.wacz");
    Typed.line("export", crawl, "--wacz", wacz.toString());
    for (String source : List.of(crawl + "/archive", wacz.toString())) {
      Path dir = fresh();
      counts(dir, source);
      double distance = distance(before, importance(dir));
      assertTrue(distance < 1e-4, source + ": importance differs by " + distance);
    }
  }

  @Test
  void aSoft404OfOurOwnArchiveStaysOne() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/>home</a>";
    String record =
        "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: http://a.org/gone\r\n"
            + "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%d>\r\n%s\r\n"
            + "Content-Length: %d\r\n\r\n%s\r\n\r\n";
    String type = "Content-Type: application/http; msgtype=response";
    String about = "WARC-Concurrent-To: <urn:uuid:1>\r\nContent-Type: application/warc-fields";
    String note = "nephila-errand: PAGE\r\nnephila-soft-404: yes\r\n";
    String page = record.formatted("response", 1, type, answer.length(), answer);
    String noted = record.formatted("metadata", 2, about, note.length(), note);
    Path dir = fresh();
    assertEquals(0, counts(dir, write("soft.warc", page + noted).toString()).get("links"));
    Typed pages = Typed.line("export", dir.toString(), "--pages", "-");
    assertEquals(-404, JSON.std.mapFrom(pages.out()).get("status"), pages.out());
    assertEquals(1, counts(fresh(), write("page.warc", page).toString()).get("links"));
  }

  @Test
  void aRebuildIsRefusedWhereItWouldLoseWhatWasImportedAndSaysWhatKeepsIt() throws Exception {
    Path items = write("begun.jl", "{\"url\": \"http://a.org/\", \"links\": [\"/x\"]}\n");
    Path dir = fresh();
    counts(dir, items.toString());
    Path archive = Files.createDirectory(dir.resolve("archive"));
    try (var files = Files.list(Path.of(crawl, "archive"))) {
      for (Path file : files.toList()) {
        Files.copy(file, archive.resolve(file.getFileName().toString()));
      }
    }
    Typed typed = Typed.line("rebuild", dir.toString());
    assertEquals(1, typed.exit(), typed.out());
    String advice = "nephila import " + items + " " + archive + " --dir NEW";
    assertTrue(typed.err().contains(advice) && typed.err().lines().count() == 1, typed.err());
    assertTrue(importance(dir).containsKey("http://a.org/x"), "the state is where it was");
    Path both = fresh();
    counts(both, items.toString(), archive.toString());
    assertTrue(importance(both).containsKey("http://a.org/x"));
    assertTrue(importance(both).keySet().containsAll(importance(Path.of(crawl)).keySet()));
  }

  @Test
  void anIndexGivesThePagesAndALogThePagesAndHowTheyWereFound() throws Exception {
    Map<String, Object> index = counts(fresh(), crawl + "/indexes/index.cdxj");
    Map<String, Object> log = counts(fresh(), crawl + "/crawl.log");
    Map<String, Object> archive = counts(fresh(), crawl + "/archive");
    assertEquals(archive.get("read"), index.get("read"));
    assertEquals(0, index.get("links"));
    int logged = (Integer) log.get("read");
    assertTrue(logged >= (Integer) archive.get("read"), log + " " + archive);
    assertTrue((Integer) log.get("links") > logged / 2, log.toString());
  }

  @Test
  void whatALogReadAgainKeepsItsLinksAndItsStatus() throws Exception {
    String line = "2026-11-%02dT10:00:00.000Z %d 99 http://a.org/%s - %s %s #000 - sha1:X - -%n";
    String front = line.formatted(1, 200, "", "-", "text/html");
    String found = line.formatted(2, 200, "b", "http://a.org/", "text/html");
    String again = line.formatted(3, 304, "", "-", "unk") + line.formatted(4, 304, "", "-", "unk");
    Path dir = fresh();
    String log = write("crawl.log", front + found + again).toString();
    assertEquals(1, counts(dir, log).get("links"));
    Typed pages = Typed.line("export", dir.toString(), "--pages", "-");
    String row =
        pages.out().lines().filter(it -> it.contains(".org/\",")).findFirst().orElseThrow();
    Map<String, Object> page = JSON.std.mapFrom(row);
    assertEquals("http://a.org/", page.get("url"));
    assertEquals(200, page.get("status"));
    assertEquals("text/html", page.get("mime"));
    assertEquals("2026-11-04T10:00:00Z", page.get("lastRead"));
  }

  @Test
  void theGraphOfHostsComesBackAsFrontPages() throws Exception {
    Path base = temp.resolve("web");
    Typed.line("export", crawl, "--common-crawl", base.toString());
    Path dir = fresh();
    Map<String, Object> counts = counts(dir, base.toString());
    Path again = temp.resolve("again");
    Typed.line("export", dir.toString(), "--common-crawl", again.toString());
    for (String part : List.of("-vertices.txt.gz", "-edges.txt.gz")) {
      assertEquals(
          packed(Path.of(base + part)), packed(Path.of(again + part)), part + " " + counts);
    }
  }

  private static String packed(Path file) throws Exception {
    try (var in = new java.util.zip.GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Path write(String name, String text) throws Exception {
    return Files.writeString(temp.resolve(name), text);
  }

  @Test
  void scrapyItemsAreReadWithLinksInAnyOfTheUsualForms() throws Exception {
    Path items =
        write(
            "items.jl",
            """
            {"url": "http://a.org/", "links": ["/x", "http://b.org/"], "status": 200}
            {"url": "http://b.org/", "outlinks": [{"url": "http://a.org/"}, {"href": "/y"}]}
            {"url": "http://c.org/", "referer": "http://a.org/"}
            not json
            {"title": "nothing"}
            {"url": "::::"}
            """);
    Path dir = fresh();
    Map<String, Object> counts = counts(dir, items.toString());
    assertEquals(3, counts.get("read"), counts.toString());
    assertEquals(5, counts.get("links"));
    assertEquals(5, importance(dir).size());
    String remark = counts.get("remarks").toString();
    assertTrue(remark.contains("3 lines passed over") && remark.contains("items.jl:4"), remark);
  }

  private static final String NUTCH =
      """

      Recno:: 0
      URL:: http://a.org/

      CrawlDatum::
      Version: 7
      Status: 33 (fetch_success)
      Fetch time: Tue Nov 10 11:13:34 UTC 2026
      Score: 1.0

      Content::
      Version: -1
      url: http://a.org/
      Content:
      <html>Status: 33 (fetch_success)
        outlink: toUrl: http://fake.org/ anchor: no

      ParseData::
      Version: 5
      Title: A
      Outlinks: 2
        outlink: toUrl: http://b.org/ anchor: B
        outlink: toUrl: http://a.org/2 anchor:

      Recno:: 1
      URL:: http://gone.org/

      CrawlDatum::
      Status: 37 (fetch_gone)
      Fetch time: someday

      Recno:: 2
      CrawlDatum::
      Status: 1 (db_unfetched)
      """;

  @Test
  void aNutchSegmentIsReadFromItsDump() throws Exception {
    Path dir = fresh();
    Map<String, Object> counts = counts(dir, write("dump", NUTCH.stripLeading()).toString());
    assertEquals(2, counts.get("read"), counts.toString());
    assertEquals(2, counts.get("links"));
    assertFalse(importance(dir).containsKey("http://fake.org/"));
    String remark = counts.get("remarks").toString();
    assertTrue(remark.contains("1 × no date") && remark.contains("without URL"), remark);
  }

  private static void record(OutputStream out, String json) throws Exception {
    byte[] block = json.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(member)) {
      String head =
          "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
              + "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
              + "Content-Type: application/json\r\nContent-Length: "
              + block.length
              + "\r\n\r\n";
      gzip.write(head.getBytes(StandardCharsets.UTF_8));
      gzip.write(block);
      gzip.write("\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    }
    member.writeTo(out);
  }

  private Path wat() throws Exception {
    Path file = temp.resolve("CC-MAIN-1.warc.wat.gz");
    String response =
        "{\"Envelope\":{\"WARC-Header-Metadata\":{\"WARC-Target-URI\":\"%s\"},\"Payload-Metadata\":"
            + "{\"HTTP-Response-Metadata\":{\"Response-Message\":{\"Status\":\"%s\"},%s}}}}";
    try (OutputStream out = Files.newOutputStream(file)) {
      record(
          out,
          response.formatted(
              "http://a.org/d/",
              "200",
              "\"HTML-Metadata\":{\"Head\":{\"Base\":\"http://a.org/\"},\"Links\":["
                  + "{\"path\":\"A@/href\",\"url\":\"x\"},{\"path\":\"IMG@/src\",\"url\":\"i.png\"},"
                  + "{\"path\":\"A@/href\",\"url\":\"http://b.org/\",\"rel\":\"nofollow\"}]}"));
      record(
          out,
          response.formatted(
              "http://c.org/", "301", "\"Headers\":{\"Location\":\"http://d.org/\"}"));
      record(out, "{\"Envelope\":{\"WARC-Header-Metadata\":{\"WARC-Type\":\"request\"}}}");
      record(out, "{\"broken");
      record(out, "null");
    }
    return file;
  }

  @Test
  void aWatIsReadWithBaseAndRedirects() throws Exception {
    Path dir = fresh();
    Map<String, Object> counts = counts(dir, wat().toString());
    assertEquals(2, counts.get("read"), counts.toString());
    assertEquals(
        java.util.Set.of("http://a.org/d/", "http://a.org/x", "http://c.org/", "http://d.org/"),
        importance(dir).keySet());
    assertTrue(counts.get("remarks").toString().contains("2 × no JSON"), counts.toString());
  }

  @Test
  void whatIsCutOrMisencodedOrOfAnotherKindIsCountedOrRefusedWithItsPlace() throws Exception {
    byte[] whole = Files.readAllBytes(wat());
    Path cut =
        Files.write(temp.resolve("cut.wat.gz"), java.util.Arrays.copyOf(whole, whole.length - 30));
    assertTrue(counts(fresh(), cut.toString()).get("remarks").toString().contains("damaged"));
    Path log = temp.resolve("crawl.log.1");
    Files.write(
        log,
        ("2026-11-15T14:42:56.861Z 200 276 http://a.org/ L http://s.org/ text/html #000"
                + " 20261115144256813+48 sha1:X - - {\"extra\":1}\n"
                + "2026-11-15T14:42:56.861Z 200 276 http://b.org/ L\n"
                + "+999999999-11-15T14:42:56.861Z 200 9 http://d.org/ - - text/html #0 - X - -\n"
                + "yesterday 200 276 http://c.org/ - - text/html #000 - sha1:X - -\n\u00ff")
            .getBytes(StandardCharsets.ISO_8859_1));
    Map<String, Object> counts = counts(fresh(), log.toString());
    assertEquals(2, counts.get("read"));
    String remark = counts.get("remarks").toString();
    assertTrue(
        remark.contains("fewer than 12")
            && remark.contains("2 × no date")
            && remark.contains("UTF-8"),
        remark);
    refused("tells what it is", write("some.bin", "what?").toString());
    refused("no page was found", write("empty.jl", "\n").toString());
    refused("no such file", temp.resolve("nothing.warc.gz").toString());
    refused("'id TAB name'", graph("0\tcom.a\tx\ty\n", "0\t0\n"));
    refused("ids count up", graph("1\tcom.a\n", "0\t0\n"));
    refused("cut off", gzipCut());
    Typed second = Typed.line("import", crawl + "/crawl.log", "--dir", crawl);
    assertTrue(second.err().contains("holds a crawl already"), second.err());
    assertTrue(Files.exists(Path.of(crawl, "state")));
  }

  @Test
  void otherVersionsOfTheFormatsAreReadToo() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/b>b</a>";
    for (String version : List.of("0.18", "1.0", "1.1", "2.0")) {
      String warc =
          "WARC/%s\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.org/\r\n"
              + "WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
              + "Content-Type: application/http; msgtype=response\r\n"
              + "Content-Length: %d\r\n\r\n%s\r\n\r\n";
      Path file = write("v" + version + ".warc", warc.formatted(version, answer.length(), answer));
      assertEquals(2, counts(fresh(), file.toString()).get("pages"), version);
    }
    String old =
        " CDX A b e a m s c k r V v D d g M n\n"
            + "a.org/ 20200101000000 1.2.3.4 http://a.org/ text/html 200 - X - 0 0 0 0 x.arc.gz -"
            + " 9\n";
    assertEquals(1, counts(fresh(), write("old.cdx", old).toString()).get("read"));
    String first =
        "20060102030405678 200 1234 http://a.org/ - - text/html #001 20060102030405668+10 sha1:X -"
            + " -\n";
    assertEquals(1, counts(fresh(), write("crawl.log.2006", first).toString()).get("read"));
    String array =
        "[\n{\"url\": \"http://a.org/\", \"links\": [\"/b\"]},\n{\"url\": \"http://a.org/c\"}\n]";
    Path items = write("items.json", array);
    assertEquals(3, counts(fresh(), "--from", "scrapy", items.toString()).get("pages"));
    Path keys = write("keys.jl", "{\"address\": \"http://a.org/\"}\n");
    refused("keys.jl:1: no url in it", keys.toString());
  }

  private void refused(String says, String source) {
    Path dir = fresh();
    Typed typed = Typed.line("import", source, "--dir", dir.toString());
    assertEquals(1, typed.exit(), typed.out());
    assertTrue(typed.err().contains(says), typed.err());
    assertFalse(Files.exists(dir.resolve("state")), "half a crawl is left behind");
  }

  private String graph(String vertices, String edges) throws Exception {
    Path base = temp.resolve("graph" + System.nanoTime());
    Files.writeString(Path.of(base + "-vertices.txt"), vertices);
    Files.writeString(Path.of(base + "-edges.txt"), edges);
    return base + "-vertices.txt";
  }

  private String gzipCut() throws Exception {
    Path base = temp.resolve("cut");
    Typed.line("export", crawl, "--common-crawl", base.toString());
    Path edges = Path.of(base + "-edges.txt.gz");
    byte[] whole = Files.readAllBytes(edges);
    Files.write(edges, java.util.Arrays.copyOf(whole, whole.length - 12));
    return base.toString();
  }
}
