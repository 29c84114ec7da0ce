package nephila.refresh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Locale;
import java.util.regex.Pattern;
import nephila.fetch.Content;
import nephila.url.CanonicalUrl;

/// Tells redirects to where one logs in from moves, and what a server sends to one place from what
/// it sends to many: `/login?next=/a` and `/login?next=/b` are one place.
final class LoginWall {
  private static final String ENDING = "(\\.(php|aspx?|jsp|do|html?|cgi))?";
  private static final Pattern PATH =
      Pattern.compile(
          "(^|/)(log-?in|log-?on|sign-?in|wp-login|user-login|oauth2?|saml2?|shibboleth)"
              + ENDING
              + "(/.*)?$");

  /// Words that stand in the addresses of other pages too: with where to go on only.
  private static final Pattern PATH_WITH_QUERY =
      Pattern.compile(
          "(^|/)(auth|authenticate|authorize|sso|openid|cas|idp|session/new)" + ENDING + "/?$");

  private static final Pattern HOST =
      Pattern.compile("^(login|signin|sso|auth|idp|cas|accounts|oauth)\\..*");
  private static final Pattern PASSWORD =
      Pattern.compile("<input\\b[^>]{0,300}\\btype\\s*=\\s*[\"']?password\\b");

  private LoginWall() {}

  /// Whether it is the address of a log-in, by its path or its host.
  static boolean isLogin(CanonicalUrl url) {
    String path = url.path().toLowerCase(Locale.ROOT);
    boolean goesOn = !url.query().isEmpty();
    return PATH.matcher(path).find()
        || (goesOn && PATH_WITH_QUERY.matcher(path).find())
        || HOST.matcher(url.host()).matches();
  }

  /// Whether a page asks for a password.
  static boolean asksForPassword(Content content) {
    int length = Math.min(content.length(), 1 << 18);
    String page = new String(content.array(), content.offset(), length, ISO_8859_1);
    return PASSWORD.matcher(page.toLowerCase(Locale.ROOT)).find();
  }

  /// The place that a redirect from `source` leads to: the target, without a query that only says
  /// where one came from.
  static String place(CanonicalUrl source, CanonicalUrl target) {
    boolean names = !target.query().isEmpty() && namesSource(target.query(), source);
    return names ? target.origin() + target.path() : target.text();
  }

  private static boolean namesSource(String query, CanonicalUrl source) {
    String path = source.pathAndQuery();
    if (path.length() < 2) {
      return false;
    }
    String plain = query;
    try {
      plain = URLDecoder.decode(query, UTF_8);
    } catch (IllegalArgumentException e) {
      // no valid escapes: compared as it stands
    }
    String bare = path.substring(1);
    return query.contains("=" + bare)
        || query.contains(path)
        || plain.contains(path)
        || plain.contains("=" + bare);
  }
}
