package nephila.cli.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import nephila.cli.Typed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefreshVerbTest {
  @TempDir Path dir;
  private HttpServer server;
  private String origin;

  /// Pages with an even number live, the others are gone; p8 moved to /new.
  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin = "http://127.0.0.1:" + server.getAddress().getPort();
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          boolean lives = path.matches("/p[0-9]*[02468]\\.html|/new");
          int status = path.equals("/p8.html") ? 301 : lives ? 200 : 404;
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.getResponseHeaders().set("Location", "/new");
          byte[] body = ("<title>" + path + "</title>").getBytes(StandardCharsets.UTF_8);
          boolean head = exchange.getRequestMethod().equals("HEAD");
          exchange.sendResponseHeaders(status, head ? -1 : body.length);
          if (!head) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  private String pages(int count) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int p = 0; p < count; p++) {
      text.append(p).append('\t').append(origin).append("/p").append(p).append(".html\n");
    }
    return write("pages.tsv", text.toString());
  }

  private Typed refresh(String old, String... more) {
    String[] line = new String[6 + more.length];
    String[] usual = {"refresh", old, "--dir", dir.resolve("out").toString(), "--delay", "0"};
    System.arraycopy(usual, 0, line, 0, 6);
    System.arraycopy(more, 0, line, 6, more.length);
    return Typed.line(line);
  }

  @Test
  void theTableAndTheListsAreRight() throws IOException {
    String links = write("links.tsv", "0\t1\n0\t2\n2\t99\n");
    Typed typed = refresh(pages(40), "--links", links);
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.err().contains("1 links from or to pages that"), typed.err());
    assertTrue(typed.out().contains("20 living pages found"), typed.out());
    assertEquals(20, Files.readAllLines(dir.resolve("out/living.tsv")).size());
    String moved = Files.readString(dir.resolve("out/moved.tsv"));
    assertTrue(moved.endsWith(origin + "/p8.html\t" + origin + "/new\n"), moved);
    assertEquals(21, Files.readAllLines(dir.resolve("out/dead.tsv")).size());
    Typed again = refresh(dir.resolve("pages.tsv").toString(), "--links", links);
    assertTrue(again.err().contains("Going on: 40 pages were answered before"), again.err());
  }

  @Test
  void listsThatDoNotFitOnTheDiskAreAFailure() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "no /dev/full on this machine");
    Files.createSymbolicLink(Files.createDirectory(dir.resolve("out")).resolve("dead.tsv"), full);
    Typed typed = refresh(pages(10));
    assertEquals(1, typed.exit(), typed.out());
    assertTrue(typed.err().contains("dead.tsv: cannot be written: No space left"), typed.err());
  }

  @Test
  void pagesAtPrivateAddressesAreToldNotBuried() throws IOException {
    String old = write("pages.tsv", "0\thttp://192.168.0.1/\n1\thttp://192.168.0.1/a\n");
    Typed typed = refresh(old, "--agent", "T", "--contact", "a@b.test");
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.err().contains("2 pages are at private addresses"), typed.err());
    assertTrue(typed.err().contains("--allow-private"), typed.err());
  }

  @Test
  void nothingToAskForIsNotEverything() throws IOException {
    String old = pages(4);
    for (String option : List.of("--budget", "--until", "--timeout")) {
      Typed typed = refresh(old, option, "0");
      assertEquals(2, typed.exit(), option);
      assertFalse(Files.exists(dir.resolve("out")), typed.err());
    }
  }

  @Test
  void jsonTellsEveryPageAndTheEnd() throws IOException {
    Typed typed = refresh(pages(10), "--json");
    assertEquals(11, typed.out().lines().count(), typed.out());
    assertTrue(typed.out().contains("\"verdict\":\"moved\""), typed.out());
    assertTrue(typed.out().contains("\"not-found\":5"), typed.out());
  }

  @Test
  void theLivingAreReadIntoAFreshCrawl() throws IOException {
    Path fresh = dir.resolve("fresh");
    Typed typed = refresh(pages(10), "--into", fresh.toString());
    assertEquals(0, typed.exit(), typed.err());
    Typed top = Typed.line("top", fresh.toString(), "--json");
    assertTrue(top.out().contains(origin + "/new"), top.out());
    assertEquals(0, Typed.line("check", fresh.toString()).exit());
    Typed twice = refresh(dir.resolve("pages.tsv").toString(), "--into", fresh.toString());
    assertEquals(1, twice.exit());
    assertTrue(twice.err().contains("holds a crawl already"), twice.err());
  }

  @Test
  void anOrderThatWasHandedOnIsFollowed() throws IOException {
    String pages = pages(20);
    String order = dir.resolve("order.tsv.gz").toString();
    Typed made = Typed.line("liverank", "--crawl", pages, "--order", "P", "--out", order);
    assertEquals(0, made.exit(), made.err());
    Typed typed = refresh(pages, "--order", order);
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.out().contains("10 living pages found"), typed.out());
    String foreign = write("foreign.tsv", "url\nhttp://other.test/\n");
    assertSays("is it the order of another one", refresh(pages, "--order", foreign));
    String part = write("part.tsv", "url\n" + origin + "/p4.html\n" + origin + "/p2");
    String elsewhere = dir.resolve("some").toString();
    Typed some = Typed.line("refresh", pages, "--order", part, "--dir", elsewhere, "--delay", "0");
    assertTrue(some.err().contains("lists 1 of 20 pages"), some.err());
    assertEquals(0, some.exit(), some.err());
  }

  @Test
  void theDeadAreToldWithWhatStillPointsAtThem() throws IOException {
    String links = write("links.tsv", "0\t1\n2\t1\n2\t3\n5\t3\n4\t8\n");
    refresh(pages(10), "--links", links);
    String out = dir.resolve("out").toString();
    Typed typed = Typed.line("dead", out);
    assertEquals(0, typed.exit(), typed.err());
    assertTrue(typed.out().contains("/p1.html (HTTP 404)"), typed.out());
    assertTrue(typed.out().contains("from " + origin + "/p2.html"), typed.out());
    assertFalse(typed.out().contains("from " + origin + "/p5.html"), "the dead point at nothing");
    assertTrue(typed.out().contains("-> " + origin + "/new"), typed.out());
    assertTrue(typed.out().contains("2 dead, 0 closed, 1 redirected"), typed.out());
    Typed json = Typed.line("dead", out, "--json", "--kind", "dead");
    assertEquals(2, json.out().lines().count(), json.out());
    assertTrue(json.out().startsWith("{\"kind\":\"dead\",\"verdict\":\"not-found\""), json.out());
    Path csv = dir.resolve("dead.csv");
    assertEquals(0, Typed.line("dead", out, "--out", csv.toString()).exit());
    assertEquals(1 + 4, Files.readAllLines(csv).size());
    assertSays("holds neither a crawl nor a refresh", Typed.line("dead", dir.toString()));
    assertSays("must be dead, closed", Typed.line("dead", out, "--kind", "gone"));
  }

  @Test
  void mistakesAreOneLineThatSaysWhatToDo() throws IOException {
    assertSays("has no pages", refresh(write("empty.tsv", "")));
    assertSays("no such file", refresh(dir.resolve("missing.warc").toString()));
    assertSays("no known ending", refresh(write("old.xyz", "x")));
    assertSays("who asks", refresh(write("out.tsv", "1\thttp://example.org/\n")));
    assertSays("share of the living", refresh(pages(3), "--until", "7"));
    assertSays("order 'Q' is not known", refresh(pages(3), "--order", "Q"));
    assertSays("sample 'x'", refresh(pages(3), "--sample", "x"));
    assertSays("must be alive or changed", refresh(pages(3), "--find", "dead"));
    assertSays("apart, as-dead or as-alive", refresh(pages(3), "--closed", "no"));
    assertSays("no copies to compare", refresh(pages(3), "--find", "changed"));
    assertSays("no such file", refresh(pages(3), "--order", dir.resolve("none.tsv").toString()));
    assertSays("goes with a file of pages", refresh(dir.toString(), "--links", pages(3)));
    assertSays("has no .warc", refresh(dir.toString()));
  }

  private static void assertSays(String what, Typed typed) {
    assertTrue(typed.exit() > 0, "should fail: " + what);
    assertTrue(typed.err().contains(what), typed.err());
    assertTrue(typed.err().lines().count() <= 3, typed.err());
  }
}
