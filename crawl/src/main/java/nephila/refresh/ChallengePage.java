package nephila.refresh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.fetch.Headers;

/// Knows the pages with which protections against robots answer in place of the page, by what their
/// makers document. Such a page is told, never solved.
///
/// | maker | sign |
/// | --- | --- |
/// | Cloudflare | header `cf-mitigated: challenge` |
/// | AWS WAF | header `x-amzn-waf-action: challenge` or `captcha` |
/// | Vercel | header `x-vercel-mitigated: challenge` |
/// | Anubis | cookie `techaro.lol-anubis-…`, or its script under `/.within.website/x/cmd/anubis/` with the element `anubis_challenge` |
/// | go-away | its script under `/.well-known/.…/go-away/cmd/go-away/` with `challenge` |
/// | Imperva | `/_Incapsula_Resource` in a page of a few kilobytes that is told not to be indexed |
final class ChallengePage {
  /// A challenge is a small page; a long one that speaks of such things is about them.
  private static final int LONGEST = 64 << 10;

  private ChallengePage() {}

  static boolean is(Exchange exchange) {
    if (!exchange.answered()) {
      return false;
    }
    Headers headers = exchange.headers();
    if (says(headers, "cf-mitigated", "challenge")
        || says(headers, "x-vercel-mitigated", "challenge")
        || says(headers, "x-amzn-waf-action", "challenge")
        || says(headers, "x-amzn-waf-action", "captcha")) {
      return true;
    }
    List<String> cookies = headers.all("Set-Cookie");
    boolean anubis = cookies.stream().anyMatch(cookie -> cookie.contains("-anubis-cookie-verif"));
    return anubis || inBody(exchange);
  }

  private static boolean says(Headers headers, String name, String value) {
    String said = headers.first(name);
    return said != null && said.strip().equalsIgnoreCase(value);
  }

  private static boolean inBody(Exchange exchange) {
    String type = exchange.headers().first("Content-Type");
    if (type != null && !type.contains("html")) {
      return false;
    }
    Content content = exchange.content();
    if (content.length() == 0 || content.length() > LONGEST) {
      return false;
    }
    String page = new String(content.array(), content.offset(), content.length(), ISO_8859_1);
    boolean anubis =
        page.contains("/.within.website/x/cmd/anubis/") && page.contains("anubis_challenge");
    boolean goAway = page.contains("/go-away/cmd/go-away/") && page.contains("challenge");
    boolean imperva =
        page.contains("/_Incapsula_Resource?")
            && page.toLowerCase(java.util.Locale.ROOT).contains("noindex");
    return anubis || goAway || imperva;
  }
}
