package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import crawlercommons.sitemaps.AbstractSiteMap;
import crawlercommons.sitemaps.SiteMap;
import crawlercommons.sitemaps.SiteMapIndex;
import crawlercommons.sitemaps.SiteMapParser;
import crawlercommons.sitemaps.SiteMapURL;
import crawlercommons.sitemaps.UnknownFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import nephila.url.CanonicalUrl;
import nephila.url.UrlOutcome;

/// The links of XML documents. Sitemaps, sitemap indexes, RSS and Atom feeds are read by
/// crawler-commons, others by [XmlLinkReader]; with no document types, so no entities of their own,
/// and never more than [#MAX_BYTES] unpacked. A broken one gives the links before the break, or
/// none.
final class XmlLinks {
  /// The sitemap protocol's own limit.
  static final int MAX_BYTES = 50 * 1024 * 1024;

  private static final int SNIFFED = 4096;
  private static final Pattern ADDRESS =
      Pattern.compile("https?://\\S+[ \\t]*($|[\\r\\n])", Pattern.CASE_INSENSITIVE);

  private final PageBytes page;
  private final int limit;
  private final Map<CanonicalUrl, Link> links = new LinkedHashMap<>();
  private boolean truncated;
  private int unusable;

  XmlLinks(PageBytes page, int limit) {
    this.page = page;
    this.limit = limit;
  }

  /// The links of a sitemap or a feed; of any other document those that its XML shows.
  PageLinks read(CanonicalUrl url) {
    byte[] content;
    try {
      content = unpacked(MAX_BYTES);
    } catch (IOException e) {
      return PageLinks.none(page);
    }
    try {
      SiteMapParser parser = new SiteMapParser(false);
      parser.setStrictNamespace(false);
      URL location = URI.create(url.text()).toURL();
      note(parser.parseSiteMap(content, location), url);
    } catch (UnknownFormatException | IOException | RuntimeException e) {
      unusable = 0; // no sitemap and no feed
    }
    if (links.isEmpty()) {
      new XmlLinkReader(url, outcome -> add(outcome, LinkKind.XML))
          .read(content, isPacked() ? UTF_8 : page.charset());
    }
    return new PageLinks(
        page,
        new ArrayList<>(links.values()),
        new LinkTextSpans(),
        new PageLinks.Head(),
        truncated,
        unusable);
  }

  private void note(AbstractSiteMap map, CanonicalUrl url) {
    if (map instanceof SiteMapIndex index) {
      for (AbstractSiteMap child : index.getSitemaps()) {
        add(child.getUrl().toString(), url, LinkKind.SITEMAP);
      }
      return;
    }
    boolean feed =
        map.getType() == AbstractSiteMap.SitemapType.RSS
            || map.getType() == AbstractSiteMap.SitemapType.ATOM;
    for (SiteMapURL entry : ((SiteMap) map).getSiteMapUrls()) {
      add(entry.getUrl().toString(), url, feed ? LinkKind.FEED_ENTRY : LinkKind.SITEMAP_PAGE);
    }
  }

  private void add(String reference, CanonicalUrl base, LinkKind kind) {
    add(base.resolve(reference), kind);
  }

  private void add(UrlOutcome outcome, LinkKind kind) {
    if (!(outcome instanceof CanonicalUrl target)) {
      unusable++;
      return;
    }
    Link link = links.get(target);
    if (link == null) {
      if (links.size() >= limit) {
        truncated = true;
        return;
      }
      link = new Link(target);
      links.put(target, link);
    }
    link.seen(kind, false);
  }

  /// By its first bytes: the first line is an address and nothing else, or it is a sitemap's XML.
  boolean looksLikeSitemap() {
    String start;
    try {
      start = new String(unpacked(SNIFFED), UTF_8).replace("\uFEFF", "").stripLeading();
    } catch (IOException e) {
      return false;
    }
    return ADDRESS.matcher(start).lookingAt()
        || start.contains("<urlset")
        || start.contains("<sitemapindex");
  }

  private boolean isPacked() {
    return page.to - page.from > 2
        && page.bytes[page.from] == 0x1F
        && page.bytes[page.from + 1] == (byte) 0x8B;
  }

  private byte[] unpacked(int most) throws IOException {
    if (!isPacked()) {
      int length = Math.min(page.to - page.from, most);
      return Arrays.copyOfRange(page.bytes, page.from, page.from + length);
    }
    var packed = new ByteArrayInputStream(page.bytes, page.from, page.to - page.from);
    try (GZIPInputStream stream = new GZIPInputStream(packed)) {
      return stream.readNBytes(most);
    }
  }
}
