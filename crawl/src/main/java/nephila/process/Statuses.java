package nephila.process;

import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.Outcome;

/// The status of a page: HTTP's where there was an answer, else a negative one in the manner of
/// Heritrix's `crawl.log`.
public final class Statuses {
  /// The page is as it was.
  static final int NOT_MODIFIED = 304;

  public static final int FORBIDDEN_BY_ROBOTS = -9998;

  /// The page says "not found" with status 200.
  public static final int SOFT_NOT_FOUND = -404;

  /// No request was made: the page is at an address that the crawl keeps away from.
  public static final int PRIVATE_ADDRESS = -5002;

  /// A riddle for browsers or people came in place of the page.
  public static final int CHALLENGE = -5403;

  private Statuses() {}

  public static int of(Exchange exchange) {
    return switch (exchange.outcome()) {
      case Outcome.Answered answered -> answered.status();
      case Outcome.Failed failed -> of(failed.kind());
    };
  }

  public static int of(Failure failure) {
    return switch (failure) {
      case DNS -> -1;
      case REFUSED, UNREACHABLE, CONNECT_TIMEOUT, TLS, PROXY -> -2;
      case RESET, BAD_HTTP -> -3;
      case FIRST_BYTE_TIMEOUT, WHOLE_TIMEOUT -> -4;
      case BAD_URL -> -7;
      case ADDRESS_REFUSED -> PRIVATE_ADDRESS;
      default -> -5;
    };
  }

  /// The status in words.
  public static String words(int status) {
    return switch (status) {
      case 0 -> "not read yet";
      case -1 -> "host not found";
      case -2 -> "no connection";
      case -3 -> "connection broken";
      case -4 -> "timeout";
      case -5 -> "our own failure";
      case -7 -> "not a URL";
      case PRIVATE_ADDRESS -> "private address";
      case SOFT_NOT_FOUND -> "soft 404";
      case CHALLENGE -> "challenge";
      case FORBIDDEN_BY_ROBOTS -> "forbidden by robots.txt";
      default -> "HTTP " + status;
    };
  }

  /// The class under which it is counted: `2xx`, `404`, `timeout` …
  public static String kind(int status) {
    if (status <= 0) {
      return words(status);
    }
    return status >= 400 ? String.valueOf(status) : status / 100 + "xx";
  }
}
