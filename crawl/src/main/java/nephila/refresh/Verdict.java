package nephila.refresh;

import java.util.Locale;

/// What became of an old page, in the lines of the paper's table 1.
public enum Verdict {
  /// Status 200, and not merely the words "not found".
  LIVES("page really exists", true),
  /// Redirected to a place of its own, which lives.
  MOVED("moved, and exists there", true),
  /// Status 200 with a page that says there is none.
  SOFT_NOT_FOUND("says 200, but 'not found'", false),
  /// Redirected to where everything is redirected, to a front page, to a dead page or in circles.
  REDIRECTED("redirected to no place of its own", false),
  /// Status 404 or 410.
  NOT_FOUND("page not found", false),
  /// The name of its host has no address.
  HOST_NOT_FOUND("host not found", false),
  /// No connection, or nothing came over it.
  NO_ANSWER("no answer", false),
  /// Its robots.txt asks us not to look, or cannot be had.
  FORBIDDEN("forbidden by robots.txt", false),
  /// 403, 500 and the like.
  OTHER("other error", false);

  private final String words;
  private final boolean alive;

  Verdict(String words, boolean alive) {
    this.words = words;
    this.alive = alive;
  }

  public String words() {
    return words;
  }

  /// Whether the page is still to be had, here or at its new place.
  public boolean alive() {
    return alive;
  }

  /// The name in the log and in lists.
  public String shown() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Verdict parse(String shown) {
    return valueOf(shown.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
