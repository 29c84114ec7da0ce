package nephila.refresh;

import java.time.InstantSource;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.politeness.RobotsAnswer;
import nephila.process.RobotsFetch;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// One visit to a host, run on a thread of its own.
///
/// @param question null for robots.txt and probes
record RefreshRequest(Kind kind, OldHost host, CanonicalUrl url, @Nullable PageQuestion question) {
  enum Kind {
    ROBOTS,
    PROBE,
    HEAD,
    GET
  }

  /// What it brings home.
  ///
  /// @param robots the answer to a robots.txt errand after its redirects, else null
  /// @param requests it took
  record Brought(
      RefreshRequest errand, RefreshResponse look, @Nullable RobotsAnswer robots, int requests) {}

  Brought run(Fetcher fetcher, InstantSource clock) {
    if (kind == Kind.ROBOTS) {
      return robots(fetcher, clock);
    }
    FetchRequest request =
        kind == Kind.HEAD ? FetchRequest.head(url.text()) : FetchRequest.get(url.text());
    RefreshResponse look = RefreshResponse.at(url, fetcher.fetch(request), clock.instant());
    return new Brought(this, look, null, 1);
  }

  /// Follows the redirects of a robots.txt (RFC 9309 §2.3.1.2).
  private Brought robots(Fetcher fetcher, InstantSource clock) {
    CanonicalUrl at = url;
    for (int hop = 0; ; hop++) {
      Exchange exchange = fetcher.fetch(FetchRequest.get(at.text()));
      RefreshResponse look = RefreshResponse.at(at, exchange, clock.instant());
      if (look.target() == null) {
        return new Brought(this, look, RobotsFetch.answer(exchange), hop + 1);
      }
      if (hop == RobotsAnswer.MAX_REDIRECTS) {
        return new Brought(this, look, new RobotsAnswer.TooManyRedirects(), hop + 1);
      }
      at = look.target();
    }
  }
}
