package nephila.refresh;

import nephila.fetch.Exchange;
import nephila.links.PageText;
import nephila.links.SoftNotFound;
import nephila.process.Statuses;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// What status a crawl notes for a page of an old crawl, where its content decides: a challenge, a
/// page that says "not found" with status 200, one that asks for a password whatever it is asked
/// for. The rules are those of the [LivenessJudge].
public final class CrawledStatus {
  private static final int LOG_IN_FIRST = 401;

  private CrawledStatus() {}

  /// The status of the page at `url` by what came for it.
  ///
  /// @param missing what its host serves for addresses that cannot exist; null where it says 404,
  ///   or was not probed yet
  public static int of(CanonicalUrl url, Exchange exchange, @Nullable SoftNotFound missing) {
    RefreshResponse look = RefreshResponse.of(url, exchange);
    if (look.challenge()) {
      return Statuses.CHALLENGE;
    }
    PageText text = look.text();
    if (text == null) {
      return Statuses.of(exchange);
    }
    boolean likeMissing = missing != null && missing.matches(text);
    if (look.password() && likeMissing) {
      return LOG_IN_FIRST;
    }
    return MissingWords.in(text) || (likeMissing && !LivenessJudge.isFront(url))
        ? Statuses.SOFT_NOT_FOUND
        : Statuses.of(exchange);
  }
}
