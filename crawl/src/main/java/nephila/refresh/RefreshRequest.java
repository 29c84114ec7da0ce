package nephila.refresh;

import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Validators;
import nephila.frontier.HostQueue;
import nephila.ledger.PageTable;
import nephila.politeness.RobotsAnswer;
import nephila.process.RobotsFetch;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// One request to a host, run on a thread of its own.
///
/// @param question for which it is made, null for robots.txt
/// @param validators of the old copy, none where the page is asked for in any case
record RefreshRequest(
    Kind kind,
    HostQueue<OldHost> queue,
    CanonicalUrl url,
    @Nullable PageQuestion question,
    Validators validators) {
  enum Kind {
    ROBOTS,
    PROBE,
    HEAD,
    GET
  }

  /// One that is made in any case.
  RefreshRequest(
      Kind kind, HostQueue<OldHost> queue, CanonicalUrl url, @Nullable PageQuestion question) {
    this(kind, queue, url, question, Validators.NONE);
  }

  /// What came of it.
  ///
  /// @param robots the answer to a request for robots.txt after its redirects, else null
  /// @param requests it took
  record Result(
      RefreshRequest request,
      Exchange exchange,
      RefreshResponse response,
      @Nullable RobotsAnswer robots,
      int requests) {}

  /// The page it is made for, [PageTable#NO_PAGE] for robots.txt.
  int page() {
    return question == null ? PageTable.NO_PAGE : question.page;
  }

  Result run(Fetcher fetcher) {
    if (kind == Kind.ROBOTS) {
      RobotsFetch.Reply reply = RobotsFetch.ask(fetcher, url);
      return result(reply.exchange(), reply.answer(), reply.requests());
    }
    FetchRequest request =
        kind == Kind.HEAD
            ? FetchRequest.head(url.text())
            : FetchRequest.get(url.text()).with(validators);
    return result(fetcher.fetch(request), null, 1);
  }

  private Result result(Exchange exchange, @Nullable RobotsAnswer robots, int requests) {
    return new Result(this, exchange, RefreshResponse.of(url, exchange), robots, requests);
  }
}
