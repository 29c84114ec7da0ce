package nephila.politeness;

/// What came of asking for a robots.txt, after its redirects were followed.
public sealed interface RobotsAnswer {
  /// The most redirects to follow (RFC 9309 §2.3.1.2); after that, [TooManyRedirects].
  int MAX_REDIRECTS = 5;

  /// An HTTP status with what came with it; of a long file what counts.
  record Answered(int status, byte[] body) implements RobotsAnswer {
    public Answered {
      body = RobotsRules.counting(body);
    }
  }

  /// More than five redirects.
  record TooManyRedirects() implements RobotsAnswer {}

  /// No answer: unknown host, refused or broken connection, timeout.
  record Unreachable() implements RobotsAnswer {}
}
