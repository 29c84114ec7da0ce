package nephila.links;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import nephila.url.CanonicalUrl;
import nephila.url.UrlResolver;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// The links of a page as a parser with a tree finds them.
final class JsoupOracle {
  private JsoupOracle() {}

  /// The URLs of all links, in the order of the page.
  static Set<String> links(byte[] bytes, @Nullable String charset, CanonicalUrl url) {
    Document page;
    try {
      page = Jsoup.parse(new ByteArrayInputStream(bytes), charset, url.text());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    UrlResolver resolver = new UrlResolver(url);
    for (Element base : page.select("base[href]")) {
      if (resolver.resolve(base.attr("href")) instanceof CanonicalUrl usable) {
        resolver.rebase(usable, page.charset());
        break;
      }
    }
    resolver.rebase(resolver.base(), page.charset());
    Set<String> links = new LinkedHashSet<>();
    for (Element element : page.getAllElements()) {
      String reference = reference(element);
      if (reference != null && resolver.resolve(reference) instanceof CanonicalUrl link) {
        links.add(link.text());
      }
    }
    return links;
  }

  private static @Nullable String reference(Element element) {
    return switch (element.normalName()) {
      case "a", "area" -> element.hasAttr("href") ? element.attr("href") : null;
      case "frame", "iframe" -> element.attr("src").isEmpty() ? null : element.attr("src");
      case "link" -> {
        List<String> rel = List.of(element.attr("rel").toLowerCase(Locale.ROOT).split("\\s+"));
        boolean leads =
            rel.contains("canonical")
                || rel.contains("next")
                || rel.contains("prev")
                || rel.contains("previous")
                || (rel.contains("alternate") && !rel.contains("stylesheet"));
        yield leads && !element.attr("href").isEmpty() ? element.attr("href") : null;
      }
      case "meta" -> {
        boolean refresh = element.attr("http-equiv").strip().equalsIgnoreCase("refresh");
        yield refresh && element.hasAttr("content")
            ? MetaRefresh.target(element.attr("content"))
            : null;
      }
      default -> null;
    };
  }
}
