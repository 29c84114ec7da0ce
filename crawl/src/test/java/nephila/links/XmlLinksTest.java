package nephila.links;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Test;

class XmlLinksTest {
  private static final CanonicalUrl URL = CanonicalUrl.typed("http://example.org/sitemap.xml");

  private static List<Link> links(String type, byte[] bytes) {
    return new LinkExtractor("nephila").extract(bytes, 0, bytes.length, type, URL).links();
  }

  private static List<Link> links(String type, String text) {
    return links(type, text.getBytes(UTF_8));
  }

  private static List<String> urls(List<Link> links) {
    return links.stream().map(link -> link.url().text()).toList();
  }

  private static String sitemap(String... urls) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    xml.append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">");
    for (String url : urls) {
      xml.append("<url><loc>").append(url).append("</loc><priority>0.5</priority></url>");
    }
    return xml.append("</urlset>").toString();
  }

  @Test
  void aSitemapListsPages() {
    List<Link> links =
        links("application/xml", sitemap("http://example.org/b?x=1&amp;y=2", "http://other.org/"));
    assertEquals(List.of("http://example.org/b?x=1&y=2", "http://other.org/"), urls(links));
    assertTrue(links.getFirst().is(LinkKind.SITEMAP_PAGE));
  }

  @Test
  void whatIsNamedAsASitemapIsOnePackedOrNotIfItReadsLikeOne() throws IOException {
    String text = "\uFEFF\nhttp://example.org/a\r\nhttp://example.org/b\r\n";
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(text.getBytes(UTF_8));
    }
    List<String> both = List.of("http://example.org/a", "http://example.org/b");
    assertEquals(both, named("text/plain; charset=utf-8", text.getBytes(UTF_8)));
    assertEquals(both, named("application/x-gzip", packed.toByteArray()));
    assertEquals(both, named("text/plain", sitemap(both.toArray(String[]::new)).getBytes(UTF_8)));
    assertEquals(List.of(), named("text/plain", "http://example.org/ is a page".getBytes(UTF_8)));
    assertEquals(List.of(), named("image/png", text.getBytes(UTF_8)));
  }

  private static List<String> named(String type, byte[] bytes) {
    CanonicalUrl url = CanonicalUrl.typed("http://example.org/sm2");
    return urls(new LinkExtractor("nephila").sitemap(bytes, 0, bytes.length, type, url).links());
  }

  @Test
  void anIndexListsSitemaps() {
    List<Link> links =
        links(
            "text/xml",
            "<?xml version=\"1.0\"?><sitemapindex"
                + " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
                + "<sitemap><loc>http://example.org/one.xml</loc></sitemap></sitemapindex>");
    assertEquals(List.of("http://example.org/one.xml"), urls(links));
    assertTrue(links.getFirst().is(LinkKind.SITEMAP));
  }

  @Test
  void feedsListEntries() {
    String rss =
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>News</title>"
            + "<item><title>A</title><link>http://example.org/a</link></item>"
            + "<item><title>B</title><link>/b</link></item></channel></rss>";
    List<Link> links = links("application/rss+xml", rss);
    assertEquals(List.of("http://example.org/a", "http://example.org/b"), urls(links));
    assertTrue(links.getFirst().is(LinkKind.FEED_ENTRY));
    String atom =
        "<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><title>News</title>"
            + "<entry><link href=\"http://example.org/c\"/><id>1</id></entry></feed>";
    assertEquals(List.of("http://example.org/c"), urls(links("application/atom+xml", atom)));
  }

  @Test
  void aPackedSitemapIsUnpacked() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(sitemap("http://example.org/z").getBytes(UTF_8));
    }
    assertEquals(
        List.of("http://example.org/z"), urls(links("application/xml", packed.toByteArray())));
  }

  @Test
  void aBombOfEntitiesIsNotExpanded() {
    StringBuilder bomb =
        new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE urlset [<!ENTITY e0 \"x\">");
    for (int i = 1; i < 60; i++) {
      String former = "&e" + (i - 1) + ";";
      bomb.append("<!ENTITY e").append(i).append(" \"").append(former.repeat(10)).append("\">");
    }
    bomb.append("]><urlset><url><loc>http://example.org/&e59;</loc></url></urlset>");
    assertTrue(links("application/xml", bomb.toString()).size() <= 1);
  }

  @Test
  void brokenOnesAreNoError() {
    links("application/xml", sitemap("http://example.org/a").substring(0, 120));
    assertEquals(List.of(), links("application/rss+xml", ""));
    assertEquals(List.of(), links("application/xml", "\u0000\u0001"));
  }

  @Test
  void xmlOfAnyVocabularyHasItsLinks() {
    String xml =
        """
        <?xml version="1.0"?>
        <?xml-stylesheet type="text/xsl" href="style.xsl"?>
        <catalogue xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="urn:of-ours"
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://schema.example/ http://schema.example/a.xsd">
          <paper xlink:href="papers/1"><title>see http://example.org/not-this</title></paper>
          <paper href="/papers/2?a=1&amp;b=2" rdf:resource="http://other.org/thing"/>
          <part xml:base="http://third.org/parts/"><item href="a"/><item xlink:href="b"/></part>
          <item href="c"/>
          <url> http://example.org/whole </url>
          <note>http://example.org/a and more</note>
          <figure xlink:href="image.png" xlink:show="embed"/>
          <see href="#section"/><see href="mailto:a@example.org"/>
        </catalogue>
        """;
    List<Link> links = links("application/xml", xml);
    assertEquals(
        List.of(
            "http://example.org/papers/1",
            "http://example.org/papers/2?a=1&b=2",
            "http://other.org/thing",
            "http://third.org/parts/a",
            "http://third.org/parts/b",
            "http://example.org/c",
            "http://example.org/whole"),
        urls(links));
    assertTrue(links.getFirst().is(LinkKind.XML));
    assertEquals(urls(links), urls(links("application/vnd.of-ours+xml; charset=utf-8", xml)));
  }

  @Test
  void anImageHasTheLinksOfItsAnchorsOnly() {
    String svg =
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
            + "<a xlink:href='there'><text>http://example.org/text</text></a><a href='here'/>"
            + "<image href='picture.png'/><use xlink:href='shapes.svg#x'/></svg>";
    List<String> both = List.of("http://example.org/there", "http://example.org/here");
    assertEquals(both, urls(links("image/svg+xml", svg)));
  }

  @Test
  void xmlThatBreaksHasTheLinksBeforeTheBreak() {
    List<String> first = List.of("http://example.org/1");
    assertEquals(first, urls(links("text/xml", "<a><b href='1'/><c></b><d href='2'/></a>")));
    assertEquals(first, urls(links("text/xml", "<a><b href='1'/>&unknown;<x:y href='2'/></a>")));
    String external = "<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a><b href='1'/></a>";
    assertEquals(first, urls(links("text/xml", external)));
    assertEquals(first, urls(links("text/xml", "<b href='1'>" + "<c>".repeat(300_000))));
  }

  @Test
  void bytesThatAreNoneOfTheCharsetAreNoEndAndNoNoise() {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, UTF_8));
    try {
      List<String> both = List.of("http://example.org/1", "http://example.org/2");
      byte[] broken = "<a><b href='1'/>caf\u00e9<b href='2'/></a>".getBytes(ISO_8859_1);
      assertEquals(both, urls(links("text/xml; charset=utf-8", broken)));
      String named =
          "<?xml version='1.0' encoding='ISO-8859-1'?><a><b href='1'/>\u00e9<b href='2'/></a>";
      assertEquals(both, urls(links("text/xml", named.getBytes(ISO_8859_1))));
      String wide =
          "\uFEFF<?xml version='1.0' encoding='UTF-16'?><a><b href='1'/><b href='2'/></a>";
      assertEquals(both, urls(links("text/xml", wide.getBytes(UTF_16LE))));
      links("text/xml", "<a><b href='1'/>\u0001<c></a>");
    } finally {
      System.setErr(before);
    }
    assertEquals("", printed.toString(UTF_8));
  }

  @Test
  void theLinksOfXmlAreLimited() {
    StringBuilder xml = new StringBuilder("<a>");
    for (int i = 0; i < 100; i++) {
      xml.append("<b href='").append(i).append("'/>");
    }
    byte[] bytes = xml.append("</a>").toString().getBytes(UTF_8);
    PageLinks links =
        new LinkExtractor("nephila", 10).extract(bytes, 0, bytes.length, "text/xml", URL);
    assertEquals(10, links.links().size());
    assertTrue(links.truncated());
  }
}
