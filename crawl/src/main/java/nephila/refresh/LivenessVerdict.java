package nephila.refresh;

import java.util.Locale;
import nephila.process.Statuses;

/// What became of an old page, in the lines of the paper's table 1. Differs from the paper: what a
/// server keeps from us is neither alive nor dead but closed.
public enum LivenessVerdict {
  /// Status 200, and not merely the words "not found".
  LIVES(Fate.ALIVE, "lives"),
  /// Redirected to a place of its own, which lives.
  MOVED(Fate.ALIVE, "moved"),
  /// Status 200 with a page that says there is none.
  SOFT_NOT_FOUND(Fate.DEAD, "says not found with status 200"),
  /// Redirected to where everything is redirected, to a front page, to a dead page or in circles.
  REDIRECTED(Fate.DEAD, "redirected to no place of its own"),
  /// Status 404 or 410.
  NOT_FOUND(Fate.DEAD, "not found"),
  /// The name of its host has no address.
  HOST_NOT_FOUND(Fate.DEAD, "host not found"),
  /// No connection, or nothing came over it, at the end of the run too.
  NO_ANSWER(Fate.DEAD, "no answer"),
  /// Another status that is an error: 400, 406, 414 ...
  OTHER(Fate.DEAD, "other error"),
  /// Its robots.txt asks us not to look, or cannot be had.
  FORBIDDEN(Fate.CLOSED, "robots.txt"),
  /// Status 401 or 407, or sent to where one logs in.
  LOGIN(Fate.CLOSED, "log-in"),
  /// Status 402.
  PAYMENT(Fate.CLOSED, "payment"),
  /// Status 403.
  DENIED(Fate.CLOSED, "denied"),
  /// Status 451.
  LEGAL(Fate.CLOSED, "legal reasons"),
  /// Status 429, at the end of the run too.
  TOO_MANY_REQUESTS(Fate.CLOSED, "too many requests"),
  /// Status 500 or above, at the end of the run too.
  SERVER_ERROR(Fate.CLOSED, "server error"),
  /// A riddle for browsers or people instead of the page ([ChallengePage]). Never solved.
  CHALLENGE(Fate.CLOSED, "challenge"),
  /// At an address that is kept away from; nobody was asked.
  PRIVATE(Fate.CLOSED, "private address");

  /// What a verdict says of the page.
  public enum Fate {
    ALIVE,
    DEAD,
    CLOSED
  }

  private final Fate fate;
  private final String words;

  LivenessVerdict(Fate fate, String words) {
    this.fate = fate;
    this.words = words;
  }

  public Fate fate() {
    return fate;
  }

  /// Whether the page is still to be had, here or at its new place.
  public boolean alive() {
    return fate == Fate.ALIVE;
  }

  /// Whether it is kept from us.
  public boolean closed() {
    return fate == Fate.CLOSED;
  }

  /// The verdict in words for people.
  public String words() {
    return words;
  }

  /// The name in the log and in lists.
  public String shown() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The verdict of that name. A log of an earlier version calls other what is closed now.
  static LivenessVerdict parse(String shown, int status) {
    LivenessVerdict verdict = valueOf(shown.toUpperCase(Locale.ROOT).replace('-', '_'));
    return verdict == OTHER ? ofError(status) : verdict;
  }

  /// The verdict of a status as another crawler tells it, nothing else being known.
  public static LivenessVerdict of(int status) {
    if (status / 100 == 2 || status == 304) {
      return LIVES;
    }
    if (status <= 0 || status < 200) {
      return NO_ANSWER;
    }
    if (status / 100 == 3) {
      return REDIRECTED;
    }
    return status == 404 || status == 410 ? NOT_FOUND : ofError(status);
  }

  /// The verdict of a status that is neither a success, a redirect nor "not found".
  static LivenessVerdict ofError(int status) {
    return switch (status) {
      case Statuses.PRIVATE_ADDRESS -> PRIVATE;
      case 401, 407 -> LOGIN;
      case 402 -> PAYMENT;
      case 403 -> DENIED;
      case 429 -> TOO_MANY_REQUESTS;
      case 451 -> LEGAL;
      default -> status >= 500 ? SERVER_ERROR : OTHER;
    };
  }
}
