package nephila.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import nephila.UserError;

/// The one spelling of a URL under which Nephila knows a page. Two canonical URLs are the same page
/// if and only if their texts are equal.
///
/// The form is that of the crawler-commons normaliser (RFC 3986 §6.2): scheme and host in lower
/// case, no user info, no default port, no fragment, an internationalised host in its ASCII form,
/// dot segments and empty segments resolved, escapes in upper case and only where needed, query
/// parameters sorted by name, session ids dropped. The text is pure ASCII, at most [#MAX_LENGTH]
/// long.
///
/// Immutable; 32 bytes and the text.
public final class CanonicalUrl implements UrlOutcome, Comparable<CanonicalUrl> {
  /// What servers and archives are known to accept.
  public static final int MAX_LENGTH = 2048;

  private static final int HTTP = "http://".length();
  private static final int HTTPS = "https://".length();

  private final String text;
  private final int hostEnd;
  private final int pathStart;

  private CanonicalUrl(String text) {
    this.text = text;
    pathStart = text.indexOf('/', HTTPS);
    int colon = text.lastIndexOf(':', pathStart);
    hostEnd = colon > HTTP && text.charAt(pathStart - 1) != ']' ? colon : pathStart;
  }

  /// A text that is known to be canonical, as when it was kept in a store. Not checked.
  public static CanonicalUrl ofCanonical(String text) {
    assert text.startsWith("http") && text.indexOf('/', HTTPS) > 0 : text;
    return new CanonicalUrl(text);
  }

  /// An absolute URL as found on the web.
  public static UrlOutcome parse(String text) {
    return Reference.resolve(null, text, UTF_8);
  }

  /// A URL as a user types it: a missing scheme means `http`.
  ///
  /// @throws UserError when it is none
  public static CanonicalUrl typed(String typed) {
    String trimmed = typed.strip();
    boolean hasScheme =
        trimmed.contains("://") || trimmed.matches("(?i)(mailto|javascript|data):.*");
    UrlOutcome outcome =
        trimmed.isEmpty() ? BadUrl.NO_HOST : parse(hasScheme ? trimmed : "http://" + trimmed);
    return switch (outcome) {
      case CanonicalUrl url -> url;
      case BadUrl why ->
          throw new UserError(
              "not a URL: '" + typed + "': " + why.rule() + "; write it like https://example.org/");
    };
  }

  public String text() {
    return text;
  }

  /// The text as bytes, one a character.
  public byte[] bytes() {
    return text.getBytes(ISO_8859_1);
  }

  public boolean secure() {
    return text.charAt(4) == 's';
  }

  public String scheme() {
    return secure() ? "https" : "http";
  }

  /// The host name or address; an IPv6 address has its brackets.
  public String host() {
    return text.substring(secure() ? HTTPS : HTTP, hostEnd);
  }

  /// The port to connect to.
  public int port() {
    if (hostEnd == pathStart) {
      return secure() ? 443 : 80;
    }
    return Integer.parseInt(text, hostEnd + 1, pathStart, 10);
  }

  /// Host, and the port when it is not the default: the `Host` header.
  public String authority() {
    return text.substring(secure() ? HTTPS : HTTP, pathStart);
  }

  /// Scheme, host and port, with no slash at the end: what one robots.txt speaks for.
  public String origin() {
    return text.substring(0, pathStart);
  }

  /// The path, from its slash on, without the query.
  public String path() {
    int query = text.indexOf('?', pathStart);
    return query < 0 ? text.substring(pathStart) : text.substring(pathStart, query);
  }

  /// The query without its question mark; empty when there is none.
  public String query() {
    int query = text.indexOf('?', pathStart);
    return query < 0 ? "" : text.substring(query + 1);
  }

  /// What a request line asks for.
  public String pathAndQuery() {
    return text.substring(pathStart);
  }

  /// Where the path begins in [#text].
  public int pathStart() {
    return pathStart;
  }

  /// The site by the public suffix list, as in [Sites#of].
  public String site() {
    return Sites.of(host());
  }

  /// Whether both are pages of one site; asks for no list when both are of one host.
  public boolean sameSite(CanonicalUrl other) {
    String host = host();
    String otherHost = other.host();
    return host.equals(otherHost) || Sites.of(host).equals(Sites.of(otherHost));
  }

  /// What a reference found on this page means.
  public UrlOutcome resolve(String reference) {
    return Reference.resolve(this, reference, UTF_8);
  }

  /// The address that a browser asks for by a reference found in the document at this one: as
  /// [#resolve], but path and query stay as written (WHATWG URL), so that two texts may be the same
  /// page. What a page is shown with is fetched and archived by it, since replay looks for what the
  /// browser asks for.
  ///
  /// @param charset of the document, in which a query is escaped
  public UrlOutcome resolveAsAsked(String reference, Charset charset) {
    return Reference.resolve(this, reference, charset, Spelling.AS_ASKED);
  }

  @Override
  public int compareTo(CanonicalUrl other) {
    return text.compareTo(other.text);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CanonicalUrl url && text.equals(url.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
