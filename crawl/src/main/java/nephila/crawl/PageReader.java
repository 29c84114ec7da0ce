package nephila.crawl;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentLinkedDeque;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.links.Link;
import nephila.links.LinkExtractor;
import nephila.links.LinkKind;
import nephila.links.PageLinks;
import nephila.links.PageText;
import nephila.links.Requisite;
import nephila.links.RequisiteExtractor;
import nephila.links.RobotsMeta;
import nephila.links.SoftNotFound;
import nephila.process.ExchangeRules;
import nephila.process.PageFindings;
import nephila.process.UrlFilter;
import nephila.url.CanonicalUrl;
import nephila.url.FocusRules;
import org.jspecify.annotations.Nullable;

/// Reads what an answer says: where it redirects to, or what its page points to. Thread-safe.
///
/// Links that ask not to be followed are left out, as are all links of a page that asks so in a
/// meta element or header. A page that names another of its site as canonical stands for that one:
/// it points there and nowhere else.
public final class PageReader {
  /// Shorter texts are no copies of each other, however alike.
  private static final int LEAST_TEXT = 300;

  /// How many words before a link and behind it are near it.
  private static final int NEAR_WORDS = 12;

  private final UrlFilter filter;
  private final ConcurrentLinkedDeque<LinkExtractor> extractors = new ConcurrentLinkedDeque<>();

  public PageReader(UrlFilter filter) {
    this.filter = filter;
  }

  PageFindings read(FetchTask task, Exchange exchange) {
    return read(task.url(), task.kind() == FetchTask.Kind.PROBE, task.missing(), exchange);
  }

  /// Reads the answer for `url`.
  ///
  /// @param probe whether an address was asked for that cannot exist
  /// @param missing what its host serves for pages that do not exist, null when it says 404
  public PageFindings read(
      CanonicalUrl url, boolean probe, @Nullable SoftNotFound missing, Exchange exchange) {
    CanonicalUrl target = ExchangeRules.redirect(url, exchange);
    if (target != null) {
      return PageFindings.alias(target);
    }
    if (exchange.status() != 200) {
      return PageFindings.NOTHING;
    }
    if (probe) {
      return PageFindings.probe(SoftNotFound.of(text(exchange)));
    }
    if (missing != null && missing.matches(text(exchange))) {
      return PageFindings.MISSING;
    }
    PageFindings found = extracted(url, exchange);
    if (filter.requisites()) {
      found = found.with(requisites(url, Requisite.Kind.DOCUMENT, exchange));
    }
    return filter.looksForCopies() ? found.signed(signature(exchange)) : found;
  }

  /// The links alone that the answer for `url` shows, if it is what it was taken for then.
  PageFindings links(CanonicalUrl url, Exchange exchange) {
    CanonicalUrl target = ExchangeRules.redirect(url, exchange);
    if (target != null) {
      return PageFindings.alias(target);
    }
    return exchange.status() == 200 ? extracted(url, exchange) : PageFindings.NOTHING;
  }

  private PageFindings extracted(CanonicalUrl url, Exchange exchange) {
    LinkExtractor extractor = extractors.pollFirst();
    if (extractor == null) {
      extractor = new LinkExtractor(filter.productToken());
    }
    try {
      Content content = exchange.content();
      String type = exchange.headers().first("Content-Type");
      PageLinks links =
          extractor.extract(content.array(), content.offset(), content.length(), type, url);
      PageFindings found = findings(url, exchange, links);
      if (filter.sitemaps() && links.links().isEmpty()) {
        PageLinks listed =
            extractor.sitemap(content.array(), content.offset(), content.length(), type, url);
        found = listed.links().isEmpty() ? found : findings(url, exchange, listed).onlyIfSitemap();
      }
      return found;
    } finally {
      extractors.addFirst(extractor);
    }
  }

  /// Reads the answer for what a page is shown with: where it redirects to, or what it needs
  /// itself.
  ///
  /// @param as what it was asked for as
  public PageFindings requisite(CanonicalUrl url, Requisite.Kind as, Exchange exchange) {
    if (ExchangeRules.redirect(url, exchange) != null) {
      String location = exchange.headers().reference("Location");
      return location != null
              && url.resolveAsAsked(location, StandardCharsets.UTF_8) instanceof CanonicalUrl to
              && !to.equals(url)
          ? PageFindings.NOTHING.with(List.of(new Requisite(to, as)))
          : PageFindings.NOTHING;
    }
    return exchange.status() == 200
        ? PageFindings.NOTHING.with(requisites(url, as, exchange))
        : PageFindings.NOTHING;
  }

  private static List<Requisite> requisites(
      CanonicalUrl url, Requisite.Kind as, Exchange exchange) {
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    return RequisiteExtractor.extract(
        content.array(),
        content.offset(),
        content.length(),
        type,
        exchange.headers().all("Link"),
        url,
        as);
  }

  /// SimHash of the text of the page, 0 when it is too short to be told from others.
  private static long signature(Exchange exchange) {
    PageText text = text(exchange);
    return text.text().length() < LEAST_TEXT ? 0 : text.signature();
  }

  private static PageText text(Exchange exchange) {
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    return PageText.of(content.array(), content.offset(), content.length(), type);
  }

  private PageFindings findings(CanonicalUrl url, Exchange exchange, PageLinks page) {
    RobotsMeta asked = page.robots();
    for (String header : exchange.headers().all("X-Robots-Tag")) {
      asked = asked.and(RobotsMeta.header(header, filter.productToken()));
    }
    CanonicalUrl canonical = page.canonical();
    if (canonical != null && !canonical.equals(url) && canonical.sameSite(url)) {
      return PageFindings.alias(canonical);
    }
    if (asked.nofollow()) {
      return PageFindings.NOTHING;
    }
    List<Link> links = page.links();
    List<CanonicalUrl> urls = new ArrayList<>(links.size());
    FocusRules focus = filter.focusRules();
    boolean judged = focus.needAnchors() || focus.needNear();
    List<SortedSet<String>> anchors = judged ? new ArrayList<>(links.size()) : List.of();
    for (int i = 0; i < links.size(); i++) {
      Link link = links.get(i);
      boolean onlyItself = link.is(LinkKind.CANONICAL) && link.url().equals(url);
      if (!link.nofollow() && !onlyItself) {
        urls.add(link.url());
        if (judged) {
          String near = focus.needNear() ? page.nearText(i, NEAR_WORDS) : "";
          anchors.add(focus.anchors(page.anchorText(i), near));
        }
      }
    }
    return PageFindings.of(urls, anchors);
  }
}
