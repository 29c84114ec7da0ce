package nephila.process;

import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Outcome;
import nephila.politeness.RobotsAnswer;
import nephila.url.CanonicalUrl;

/// Asks for a robots.txt and follows its redirects (RFC 9309 §2.3.1.2).
public final class RobotsFetch {
  private RobotsFetch() {}

  /// The reply.
  ///
  /// @param exchange to be kept: the last one, or the first of too many redirects
  /// @param requests it took
  public record Reply(Exchange exchange, RobotsAnswer answer, int requests) {}

  public static Reply ask(Fetcher fetcher, CanonicalUrl url) {
    Exchange first = fetcher.fetch(FetchRequest.get(url.text()));
    Exchange exchange = first;
    CanonicalUrl at = url;
    for (int hop = 0; ; hop++) {
      CanonicalUrl target = ExchangeRules.redirect(at, exchange);
      if (target == null) {
        // Kept under the address that was asked for when it answered there itself.
        return new Reply(exchange, answer(exchange), hop + 1);
      }
      if (hop == RobotsAnswer.MAX_REDIRECTS) {
        return new Reply(first, new RobotsAnswer.TooManyRedirects(), hop + 1);
      }
      at = target;
      exchange = fetcher.fetch(FetchRequest.get(target.text()));
    }
  }

  /// The answer of an exchange that redirects no further.
  public static RobotsAnswer answer(Exchange exchange) {
    return switch (exchange.outcome()) {
      case Outcome.Answered answered ->
          new RobotsAnswer.Answered(answered.status(), exchange.content().bytes());
      // Nobody is asked there: its pages are settled one by one, without a request.
      case Outcome.Failed failed when failed.kind() == Failure.ADDRESS_REFUSED ->
          new RobotsAnswer.Answered(404, new byte[0]);
      case Outcome.Failed failed -> new RobotsAnswer.Unreachable();
    };
  }
}
