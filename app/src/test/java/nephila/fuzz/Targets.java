package nephila.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import nephila.Progress;
import nephila.archive.Archives;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Truncation;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.ledger.ExactLedger;
import nephila.ledger.Ledger;
import nephila.links.LinkExtractor;
import nephila.links.PageText;
import nephila.politeness.RetryAfter;
import nephila.politeness.RobotsRules;
import nephila.refresh.OldWebs;
import nephila.testweb.LittleWeb;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;

/// What is fuzzed: everything that reads bytes of strangers, with a corpus to begin from.
final class Targets {
  /// Reads one input; may refuse it by a `UserError` or an `IOException`, and by nothing else.
  interface Target {
    void read(byte[] input) throws Exception;
  }

  /// @param corpus inputs to begin from
  record Case(Target target, List<byte[]> corpus) {}

  private static final CanonicalUrl PAGE = CanonicalUrl.typed("http://a.example/b/c?d=e");

  static final List<byte[]> WORDS =
      bytes(
          "\r\n",
          "\r\n\r\n",
          "<a href=",
          "<base href=",
          "<!--",
          "-->",
          "<![CDATA[",
          "]]>",
          "&#x10FFFF;",
          "&amp",
          "<script>",
          "</script",
          "%00",
          "%ff",
          "\0",
          "[::1]",
          "@",
          "..",
          "xn--",
          "://",
          "http://",
          "Content-Length: ",
          "Transfer-Encoding: chunked\r\n",
          "Content-Encoding: gzip\r\n",
          "HTTP/1.1 ",
          "WARC/1.1\r\n",
          "WARC-Type: response\r\n",
          "User-agent: *\n",
          "Disallow: /",
          "Sitemap: ",
          "charset=",
          "<urlset>",
          "<loc>",
          "<?xml version='1.0' encoding='",
          "<!ENTITY",
          "{\"url\": \"",
          "\ufeff",
          "\t",
          "1 2\n");

  private Targets() {}

  private static List<byte[]> bytes(String... texts) {
    return Stream.of(texts).map(text -> text.getBytes(UTF_8)).toList();
  }

  static Map<String, Case> all(Path work) throws IOException {
    Map<String, Case> all = new LinkedHashMap<>();
    all.put(
        "url",
        new Case(
            Targets::url,
            bytes(
                "http://A.example:80/a/../b?c=d&e#f",
                "//b/;x=1?y",
                "../z%41%zz",
                "http://[::ffff:1.2.3.4]:8080/ü",
                "http://0x7f.1/",
                "https://xn--bcher-kva.example/")));
    all.put(
        "links",
        new Case(
            Targets::links,
            bytes(
                "<html><head><base href=/x/><link rel=canonical href=y></head><body><a"
                    + " href='a&amp;b'>t</a><img srcset='a 1x, b 2x'><script>var a='<a"
                    + " href=x>'</script><!-- c --><a href=\"d\n"
                    + "e\">",
                "<?xml version='1.0'?><urlset><url><loc>http://a.example/x</loc></url></urlset>",
                "<rss><channel><item><link>http://a/b</link></item></channel></rss>",
                "<meta http-equiv=refresh content='0; url=/r'><meta name=robots"
                    + " content=nofollow>")));
    all.put(
        "text-and-charset",
        new Case(
            Targets::text,
            bytes(
                "<html><meta charset=shift_jis><title>t</title><p>hello",
                "<meta http-equiv=content-type content='text/html; charset=utf-16le'>x",
                "plain text \u00e9\u00e8",
                "<title>a&#0;b&nbsp;</title><pre>c")));
    all.put(
        "robots",
        new Case(
            Targets::robots,
            bytes(
                "User-agent: *\n"
                    + "Disallow: /a*b$\n"
                    + "Allow: /\n"
                    + "Crawl-delay: 2\n"
                    + "Sitemap: http://a.example/s.xml\n",
                "# c\r\nUser-Agent: nephila\rDisallow: /%7e\n\nUser-agent: b\n")));
    all.put(
        "http-response",
        new Case(
            Targets::response,
            bytes(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + "5\r\n"
                    + "hello\r\n"
                    + "0\r\n"
                    + "T: u\r\n\r\n",
                "HTTP/1.0 301 M\nLocation: /x\nRetry-After: Fri, 31 Dec 1999 23:59:59 GMT\n\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, br\r\n\r\n\u001f\u008b\u0008")));
    all.put(
        "edge-list",
        file(
            work,
            "graph.txt",
            bytes("# c\n0 1\n1 2\n2\t0\n", "a b\nb c\nc a 0.5\n", "0 1 2\n"),
            Targets::graph));
    all.put("csr-graph", file(work, "graph.csr", List.of(csr(work)), Targets::graph));
    all.put("bvgraph", file(work, "in.graph", List.of(bvGraph(work)), Targets::graph));
    all.put("ledger", file(work, "ledger.bin", List.of(ledger(work)), path -> Ledger.load(path)));
    Path crawl = littleCrawl(work);
    all.put(
        "warc",
        file(
            work,
            "in.warc.gz",
            List.of(
                small(crawl, "archive", ".warc.gz"),
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: application/http\r\nContent-Length: 19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n\r\n"
                    .getBytes(ISO_8859_1)),
            Targets::archive));
    all.put(
        "cdxj", file(work, "in.cdxj", List.of(small(crawl, "indexes", ".cdxj")), Targets::oldWeb));
    all.put(
        "cdx",
        file(
            work,
            "in.cdx",
            bytes(
                " CDX N b a m s k r M S V g\n"
                    + "a,example)/ 20200101000000 http://a.example/ text/html 200 ABC - - 10 0"
                    + " a.warc.gz\n"),
            Targets::oldWeb));
    all.put("wacz", file(work, "in.wacz", List.of(zip()), Targets::archive));
    return all;
  }

  private interface FileTarget {
    void read(Path file) throws Exception;
  }

  private static Case file(Path work, String name, List<byte[]> corpus, FileTarget target) {
    Path file = work.resolve(name);
    return new Case(
        input -> {
          Files.write(file, input);
          target.read(file);
        },
        corpus);
  }

  private static void url(byte[] input) {
    String text = new String(input, UTF_8);
    for (Object outcome : List.of(CanonicalUrl.parse(text), PAGE.resolve(text))) {
      if (outcome instanceof CanonicalUrl url) {
        String again = CanonicalUrl.parse(url.text()).toString();
        if (!again.equals(url.text())) {
          throw new AssertionError(url.text() + " is not canonical: " + again);
        }
        for (int i = 0; i < again.length(); i++) {
          if (again.charAt(i) <= ' ' || again.charAt(i) >= 0x7f) {
            throw new AssertionError("a character that could end a line: " + again);
          }
        }
      }
    }
  }

  private static void links(byte[] input) {
    for (String type : new String[] {"text/html", "application/xml", null}) {
      new LinkExtractor("nephila").extract(input, 0, input.length, type, PAGE);
    }
  }

  private static void text(byte[] input) {
    PageText.of(
        input,
        0,
        input.length,
        "text/html; charset=" + new String(input, 0, Math.min(12, input.length), ISO_8859_1));
    PageText.of(input, 0, input.length, null);
  }

  private static void robots(byte[] input) {
    RobotsRules rules = RobotsRules.parse(PAGE, input, "nephila");
    rules.allows(PAGE);
    rules.crawlDelay();
    rules.sitemaps();
    RetryAfter.parse(new String(input, ISO_8859_1), Instant.EPOCH);
  }

  private static void response(byte[] input) {
    Exchange.Circumstances how =
        new Exchange.Circumstances(null, Instant.EPOCH, 1, 1, Truncation.NONE, null);
    Exchange exchange = Exchange.of(FetchRequest.get(PAGE.text()), new byte[0], input, how);
    exchange.content();
    exchange.payloadSha1();
    exchange.headers().all("Location");
  }

  private static void graph(Path file) throws Exception {
    LoadedGraph graph = new GraphReader().temporary(file.getParent()).open(file.toString());
    graph.graph().pages();
  }

  private static void archive(Path file) throws IOException {
    Archives.pages(file, page -> {});
  }

  private static void oldWeb(Path file) throws IOException {
    OldWebs.read(List.of(file), true, Progress.SILENT);
  }

  private static byte[] csr(Path work) throws IOException {
    return Files.readAllBytes(converted(work, "seed.csr"));
  }

  /// The bits alone are the input; what goes with them stays as written.
  private static byte[] bvGraph(Path work) throws IOException {
    Path graph = converted(work, "seed.graph");
    Files.copy(work.resolve("seed.properties"), work.resolve("in.properties"));
    return Files.readAllBytes(graph);
  }

  private static Path converted(Path work, String name) throws IOException {
    Path text = work.resolve("seed.txt");
    Path graph = work.resolve(name);
    Files.writeString(text, "0 1\n0 2\n0 3\n1 2\n2 0\n2 1\n3 0\n3 1\n3 2\n3 9\n");
    nephila.cli.FuzzSeeds.convert(text, graph);
    return graph;
  }

  private static byte[] ledger(Path work) throws IOException {
    Path file = work.resolve("seed.ledger");
    ExactLedger ledger = new ExactLedger(0.85, 3);
    ledger.read(0, 1, 2);
    ledger.save(file);
    return Files.readAllBytes(file);
  }

  private static Path littleCrawl(Path work) throws IOException {
    Path dir = work.resolve("crawl");
    try (LittleWeb web = LittleWeb.open(3, LittleWeb.Options.quick(Clock.systemUTC()))) {
      CrawlConfig plan =
          CrawlConfig.of(web.front())
              .with("allow-network", web.networks())
              .with("scope", Scope.Kind.ANY)
              .with("delay", Duration.ZERO)
              .with("max-pages", 8);
      try (Crawl crawl = Crawl.open(dir, plan)) {
        crawl.run(CrawlListener.SILENT);
      }
    }
    return dir;
  }

  private static byte[] small(Path crawl, String folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(crawl.resolve(folder))) {
      return Files.readAllBytes(
          files.filter(f -> f.toString().endsWith(end)).findFirst().orElseThrow());
    }
  }

  private static byte[] zip() throws IOException {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    try (java.util.zip.ZipOutputStream zip = new java.util.zip.ZipOutputStream(bytes)) {
      for (String name :
          List.of("archive/../../evil.warc.gz", "pages/pages.jsonl", "datapackage.json")) {
        zip.putNextEntry(new java.util.zip.ZipEntry(name));
        zip.write("{\"format\": \"json-pages-1.0\"}\n".getBytes(UTF_8));
      }
    }
    return bytes.toByteArray();
  }
}
