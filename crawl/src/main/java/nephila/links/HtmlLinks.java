package nephila.links;

import java.util.Locale;
import nephila.url.CanonicalUrl;
import nephila.url.UrlResolver;
import org.jspecify.annotations.Nullable;

/// One pass over one HTML page: finds its tags and notes what they say. See [LinkExtractor].
final class HtmlLinks {
  private final PageBytes page;
  private final TagCursor cursor;
  private final LinkTable table;
  private final LinkTextSpans mentions = new LinkTextSpans();
  private final PageLinks.Head head = new PageLinks.Head();
  private final UrlResolver resolver;
  private final String productToken;
  private final int limit;
  private int openMention = -1;
  private int foreign;

  HtmlLinks(PageBytes page, UrlResolver resolver, String productToken, int limit) {
    this.page = page;
    this.resolver = resolver;
    this.productToken = productToken;
    this.limit = limit;
    cursor = new TagCursor(page.bytes, page.from, page.to);
    table = new LinkTable(page, resolver, limit);
  }

  PageLinks read() {
    return read(null);
  }

  /// Reads the page; a base that is given is not looked for. One that comes after links that it
  /// should have applied to makes it start again.
  private PageLinks read(@Nullable CanonicalUrl base) {
    head.base = base;
    while (cursor.next()) {
      if (cursor.closing()) {
        closing(cursor.name());
      } else if (opening(cursor.name())) {
        HtmlLinks again = new HtmlLinks(page, resolver, productToken, limit);
        return again.read(head.base);
      }
    }
    closeMention(page.to);
    return new PageLinks(page, table.links(), mentions, head, table.truncated(), table.unusable());
  }

  private void closing(long name) {
    cursor.skip();
    if (name == TagName.A) {
      closeMention(cursor.tagStart());
    } else if (foreign > 0 && (name == TagName.SVG || name == TagName.MATH)) {
      foreign--;
      cursor.cdata(foreign > 0);
    }
  }

  /// Reads a start tag; true when the page must be read again with the base that it gave.
  private boolean opening(long name) {
    if (name == TagName.A) {
      anchor();
    } else if (name == TagName.LINK) {
      link();
    } else if (name == TagName.META) {
      meta();
    } else if (name == TagName.AREA) {
      reference("href", LinkKind.AREA);
    } else if (name == TagName.FRAME) {
      reference("src", LinkKind.FRAME);
    } else if (name == TagName.BASE) {
      return base();
    } else if (name == TagName.SVG || name == TagName.MATH) {
      foreign();
    } else {
      other(name);
    }
    return false;
  }

  private void other(long name) {
    if (name == TagName.IFRAME) {
      reference("src", LinkKind.IFRAME);
    } else {
      cursor.skip();
    }
    if (foreign > 0 || !cursor.complete()) {
      return;
    }
    if (name == TagName.SCRIPT) {
      cursor.skipScript();
    } else if (name == TagName.PLAINTEXT) {
      cursor.skipRaw("no element ends plaintext");
    } else {
      raw(name);
    }
  }

  private void raw(long name) {
    String raw = TagName.raw(name);
    if (raw != null) {
      int start = cursor.at();
      int end = cursor.skipRaw(raw);
      if (name == TagName.TITLE && head.titleStart < 0) {
        head.titleStart = start;
        head.titleEnd = end;
      }
    }
  }

  private void foreign() {
    int slash = -1;
    while (cursor.nextAttribute()) {
      slash = cursor.at();
    }
    boolean selfClosing =
        cursor.complete() && page.bytes[cursor.at() - 2] == '/' && slash != cursor.at() - 1;
    if (cursor.complete() && !selfClosing) {
      foreign++;
      cursor.cdata(true);
    }
  }

  private void anchor() {
    int tag = cursor.tagStart();
    int from = -1;
    int to = -1;
    boolean rel = false;
    boolean nofollow = false;
    while (cursor.nextAttribute()) {
      int length = cursor.attributeEnd() - cursor.attributeStart();
      if (length == 4 && from < 0 && cursor.attribute("href")) {
        from = cursor.valueStart();
        to = cursor.valueEnd();
      } else if (length == 3 && !rel && cursor.attribute("rel")) {
        rel = true;
        nofollow = LinkRel.of(value()).nofollow();
      }
    }
    if (!cursor.complete()) {
      return;
    }
    closeMention(tag);
    if (from >= 0) {
      int link = table.mention(from, to, LinkKind.ANCHOR, nofollow);
      if (link != LinkTable.NONE) {
        openMention = mentions.open(link, cursor.at());
      }
    }
  }

  private void closeMention(int at) {
    if (openMention >= 0) {
      mentions.close(openMention, at);
      openMention = -1;
    }
  }

  private void reference(String attribute, LinkKind kind) {
    int from = -1;
    int to = -1;
    boolean nofollow = false;
    while (cursor.nextAttribute()) {
      if (from < 0 && cursor.attribute(attribute)) {
        from = cursor.valueStart();
        to = cursor.valueEnd();
      } else if (cursor.attribute("rel")) {
        nofollow = LinkRel.of(value()).nofollow();
      }
    }
    boolean usable =
        from >= 0
            && cursor.complete()
            && (kind != LinkKind.FRAME && kind != LinkKind.IFRAME || to > from);
    if (usable) {
      table.mention(from, to, kind, nofollow);
    }
  }

  private void link() {
    int from = -1;
    int to = -1;
    String rel = null;
    String type = "";
    while (cursor.nextAttribute()) {
      if (from < 0 && cursor.attribute("href")) {
        from = cursor.valueStart();
        to = cursor.valueEnd();
      } else if (rel == null && cursor.attribute("rel")) {
        rel = value();
      } else if (type.isEmpty() && cursor.attribute("type")) {
        type = value();
      }
    }
    LinkRel relation = rel == null ? LinkRel.NONE : LinkRel.of(rel);
    LinkKind kind = relation.kind(type);
    if (kind == null || from < 0 || to <= from || !cursor.complete()) {
      return;
    }
    int link = table.mention(from, to, kind, relation.nofollow());
    if (kind == LinkKind.CANONICAL && head.canonical == null && link != LinkTable.NONE) {
      head.canonical = table.links().get(link).url();
    }
  }

  private void meta() {
    String name = "";
    String equivalent = "";
    String content = null;
    while (cursor.nextAttribute()) {
      if (name.isEmpty() && cursor.attribute("name")) {
        name = value().strip().toLowerCase(Locale.ROOT);
      } else if (equivalent.isEmpty() && cursor.attribute("http-equiv")) {
        equivalent = value().strip().toLowerCase(Locale.ROOT);
      } else if (content == null && cursor.attribute("content")) {
        content = value();
      }
    }
    if (content == null || !cursor.complete()) {
      return;
    }
    if (name.equals("robots") || name.equals(productToken)) {
      head.robots = head.robots.and(RobotsMeta.parse(content));
    }
    if (equivalent.equals("refresh")) {
      String target = MetaRefresh.target(content);
      int link = target == null ? LinkTable.NONE : table.mention(target);
      if (link != LinkTable.NONE) {
        table.seen(link, LinkKind.REFRESH, false);
      }
    }
  }

  private boolean base() {
    String href = null;
    while (cursor.nextAttribute()) {
      if (href == null && cursor.attribute("href")) {
        href = value();
      }
    }
    if (href == null || !cursor.complete() || head.base != null) {
      return false;
    }
    if (resolver.resolve(href) instanceof CanonicalUrl base) {
      head.base = base;
      resolver.rebase(base, page.charset());
      return !table.links().isEmpty();
    }
    return false;
  }

  private String value() {
    return page.attribute(cursor.valueStart(), cursor.valueEnd());
  }
}
