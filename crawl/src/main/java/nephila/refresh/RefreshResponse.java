package nephila.refresh;

import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Outcome;
import nephila.fetch.Truncation;
import nephila.links.PageText;
import nephila.process.ExchangeRules;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// What one request showed, as far as it is needed to judge a page.
///
/// @param status HTTP's, 0 without an answer
/// @param failure why there is no answer, null when there is one
/// @param detail of the failure
/// @param target where it redirects to, null when it does not
/// @param html whether it is, or claims to be, HTML
/// @param text of a page that came with status 200, null of anything else
/// @param challenge whether it is a riddle in place of the page
/// @param password whether a page that came with status 200 asks for a password
/// @param sha1 of the payload in hexadecimal; empty of what is no whole answer to GET with status
///   200
record RefreshResponse(
    boolean byHead,
    int status,
    @Nullable Failure failure,
    String detail,
    @Nullable CanonicalUrl target,
    boolean html,
    @Nullable PageText text,
    boolean challenge,
    boolean password,
    String sha1) {

  static RefreshResponse of(CanonicalUrl url, Exchange exchange) {
    boolean byHead = exchange.request().method() == FetchRequest.Method.HEAD;
    if (exchange.outcome() instanceof Outcome.Failed failed) {
      return new RefreshResponse(
          byHead, 0, failed.kind(), failed.detail(), null, false, null, false, false, "");
    }
    String type = exchange.headers().first("Content-Type");
    boolean html = type == null || type.contains("html");
    boolean page = exchange.status() == 200 && !byHead;
    boolean whole = page && exchange.truncation() == Truncation.NONE;
    return new RefreshResponse(
        byHead,
        exchange.status(),
        null,
        "",
        ExchangeRules.redirect(url, exchange),
        html,
        page && html ? text(exchange, type) : null,
        ChallengePage.is(exchange),
        page && html && LoginWall.asksForPassword(exchange.content()),
        whole ? ExchangeRules.digest(exchange) : "");
  }

  private static PageText text(Exchange exchange, @Nullable String type) {
    Content content = exchange.content();
    return PageText.of(content.array(), content.offset(), content.length(), type);
  }

  /// Whether the host asks for patience, or is out of order: asking again later may help.
  boolean mayPass() {
    return !challenge && (status == 429 || status >= 500 && status != 501 && status != 505);
  }

  /// The signature of the text, 0 where there is none.
  long signature() {
    return text == null ? 0 : text.signature();
  }
}
