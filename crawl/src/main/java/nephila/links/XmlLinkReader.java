package nephila.links;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import nephila.url.CanonicalUrl;
import nephila.url.UrlOutcome;

/// Finds the links of an XML document of whatever vocabulary.
///
/// A link is an `href` attribute, XLink's or without a namespace, resolved against `xml:base`; an
/// attribute that vocabularies use for addresses (`rdf:resource`, `url` …) that holds an absolute
/// one; and an element whose whole text is an absolute address (`<url>http://…</url>`). What is
/// shown in place (`xlink:show="embed"`) and style sheets are no links to pages; of an SVG image
/// only its `a` elements count.
///
/// Document types are not read, so no entity is expanded. A document that breaks gives the links
/// before the break.
final class XmlLinkReader {
  private static final String XLINK = "http://www.w3.org/1999/xlink";
  private static final Set<String> ADDRESSES =
      Set.of("about", "link", "resource", "uri", "url", "xmlurl", "htmlurl");

  /// Elements that give a base of their own, innermost first.
  private record Base(int depth, CanonicalUrl url) {}

  private final Consumer<UrlOutcome> found;
  private final Deque<Base> bases = new ArrayDeque<>();
  private final StringBuilder text = new StringBuilder();
  private int depth;
  private boolean leaf;
  private boolean image;

  /// @param found takes each reference as it is met, one that is no address included
  XmlLinkReader(CanonicalUrl url, Consumer<UrlOutcome> found) {
    this.found = found;
    bases.push(new Base(0, url));
  }

  /// @param charset of the content; bytes that are none of its are passed over, since addresses are
  ///   ASCII and a parser that is given bytes would end there
  void read(byte[] content, Charset charset) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(text(content, charset));
      while (reader.hasNext()) {
        event(reader.next(), reader);
      }
    } catch (XMLStreamException | IOException | RuntimeException e) {
      // What came before the break was found.
    }
  }

  /// The content without a byte order mark, at which a parser of characters would end.
  private static Reader text(byte[] content, Charset charset) throws IOException {
    var bytes = new ByteArrayInputStream(content);
    PushbackReader text = new PushbackReader(new InputStreamReader(bytes, charset));
    int first = text.read();
    if (first >= 0 && first != '\uFEFF') {
      text.unread(first);
    }
    return text;
  }

  private void event(int event, XMLStreamReader reader) {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> begin(reader);
      case XMLStreamConstants.END_ELEMENT -> end();
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
        if (leaf && text.length() <= CanonicalUrl.MAX_LENGTH) {
          text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
        }
      }
      default -> {}
    }
  }

  private void begin(XMLStreamReader reader) {
    depth++;
    leaf = true;
    text.setLength(0);
    String name = reader.getLocalName();
    image |= depth == 1 && name.equals("svg");
    String base = reader.getAttributeValue(XMLConstants.XML_NS_URI, "base");
    if (base != null && bases.element().url().resolve(base) instanceof CanonicalUrl url) {
      bases.push(new Base(depth, url));
    }
    boolean embedded = "embed".equals(reader.getAttributeValue(XLINK, "show"));
    if (embedded || (image && !name.equals("a")) || isNoPage(name, reader)) {
      return;
    }
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attribute(reader, i);
    }
  }

  private static boolean isNoPage(String name, XMLStreamReader reader) {
    String rel = reader.getAttributeValue(null, "rel");
    String type = reader.getAttributeValue(null, "type");
    return name.equals("link")
        && rel != null
        && LinkRel.of(rel).kind(type == null ? "" : type) == null
        && rel.toLowerCase(Locale.ROOT).matches(".*(stylesheet|icon|preload).*");
  }

  private void attribute(XMLStreamReader reader, int i) {
    String space = reader.getAttributeNamespace(i);
    String value = reader.getAttributeValue(i).strip();
    String name = reader.getAttributeLocalName(i).toLowerCase(Locale.ROOT);
    boolean plain = space == null || space.isEmpty();
    if (name.equals("href") && (plain || space.equals(XLINK))) {
      if (!value.isEmpty() && !value.startsWith("#")) {
        found.accept(bases.element().url().resolve(value));
      }
    } else if (ADDRESSES.contains(name) && isAddress(value)) {
      found.accept(bases.element().url().resolve(value));
    }
  }

  private void end() {
    if (leaf && !image) {
      String whole = text.toString().strip();
      if (isAddress(whole)) {
        found.accept(bases.element().url().resolve(whole));
      }
    }
    leaf = false;
    if (bases.element().depth() == depth) {
      bases.pop();
    }
    depth--;
  }

  /// Whether a text is an absolute address and nothing else.
  private static boolean isAddress(String text) {
    return (text.regionMatches(true, 0, "http://", 0, 7)
            || text.regionMatches(true, 0, "https://", 0, 8))
        && text.length() <= CanonicalUrl.MAX_LENGTH
        && text.chars().noneMatch(Character::isWhitespace);
  }
}
