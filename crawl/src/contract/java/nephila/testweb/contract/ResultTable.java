package nephila.testweb.contract;

import static nephila.testweb.contract.ResultShell.Kind.CLUSTER;
import static nephila.testweb.contract.ResultShell.Kind.CRAWL;
import static nephila.testweb.contract.ResultShell.Kind.SERVER;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import nephila.fetch.Failure;
import nephila.testweb.contract.ScriptedWeb.Reply;

/// What an answer changes: one row a case, from what the web answers to what a shell asks next, and
/// to what it then knows of host and pages. Every shell is held to it; a row that a shell is known
/// to fail is listed with the reason, and must fail.
public final class ResultTable {
  private static final String HTML = "Content-Type: text/html\r\n";
  private static final String XML = "Content-Type: application/xml\r\n";
  private static final String OTHER = "http://b.test";

  private final List<ResultRow> rows = new ArrayList<>();

  private ResultTable() {}

  public static List<ResultRow> rows() {
    ResultTable table = new ResultTable();
    table.pages();
    table.failures();
    table.hosts();
    table.robots();
    table.sitemaps();
    table.probes();
    table.rereads();
    table.misses();
    return Collections.unmodifiableList(table.rows);
  }

  /// Has the shell run a row that it is known to fail, or not.
  ///
  /// @param drift names of rows that the shell fails, and why
  /// @throws AssertionError when it fails another row, or does not fail one of these
  public static void run(ResultRow row, Map<String, String> drift, ResultShell.Opener opener)
      throws Exception {
    String why = drift.get(row.toString());
    if (why == null) {
      row.run(opener);
      return;
    }
    try {
      row.run(opener);
    } catch (AssertionError e) {
      return;
    }
    throw new AssertionError("'" + row + "' holds now, take it off the list: " + why);
  }

  private ResultRow row(String name) {
    ResultRow row = new ResultRow(name);
    rows.add(row);
    return row;
  }

  static Reply status(int status) {
    return status(status, "");
  }

  private static Reply status(int status, String headers) {
    return new Reply.Answer(status, headers, new byte[0]);
  }

  private static Reply fails(Failure kind) {
    return new Reply.Fails(kind);
  }

  private static Reply text(String headers, String body) {
    return new Reply.Answer(200, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  private static Reply page(String... links) {
    return edition("", links);
  }

  private static Reply edition(String words, String... links) {
    return text(HTML, html(words, links));
  }

  private static String html(String words, String... links) {
    StringBuilder body = new StringBuilder("<html><title>page</title>").append(words);
    for (String link : links) {
      body.append("<a href=\"").append(link).append("\">to ").append(link).append("</a>\n");
    }
    return body.toString();
  }

  private static Reply tagged(String tag, String... links) {
    return text(HTML + "ETag: \"" + tag + "\"\r\n", html("", links));
  }

  private static Reply robots(String... lines) {
    return text("Content-Type: text/plain\r\n", String.join("\n", lines) + "\n");
  }

  private void pages() {
    row("a page is read once, and what it points to is known and read")
        .web("/", page("/a", OTHER + "/x", "/a#again"))
        .web("/a", page())
        .web(OTHER + "/x", page(ResultRow.HOST + "/"))
        .asks(0, "/robots.txt")
        .asks(1, "/")
        .asks(1, "/a")
        .read("/", 200, "/a", OTHER + "/x")
        .read("/a", 200)
        .read(OTHER + "/x", 200, "/")
        .known(3);
    row("links of a page that asks not to be followed are not known")
        .web("/", text(HTML, "<meta name=robots content=nofollow><a href=/a>a</a>"))
        .read("/", 200)
        .known(1);
    row("X-Robots-Tag asks so as well")
        .web("/", text(HTML + "X-Robots-Tag: nofollow\r\n", "<a href=/a>a</a>"))
        .read("/", 200)
        .known(1);
    row("a redirect points to its target and nowhere else")
        .web("/", status(301, "Location: /new\r\n"))
        .web("/new", page())
        .read("/", 301, "/new")
        .read("/new", 200);
    row("a page that names another as canonical points there and nowhere else")
        .web("/", text(HTML, "<link rel=canonical href=/c><a href=/a>a</a>"))
        .web("/c", page())
        .read("/", 200, "/c")
        .read("/c", 200)
        .known(2);
    row("404 settles a page that was never seen, until it is asked again")
        .on(CRAWL, CLUSTER, SERVER)
        .web("/", page("/a"))
        .web("/a", status(404))
        .read("/a", 404)
        .asked(1, "/a");
    row("an error of the server settles a page")
        .on(CRAWL, CLUSTER, SERVER)
        .web("/", page("/a"))
        .web("/a", status(500))
        .read("/a", 500)
        .asked(1, "/a");
    row("what is refused by the rules is known and not read")
        .with(plan -> plan.with("exclude", List.of("/a$")))
        .web("/", page("/a", "/b"))
        .web("/b", page())
        .dropped("/a")
        .read("/b", 200)
        .asked(0, "/a");
    String words = "This is a long text about spiders that weave gold. ".repeat(20);
    row("a page whose text is that of an earlier page of its host pays that page alone")
        .on(CRAWL)
        .with(plan -> plan.with("near-duplicates", true))
        .web("/", page("/a"))
        .web("/a", text(HTML, words + "Seen 1 time. <a href=/b>b</a>"))
        .web("/b", text(HTML, words + "Seen 2 times. <a href=/c>c</a>"))
        .web("/c", page())
        .read("/a", 200, "/b")
        .read("/b", 200, "/a")
        .read("/c", 200);
  }

  private void failures() {
    row("a host that is busy is left alone for a while, and the page is tried again")
        .web("/", status(503), page())
        .asks(0, "/robots.txt")
        .asks(1, "/")
        .asks(5, "/")
        .read("/", 200);
    row("a page of a host that stays busy is given up after three attempts")
        .web("/", status(429))
        .asks(0, "/robots.txt")
        .asks(1, "/")
        .asks(5, "/")
        .asks(10, "/")
        .read("/", 429);
    row("Retry-After is heeded")
        .web("/", status(503, "Retry-After: 120\r\n"), page())
        .asks(0, "/robots.txt")
        .asks(1, "/")
        .asks(120, "/")
        .read("/", 200);
    row("Retry-After of more than an hour is cut to an hour")
        .during(Duration.ofMinutes(100))
        .web("/", status(429, "Retry-After: 86400\r\n"), page())
        .asks(0, "/robots.txt")
        .asks(1, "/")
        .asks(3600, "/")
        .read("/", 200);
    row("a page whose answer does not come is tried again")
        .web("/", fails(Failure.FIRST_BYTE_TIMEOUT), fails(Failure.RESET), page("/a"))
        .web("/a", page())
        .asks(0, "/robots.txt")
        .asks(1, "/")
        .asks(5, "/")
        .asks(10, "/")
        .asks(1, "/a")
        .read("/", 200, "/a");
    row("a page whose answer never comes is given up after three attempts")
        .web("/", fails(Failure.WHOLE_TIMEOUT))
        .asked(3, "/")
        .read("/", -4);
    row("a page that cannot be reached is given up after three attempts")
        .web("/", fails(Failure.REFUSED))
        .asked(3, "/")
        .read("/", -2);
    row("a private address is settled without a second attempt, and the host's pace stays")
        .web("/", fails(Failure.ADDRESS_REFUSED))
        .asks(0, "/robots.txt")
        .asks(1, "/")
        .read("/", -5002);
    row("what this machine could not do counts neither against the page nor against the host")
        .web(
            "/",
            fails(Failure.LOCAL),
            fails(Failure.LOCAL),
            fails(Failure.CANCELLED),
            fails(Failure.LOCAL),
            fails(Failure.LOCAL),
            page())
        .asked(6, "/")
        .read("/", 200);
    row("when no host is reached any more, that is held neither against pages nor against hosts")
        .with(plan -> plan.with("seeds", hosts("/")))
        .during(Duration.ofMinutes(50))
        .also(ResultTable::fourHostsThatCannotBeReachedForAWhile);
  }

  private static List<String> hosts(String path) {
    List<String> urls = new ArrayList<>();
    for (int host = 1; host <= 4; host++) {
      urls.add("http://h" + host + ".test" + path);
    }
    return urls;
  }

  /// Each host answers robots.txt and its front page; then its pages fail four times each.
  private static void fourHostsThatCannotBeReachedForAWhile(ResultRow row) {
    hosts("/").forEach(url -> row.web(url, page("/a", "/b")).read(url, 200, url + "a", url + "b"));
    for (String path : List.of("/a", "/b")) {
      for (String url : hosts(path)) {
        List<Reply> script = new ArrayList<>(Collections.nCopies(4, fails(Failure.DNS)));
        script.add(page());
        row.web(url, script.toArray(Reply[]::new)).read(url, 200);
      }
    }
  }

  private void hosts() {
    String dear = " ".repeat(12 << 20);
    row("a host whose pages cost much has its turn less often")
        .web("/", page("/a"))
        .web("/a", text(HTML, dear + html("", "/b")))
        .web("/b", page())
        .asks(0, "/robots.txt")
        .asks(1, "/")
        .asks(1, "/a")
        .asks(8, "/b");
  }

  private void robots() {
    row("what robots.txt forbids is settled without a request")
        .web("/robots.txt", robots("User-agent: *", "Disallow: /private"))
        .web("/", page("/private/a", "/b"))
        .web("/b", page())
        .read("/private/a", -9998)
        .read("/b", 200)
        .asked(0, "/private/a");
    row("Crawl-delay is heeded")
        .web("/robots.txt", robots("User-agent: *", "Crawl-delay: 7"))
        .web("/", page("/a"))
        .web("/a", page())
        .asks(0, "/robots.txt")
        .asks(1, "/")
        .asks(7, "/a");
    row("an error for robots.txt shuts the host until it is asked again")
        .web("/robots.txt", status(500), status(500), status(404))
        .web("/", page())
        .asks(0, "/robots.txt")
        .asks(60, "/robots.txt")
        .asks(120, "/robots.txt")
        .asks(1, "/")
        .read("/", 200);
    row("a host that never answers is asked three times and left alone for an hour")
        .during(Duration.ofMinutes(100))
        .web(
            "/robots.txt",
            fails(Failure.CONNECT_TIMEOUT),
            fails(Failure.CONNECT_TIMEOUT),
            fails(Failure.CONNECT_TIMEOUT),
            status(404))
        .web("/", page())
        .asks(0, "/robots.txt")
        .asks(5, "/robots.txt")
        .asks(10, "/robots.txt")
        .asks(3600, "/robots.txt")
        .asks(1, "/")
        .read("/", 200);
    row("what this machine could not do says nothing about robots.txt")
        .web(
            "/robots.txt",
            fails(Failure.LOCAL),
            fails(Failure.LOCAL),
            fails(Failure.LOCAL),
            status(404))
        .web("/", page())
        .during(Duration.ofSeconds(30))
        .asked(4, "/robots.txt")
        .read("/", 200);
    row("robots.txt at a private address is not asked for again, nor are the pages")
        .web("/robots.txt", fails(Failure.ADDRESS_REFUSED))
        .web("/", fails(Failure.ADDRESS_REFUSED))
        .asked(1, "/robots.txt")
        .asked(1, "/")
        .read("/", -5002);
    row("robots.txt is asked for again after a day")
        .during(Duration.ofHours(25))
        .web("/robots.txt", robots("User-agent: *", "Disallow: /b"), status(404))
        .web("/", status(503, "Retry-After: 3600\r\n"), page("/a", "/b"))
        .read("/b", -9998);
  }

  private void sitemaps() {
    String[] lines = new String[10_000];
    for (int i = 0; i < lines.length; i++) {
      lines[i] =
          "Sitemap: "
              + switch (i % 4) {
                case 0 -> "http://foreign" + i + ".test/s.xml";
                case 1 -> "http://127.0.0.1:8000/s" + i + ".xml";
                case 2 -> "http://10.0.0." + i % 250 + "/s" + i + ".xml";
                default -> "http://[::1]:8000/s" + i + ".xml";
              };
    }
    row("sitemaps of foreign hosts and at private addresses are not known")
        .with(plan -> plan.with("sitemaps", true))
        .web("/robots.txt", robots(lines))
        .web("/", page())
        .known(1);
    String[] own = new String[150];
    for (int i = 0; i < own.length; i++) {
      own[i] = "Sitemap: http://a.test/s" + i + ".xml";
    }
    row("at most a hundred sitemaps of a host are known")
        .with(plan -> plan.with("sitemaps", true))
        .web("/robots.txt", robots(own))
        .web("/", page())
        .known(101)
        .unknown("/s100.xml");
    row("a sitemap that the rules exclude is not read")
        .with(plan -> plan.with("sitemaps", true).with("exclude", List.of("^http://a.test/old")))
        .web("/robots.txt", robots("Sitemap: http://a.test/old.xml"))
        .web("/", page())
        .asked(0, "/old.xml");
    row("a sitemap of another host of the site is not read when the scope is the host")
        .with(plan -> plan.with("sitemaps", true).with("scope", nephila.url.Scope.Kind.HOST))
        .web("/robots.txt", robots("Sitemap: http://www.a.test/s.xml"))
        .web("/", page())
        .asked(0, "http://www.a.test/s.xml");
    row("nothing that robots.txt names is read without --sitemaps")
        .web("/robots.txt", robots("Sitemap: http://a.test/s.xml"))
        .web("/", page())
        .known(1);
    String sitemap =
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>"
            + "http://a.test/listed</loc></url></urlset>";
    row("what a sitemap lists is known")
        .with(plan -> plan.with("sitemaps", true))
        .web("/robots.txt", robots("Sitemap: http://a.test/s.xml"))
        .web("/", page())
        .web("/s.xml", text(XML, sitemap))
        .web("/listed", page())
        .read("/s.xml", 200, "/listed")
        .read("/listed", 200);
    Reply list = text("Content-Type: text/plain\r\n", "http://a.test/listed\n");
    row("a text that robots.txt names as a sitemap lists pages")
        .with(plan -> plan.with("sitemaps", true))
        .web("/robots.txt", robots("Sitemap: http://a.test/s.txt"))
        .web("/", page())
        .web("/s.txt", list)
        .web("/listed", page())
        .read("/s.txt", 200, "/listed");
    row("a text that no one names as a sitemap lists nothing")
        .with(plan -> plan.with("sitemaps", true))
        .web("/", page("/s.txt"))
        .web("/s.txt", list)
        .read("/s.txt", 200)
        .unknown("/listed");
    row("a text that an index of sitemaps names lists pages, whatever the index's address is like")
        .with(plan -> plan.with("sitemaps", true))
        .web("/robots.txt", robots("Sitemap: http://a.test/index"))
        .web("/", page())
        .web(
            "/index",
            text(
                XML,
                "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap>"
                    + "<loc>http://a.test/s.txt</loc></sitemap></sitemapindex>"))
        .web("/s.txt", list)
        .web("/listed", page())
        .read("/index", 200, "/s.txt")
        .read("/s.txt", 200, "/listed");
  }

  private void probes() {
    String[] ten = new String[12];
    for (int i = 0; i < ten.length; i++) {
      ten[i] = "/" + i;
    }
    String missing = "<title>Not found</title>" + "We have no such page here, sorry. ".repeat(5);
    row("a host is asked once for an address that cannot exist, after ten of its pages")
        .also(row -> scriptAll(row.web("/", page(ten)), ten, page()))
        .asked(1, "/probe");
    row("a page like what the host serves for none is a soft 404")
        .also(row -> scriptAll(row.web("/", page(ten)), ten, page()))
        .web("/11", page("/a"))
        .web("/a", page("/b"))
        .web("/b", text(HTML, missing + "<a href=/c>c</a>"))
        .web("/probe", text(HTML, missing + "<a href=/c>c</a>"))
        .read("/b", -404)
        .unknown("/c");
    row("a host that says 404 for what does not exist has no soft 404")
        .also(row -> scriptAll(row.web("/", page(ten)), ten, page()))
        .web("/11", page("/a"))
        .web("/a", page("/b"))
        .web("/b", text(HTML, missing + "<a href=/c>c</a>"))
        .read("/b", 200, "/c");
  }

  private static void scriptAll(ResultRow row, String[] urls, Reply reply) {
    for (String url : urls) {
      row.web(url, reply);
    }
  }

  private ResultRow reread(String name) {
    return row(name)
        .on(CRAWL, CLUSTER)
        .with(plan -> plan.with("continuous", true).with("min-age", Duration.ofHours(1)))
        .during(Duration.ofMinutes(210));
  }

  private void rereads() {
    reread("a page that is not modified has not changed, and its links stand")
        .on(CRAWL, CLUSTER, SERVER)
        .web("/", tagged("one", "/a"))
        .web("/a", page())
        .asked(4, "/")
        .changed(0, "/")
        .read("/", 200, "/a");
    reread("a page with the same bytes has not changed")
        .on(CRAWL, CLUSTER, SERVER)
        .web("/", page("/a"))
        .web("/a", page())
        .asked(4, "/")
        .changed(0, "/")
        .read("/", 200, "/a");
    reread("a page with other bytes has changed, and its links are the new ones")
        .on(CRAWL, CLUSTER, SERVER)
        .web("/", edition("one", "/a"), edition("two", "/b"))
        .web("/a", page())
        .web("/b", page())
        .changed(1, "/")
        .read("/", 200, "/b");
    reread("an error of the server is no change, and the links stand")
        .on(CRAWL, CLUSTER, SERVER)
        .web("/", page("/a"), page("/a"), status(500))
        .web("/a", page())
        .changed(0, "/")
        .read("/", 500, "/a");
    reread("a page that robots.txt has come to forbid is not asked for again, and stays as it was")
        .during(Duration.ofHours(30))
        .with(plan -> plan.with("continuous", true).with("min-age", Duration.ofHours(25)))
        .web("/robots.txt", status(404), robots("User-agent: *", "Disallow: /a"))
        .web("/", page("/a"))
        .web("/a", page("/b"))
        .web("/b", page())
        .asked(1, "/a")
        .read("/a", 200, "/b");
  }

  private void misses() {
    row("410 is gone at once")
        .on(CRAWL, CLUSTER, SERVER)
        .web("/", page("/a"))
        .web("/a", status(410))
        .asked(1, "/a")
        .gone("/a");
    reread("a page that is missed is no change and has its turn after twice the time")
        .during(Duration.ofMinutes(390))
        .web("/", page("/a"))
        .web("/a", page("/b"), status(404))
        .web("/b", page())
        .asked(3, "/a") // after one and three hours
        .changed(0, "/a")
        .read("/a", 404, "/b");
    reread("404 three times in a row is gone")
        .on(CRAWL, CLUSTER, SERVER)
        .during(Duration.ofHours(10))
        .web("/", page("/a"))
        .web("/a", page("/b"), status(404))
        .web("/b", page())
        .asked(4, "/a") // after one, three and seven hours
        .gone("/a");
    reread("misses are counted through a restart")
        .on(CRAWL, CLUSTER, SERVER)
        .reopened()
        .during(Duration.ofHours(10))
        .web("/", page("/a"))
        .web("/a", page("/b"), status(404))
        .web("/b", page())
        .asked(4, "/a")
        .gone("/a");
    reread("a page that answers between two misses is not gone, and has not changed")
        .during(Duration.ofHours(12)) // missed after one, three, eight and ten hours
        .web("/", page("/a"))
        .web("/a", page("/b"), status(404), status(404), page("/b"), status(404))
        .web("/b", page())
        .asked(6, "/a")
        .changed(0, "/a")
        .read("/a", 404, "/b");
    reread("a page that was never seen is gone after three answers of 404")
        .on(CRAWL, CLUSTER, SERVER)
        .during(Duration.ofHours(10))
        .web("/", page("/a"))
        .web("/a", status(404))
        .asked(3, "/a")
        .gone("/a");
    reread("a host without an address three times in a row is gone")
        .during(Duration.ofHours(10))
        .web("/", page(OTHER + "/x"))
        .web(OTHER + "/x", page(), fails(Failure.DNS))
        .asked(1 + 3 * 3, OTHER + "/x")
        .gone(OTHER + "/x");
    reread("an answer that says nothing of the page is no miss")
        .on(CRAWL, CLUSTER, SERVER)
        .during(Duration.ofHours(40))
        .web("/", page("/a"))
        .web("/a", page("/b"), status(500), status(403), status(500), status(401))
        .web("/b", page())
        .changed(0, "/a")
        .read("/a", 401, "/b");
    reread("a page that is gone comes back when a page read later names it and it answers")
        .on(CRAWL, CLUSTER, SERVER)
        .during(Duration.ofHours(10))
        .web("/", page("/b"), page("/b"), edition("new", "/b", "/a"))
        .web("/b", page("/a"), page())
        .web("/a", status(410), page("/c"))
        .web("/c", page())
        .read("/a", 200, "/c");
    reread("a page that is gone and named anew stays gone where it does not answer")
        .on(CRAWL, CLUSTER, SERVER)
        .during(Duration.ofHours(10))
        .web("/", page("/b"), page("/b"), edition("new", "/b", "/a"))
        .web("/b", page("/a"), page())
        .web("/a", status(410), status(404))
        .asked(2, "/a")
        .gone("/a");
    reread("a page that is gone is asked for again rarely")
        .during(Duration.ofHours(30))
        .web("/", page("/a", "/b"))
        .web("/a", status(410))
        .web("/b", page())
        .gone("/a")
        .asked(2, "/a"); // one in fifty re-reads
  }
}
