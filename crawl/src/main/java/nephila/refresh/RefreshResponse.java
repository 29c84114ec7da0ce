package nephila.refresh;

import java.time.Duration;
import java.time.Instant;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Outcome;
import nephila.links.PageText;
import nephila.politeness.RetryAfter;
import nephila.process.Answers;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// What one request showed, with what is needed to judge it.
///
/// @param status HTTP's, 0 without an answer
/// @param failure why there is no answer, null when there is one
/// @param detail of the failure
/// @param target where it redirects to, null when it does not
/// @param html whether it is, or claims to be, HTML
/// @param text of a page that came with status 200, null of anything else
/// @param retryAfter what the server asks for, null when nothing
/// @param took until the first byte
record RefreshResponse(
    boolean byHead,
    int status,
    @Nullable Failure failure,
    String detail,
    @Nullable CanonicalUrl target,
    boolean html,
    @Nullable PageText text,
    @Nullable Duration retryAfter,
    Duration took) {

  static RefreshResponse at(CanonicalUrl url, Exchange exchange, Instant now) {
    boolean byHead = exchange.request().method() == FetchRequest.Method.HEAD;
    if (exchange.outcome() instanceof Outcome.Failed failed) {
      return new RefreshResponse(
          byHead, 0, failed.kind(), failed.detail(), null, false, null, null, Duration.ZERO);
    }
    String retry = exchange.headers().first("Retry-After");
    String type = exchange.headers().first("Content-Type");
    boolean html = type == null || type.contains("html");
    boolean readable = exchange.status() == 200 && html && !byHead;
    return new RefreshResponse(
        byHead,
        exchange.status(),
        null,
        "",
        Answers.redirect(url, exchange),
        html,
        readable ? text(exchange, type) : null,
        retry == null ? null : RetryAfter.parse(retry, now).orElse(null),
        Duration.ofMillis(Math.max(0, exchange.circumstances().firstByteMillis())));
  }

  private static PageText text(Exchange exchange, @Nullable String type) {
    Content content = exchange.content();
    return PageText.of(content.array(), content.offset(), content.length(), type);
  }

  /// Whether it failed because of us: we are stopping, or this machine is short of something.
  boolean ours() {
    return failure == Failure.CANCELLED || failure == Failure.LOCAL;
  }

  /// Whether nobody was asked, because the address is kept away from.
  boolean keptAway() {
    return failure == Failure.ADDRESS_REFUSED;
  }

  /// Whether the host asks for patience.
  boolean busy() {
    return status == 429 || status == 503;
  }
}
