package nephila.refresh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.archive.ArchivedPage;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.fetch.Validators;
import nephila.graph.LinkList;
import nephila.links.Link;
import nephila.links.LinkExtractor;
import nephila.links.PageText;
import nephila.process.ExchangeRules;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;

/// Collects the pages of archives and indexes, and where they point. A page captured several times
/// counts once, with the links of its last capture; links to what only redirects lead to where it
/// redirected.
///
/// Links are kept as 64-bit hashes until all pages are known: 8 bytes a link of the archive.
final class ArchivedWeb {
  private static final int MOST_HOPS = 5;

  private final boolean everything;
  private final UrlNumbers numbers = new UrlNumbers();
  private final List<String> urls = new ArrayList<>();
  private final OldCopies copies = new OldCopies();
  private final LinkExtractor extractor = new LinkExtractor("nephila");
  private final Map<Long, Long> redirects = new HashMap<>();
  private long[] links = new long[1 << 12];
  private int linkCount;
  private int[] rowStart = new int[1024];
  private int[] rowEnd = new int[1024];
  private long noPages;
  private long parts;
  private long badUrls;

  ArchivedWeb(boolean everything) {
    this.everything = everything;
  }

  void add(ArchivedPage page) {
    enter(page, true);
  }

  /// Takes the links of a page that is known, and leaves others out.
  void addLinks(ArchivedPage page) {
    enter(page, false);
  }

  private void enter(ArchivedPage page, boolean mayBeNew) {
    if (!(CanonicalUrl.parse(page.url()) instanceof CanonicalUrl url)) {
      badUrls++;
      return;
    }
    if (page.status() / 100 == 3 && page.status() != 304) {
      redirect(url, page.exchange());
      return;
    }
    boolean told = page.revisit() || page.status() == 200 || page.status() == 0;
    if (!told) {
      noPages++;
      return;
    }
    if (!OldWebs.ofPage(page, url, everything)) {
      parts++;
      return;
    }
    int number = mayBeNew ? know(url.text()) : numbers.find(url.text());
    if (number != UrlNumbers.NONE && page.exchange() != null && !page.revisit()) {
      read(number, url, page.exchange());
    }
  }

  private int know(String url) {
    int number = numbers.add(url);
    if (number == urls.size()) {
      urls.add(url);
      if (number == rowStart.length) {
        rowStart = Arrays.copyOf(rowStart, 2 * number);
        rowEnd = Arrays.copyOf(rowEnd, 2 * number);
      }
    }
    return number;
  }

  private void redirect(CanonicalUrl url, @org.jspecify.annotations.Nullable Exchange exchange) {
    String location = exchange == null ? null : exchange.headers().reference("Location");
    if (location != null && url.resolve(location) instanceof CanonicalUrl target) {
      redirects.put(UrlHash.of(url.text()), UrlHash.of(target.text()));
    }
  }

  private void read(int number, CanonicalUrl url, Exchange exchange) {
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    List<Link> found =
        extractor.extract(content.array(), content.offset(), content.length(), type, url).links();
    if (linkCount + found.size() > links.length) {
      links = Arrays.copyOf(links, Math.max(2 * linkCount, linkCount + found.size()));
    }
    copies.put(
        number,
        ExchangeRules.digest(exchange),
        PageText.of(content.array(), content.offset(), content.length(), type).signature(),
        Validators.of(exchange.headers()));
    rowStart[number] = linkCount;
    for (Link link : found) {
      links[linkCount++] = UrlHash.of(link.url().text());
    }
    rowEnd[number] = linkCount;
  }

  OldWeb build(List<String> remarks) {
    LinkList kept = new LinkList();
    for (int page = 0; page < urls.size(); page++) {
      for (int k = rowStart[page]; k < rowEnd[page]; k++) {
        int target = target(links[k]);
        if (target != UrlNumbers.NONE && target != page) {
          kept.add(page, target);
        }
      }
    }
    remark(remarks, noPages, "captures that were no pages even then (404 and the like)");
    remark(remarks, parts, "captures of images, scripts and the like");
    remark(remarks, badUrls, "captures whose URL makes no sense");
    return OldWeb.ranked(urls, kept.graph(urls.size()), copies, remarks);
  }

  private int target(long hash) {
    long at = hash;
    for (int hop = 0; hop < MOST_HOPS; hop++) {
      int page = numbers.find(at);
      Long next = page == UrlNumbers.NONE ? redirects.get(at) : null;
      if (next == null) {
        return page;
      }
      at = next;
    }
    return UrlNumbers.NONE;
  }

  private static void remark(List<String> remarks, long count, String what) {
    if (count > 0) {
      remarks.add(String.format(Locale.ROOT, "%,d %s: left out", count, what));
    }
  }
}
