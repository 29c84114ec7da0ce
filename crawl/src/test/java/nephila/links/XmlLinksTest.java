package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
    assertEquals(List.of(), links("application/xml", "<svg xmlns='x'><a href='no'/></svg>"));
  }
}
