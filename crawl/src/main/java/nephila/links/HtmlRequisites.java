package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Finds what a document is shown with, in one pass over its tags: see [RequisiteExtractor]. HTML
/// and SVG alike: names of elements and attributes are those of either.
final class HtmlRequisites {
  private static final Set<String> ICONS =
      Set.of("icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon");

  /// Meta elements whose content is the address of a picture.
  private static final Set<String> META =
      Set.of(
          "og:image",
          "og:image:url",
          "og:image:secure_url",
          "twitter:image",
          "twitter:image:src",
          "thumbnail",
          "msapplication-tileimage",
          "msapplication-square70x70logo",
          "msapplication-square150x150logo",
          "image");

  /// Attributes of SVG whose values are those of style properties.
  private static final Set<String> PRESENTATION =
      Set.of(
          "clip-path",
          "cursor",
          "fill",
          "filter",
          "marker-end",
          "marker-mid",
          "marker-start",
          "mask",
          "stroke");

  /// Documents within documents are read to this depth.
  private static final int MAX_DEPTH = 3;

  /// A reference as it was met, and what it is to.
  private record Mention(String reference, Requisite.Kind kind) {}

  private final PageBytes page;
  private final TagCursor cursor;
  private final int limit;
  private final int depth;
  private final List<Mention> mentions = new ArrayList<>();

  /// Documents that stand in `srcdoc` attributes.
  private final List<HtmlRequisites> inner = new ArrayList<>();

  private @Nullable String base;

  HtmlRequisites(PageBytes page, int limit) {
    this(page, limit, 0);
  }

  private HtmlRequisites(PageBytes page, int limit, int depth) {
    this.page = page;
    this.limit = limit;
    this.depth = depth;
    this.cursor = new TagCursor(page.bytes, page.from, page.to);
  }

  /// Shows what was found, resolved; a base element counts for what stands before it too.
  void read(CanonicalUrl url, RequisiteExtractor.Found to) {
    while (mentions.size() < limit && cursor.next()) {
      if (cursor.closing()) {
        cursor.skip();
      } else {
        element(cursor.name());
      }
    }
    CanonicalUrl from = url;
    if (base != null && url.resolveAsAsked(base, page.charset()) instanceof CanonicalUrl other) {
      from = other;
    }
    for (Mention mention : mentions) {
      to.add(from, mention.reference(), page.charset(), mention.kind());
    }
    for (HtmlRequisites each : inner) {
      each.read(from, to);
    }
  }

  private void element(long name) {
    Attributes has = attributes();
    if (!cursor.complete()) {
      return;
    }
    if (name == TagName.LINK) {
      link(has);
    } else if (name == TagName.META) {
      meta(has);
    } else if (name == TagName.BASE) {
      base = base == null ? has.href : base;
    } else if (name == TagName.IFRAME || name == TagName.FRAME || name == TagName.EMBED) {
      add(has.src, Requisite.Kind.DOCUMENT);
      add(has.lazySrc, Requisite.Kind.DOCUMENT);
      inner(has.srcdoc);
    } else if (name == TagName.OBJECT) {
      add(has.data, Requisite.Kind.DOCUMENT);
    } else if (takesSource(name)) {
      add(has.src, Requisite.Kind.RESOURCE);
      add(has.lazySrc, Requisite.Kind.RESOURCE);
      sourceSet(has.srcset);
      sourceSet(has.lazySrcset);
      add(has.poster, Requisite.Kind.RESOURCE);
    } else if (name == TagName.IMAGE || name == TagName.USE || name == TagName.FEIMAGE) {
      add(has.href, Requisite.Kind.RESOURCE);
      add(has.src, Requisite.Kind.RESOURCE); // HTML reads image as img
    }
    if (name == TagName.SCRIPT) {
      add(has.href, Requisite.Kind.RESOURCE); // of SVG
    }
    add(has.background, Requisite.Kind.RESOURCE);
    content(name);
  }

  private static boolean takesSource(long name) {
    return name == TagName.IMG
        || name == TagName.SOURCE
        || name == TagName.SCRIPT
        || name == TagName.VIDEO
        || name == TagName.AUDIO
        || name == TagName.TRACK
        || name == TagName.INPUT;
  }

  /// Raw text is no markup; that of a style element is a style sheet.
  private void content(long name) {
    if (name == TagName.SCRIPT) {
      cursor.skipScript();
    } else if (name == TagName.PLAINTEXT) {
      cursor.skipRaw("no element ends plaintext");
    } else if (TagName.raw(name) instanceof String raw) {
      int start = cursor.at();
      int end = cursor.skipRaw(raw);
      if (name == TagName.STYLE) {
        css(page.decode(start, end), true);
      }
    }
  }

  /// What the attributes of a tag say that any element may ask for; null where it is not there.
  private static final class Attributes {
    @Nullable String href;
    @Nullable String src;
    @Nullable String lazySrc;
    @Nullable String srcdoc;
    @Nullable String srcset;
    @Nullable String lazySrcset;
    @Nullable String data;
    @Nullable String poster;
    @Nullable String background;
    @Nullable String rel;
    @Nullable String as;
    @Nullable String name;
    @Nullable String content;
  }

  private Attributes attributes() {
    Attributes has = new Attributes();
    while (cursor.nextAttribute()) {
      int length = cursor.attributeEnd() - cursor.attributeStart();
      if (length < 2 || length > 30) {
        continue;
      }
      String name = page.decode(cursor.attributeStart(), cursor.attributeEnd());
      switch (name.toLowerCase(Locale.ROOT)) {
        case "href", "xlink:href" -> has.href = first(has.href);
        case "src" -> has.src = first(has.src);
        case "data-src", "data-lazy-src", "data-original" -> has.lazySrc = first(has.lazySrc);
        case "srcdoc" -> has.srcdoc = first(has.srcdoc);
        case "srcset", "imagesrcset" -> has.srcset = first(has.srcset);
        case "data-srcset", "data-lazy-srcset" -> has.lazySrcset = first(has.lazySrcset);
        case "data" -> has.data = first(has.data);
        case "poster" -> has.poster = first(has.poster);
        case "background" -> has.background = first(has.background);
        case "rel" -> has.rel = first(has.rel);
        case "as" -> has.as = first(has.as);
        case "name", "property", "itemprop" -> has.name = first(has.name);
        case "content" -> has.content = first(has.content);
        case "style" -> css(value(), false);
        case String other when PRESENTATION.contains(other) -> css(value(), false);
        default -> {}
      }
    }
    return has;
  }

  private String first(@Nullable String before) {
    return before == null ? value() : before;
  }

  private String value() {
    return page.attribute(cursor.valueStart(), cursor.valueEnd());
  }

  private void inner(@Nullable String document) {
    if (document != null && depth < MAX_DEPTH) {
      byte[] bytes = document.getBytes(UTF_8);
      PageBytes its = PageBytes.of(bytes, 0, bytes.length, "text/html; charset=utf-8");
      inner.add(new HtmlRequisites(its, limit - mentions.size(), depth + 1));
    }
  }

  private void link(Attributes has) {
    Requisite.Kind kind = linked(has.rel, has.as);
    if (kind != null) {
      add(has.href, kind);
      sourceSet(has.srcset);
    }
  }

  /// What a link of such relations is shown with; null where it is not.
  static Requisite.@Nullable Kind linked(@Nullable String relations, @Nullable String destination) {
    Requisite.Kind kind = null;
    String rel = relations == null ? "" : relations;
    for (String word : rel.toLowerCase(Locale.ROOT).split("[ \t\n\f\r]+")) {
      String as = destination == null ? "" : destination.strip().toLowerCase(Locale.ROOT);
      switch (word) {
        case "stylesheet" -> kind = Requisite.Kind.STYLE;
        case "manifest" -> kind = Requisite.Kind.MANIFEST;
        case "preload" ->
            kind = as.equals("style") ? Requisite.Kind.STYLE : Requisite.Kind.RESOURCE;
        case "modulepreload" -> kind = Requisite.Kind.RESOURCE;
        default -> kind = kind == null && ICONS.contains(word) ? Requisite.Kind.ICON : kind;
      }
    }
    return kind;
  }

  private void meta(Attributes has) {
    if (has.name != null && META.contains(has.name.strip().toLowerCase(Locale.ROOT))) {
      add(has.content, Requisite.Kind.RESOURCE);
    }
  }

  private void css(String text, boolean sheet) {
    new CssUrls(
            text,
            sheet,
            (reference, style) ->
                add(reference, style ? Requisite.Kind.STYLE : Requisite.Kind.RESOURCE))
        .read();
  }

  /// The candidates of a `srcset` (HTML §4.8.4.2.1): each is an address up to a space, commas at
  /// its end no part of it, and what describes it up to the next comma outside parentheses.
  private void sourceSet(@Nullable String set) {
    int at = 0;
    while (set != null && at < set.length()) {
      while (at < set.length() && (space(set.charAt(at)) || set.charAt(at) == ',')) {
        at++;
      }
      int from = at;
      while (at < set.length() && !space(set.charAt(at))) {
        at++;
      }
      int to = at;
      while (to > from && set.charAt(to - 1) == ',') {
        to--;
      }
      if (to > from) {
        add(set.substring(from, to), Requisite.Kind.RESOURCE);
      }
      at = to < at ? at : descriptorsEnd(set, at);
    }
  }

  private static int descriptorsEnd(String set, int from) {
    int open = 0;
    int at = from;
    while (at < set.length() && (open > 0 || set.charAt(at) != ',')) {
      char c = set.charAt(at++);
      open = c == '(' ? 1 : c == ')' ? 0 : open;
    }
    return at;
  }

  private static boolean space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
  }

  private void add(@Nullable String reference, Requisite.Kind kind) {
    if (reference != null && mentions.size() < limit) {
      mentions.add(new Mention(reference, kind));
    }
  }
}
