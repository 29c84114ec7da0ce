package nephila.links;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Finds what a document is shown with: pictures (`img`, `srcset`, `picture`, icons, those of meta
/// elements), style sheets and what they ask for, scripts, fonts, media, frames, embedded objects,
/// what SVG refers to, the icons of a manifest. All candidates of a `srcset` and all fonts are
/// named, whichever a browser would choose; also the attributes from which common scripts load
/// pictures late (`data-src` …). What scripts ask for by themselves is not found.
///
/// One pass over the bytes, no tree; time linear in the length of the document, memory bounded by
/// the number of references kept. Thread-safe.
public final class RequisiteExtractor {
  /// The most references read of one document.
  static final int MAX_MENTIONS = 20_000;

  private static final List<LinkHeader> NO_LINKS = List.of();

  private static final Pattern MANIFEST_SOURCE =
      Pattern.compile("\"src\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.){1,4096})\"");

  /// Takes references.
  interface Found {
    void add(CanonicalUrl base, String reference, Charset charset, Requisite.Kind kind);
  }

  private RequisiteExtractor() {}

  /// As the one below, of an answer without `Link` headers.
  public static List<Requisite> extract(
      byte[] bytes,
      int offset,
      int length,
      @Nullable String contentType,
      CanonicalUrl url,
      Requisite.Kind as) {
    return extract(bytes, offset, length, contentType, List.of(), url, as);
  }

  /// What a document is shown with, each once, in the order of first mention; not itself.
  ///
  /// @param linkHeaders the `Link` headers as they came
  /// @param as what it was asked for as: a picture that comes as a page is none
  /// @param contentType the header as it came, null when there was none
  public static List<Requisite> extract(
      byte[] bytes,
      int offset,
      int length,
      @Nullable String contentType,
      List<String> linkHeaders,
      CanonicalUrl url,
      Requisite.Kind as) {
    PageBytes page = PageBytes.of(bytes, offset, length, contentType);
    Map<String, Requisite> all = new LinkedHashMap<>();
    Found found = (base, reference, charset, kind) -> add(all, url, base, reference, charset, kind);
    for (LinkHeader link : as == Requisite.Kind.DOCUMENT ? linkHeaders(linkHeaders) : NO_LINKS) {
      if (HtmlRequisites.linked(link.rel(), link.as()) instanceof Requisite.Kind kind) {
        found.add(url, link.target(), StandardCharsets.UTF_8, kind);
      }
    }
    switch (as) {
      case RESOURCE, ICON -> {}
      case STYLE -> {
        if (!media(contentType).equals("text/html")) {
          css(page, contentType, url, found);
        }
      }
      case MANIFEST -> manifest(page, url, found);
      case DOCUMENT -> document(page, contentType, url, found);
    }
    return new ArrayList<>(all.values());
  }

  private static List<LinkHeader> linkHeaders(List<String> headers) {
    return headers.isEmpty() ? NO_LINKS : headers.stream().flatMap(LinkHeader::of).toList();
  }

  private static void document(
      PageBytes page, @Nullable String contentType, CanonicalUrl url, Found found) {
    String media = media(contentType);
    boolean markup =
        media.equals("image/svg+xml")
            || DocumentKind.of(page, contentType, url) == DocumentKind.HTML;
    if (markup) {
      new HtmlRequisites(page, MAX_MENTIONS).read(url, found);
    } else if (media.equals("text/css")) {
      css(page, contentType, url, found);
    }
  }

  private static void css(
      PageBytes page, @Nullable String contentType, CanonicalUrl url, Found found) {
    Charset charset = page.styleSheetCharset(contentType);
    String text = new String(page.bytes, page.from, page.to - page.from, charset);
    int[] left = {MAX_MENTIONS};
    new CssUrls(
            text,
            true,
            (reference, style) -> {
              if (left[0]-- > 0) {
                Requisite.Kind kind = style ? Requisite.Kind.STYLE : Requisite.Kind.RESOURCE;
                found.add(url, reference, charset, kind);
              }
            })
        .read();
  }

  private static void manifest(PageBytes page, CanonicalUrl url, Found found) {
    Matcher source = MANIFEST_SOURCE.matcher(page.decode(page.from, page.to));
    for (int i = 0; i < MAX_MENTIONS && source.find(); i++) {
      String written = source.group(1).replace("\\/", "/");
      found.add(url, written, page.charset(), Requisite.Kind.RESOURCE);
    }
  }

  private static void add(
      Map<String, Requisite> all,
      CanonicalUrl document,
      CanonicalUrl base,
      String reference,
      Charset charset,
      Requisite.Kind kind) {
    String trimmed = reference.strip();
    boolean none = trimmed.isEmpty() || trimmed.startsWith("#");
    if (!none
        && base.resolveAsAsked(trimmed, charset) instanceof CanonicalUrl url
        && !url.equals(document)) {
      all.putIfAbsent(url.text(), new Requisite(url, kind));
    }
  }

  private static String media(@Nullable String contentType) {
    String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
    int semicolon = type.indexOf(';');
    return (semicolon < 0 ? type : type.substring(0, semicolon)).strip();
  }
}
