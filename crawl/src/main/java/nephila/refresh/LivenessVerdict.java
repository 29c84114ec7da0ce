package nephila.refresh;

import java.util.Locale;

/// What became of an old page, in the lines of the paper's table 1.
public enum LivenessVerdict {
  /// Status 200, and not merely the words "not found".
  LIVES(true),
  /// Redirected to a place of its own, which lives.
  MOVED(true),
  /// Status 200 with a page that says there is none.
  SOFT_NOT_FOUND(false),
  /// Redirected to where everything is redirected, to a front page, to a dead page or in circles.
  REDIRECTED(false),
  /// Status 404 or 410.
  NOT_FOUND(false),
  /// The name of its host has no address.
  HOST_NOT_FOUND(false),
  /// No connection, or nothing came over it.
  NO_ANSWER(false),
  /// Its robots.txt asks us not to look, or cannot be had.
  FORBIDDEN(false),
  /// 403, 500 and the like.
  OTHER(false);

  private final boolean alive;

  LivenessVerdict(boolean alive) {
    this.alive = alive;
  }

  /// Whether the page is still to be had, here or at its new place.
  public boolean alive() {
    return alive;
  }

  /// The name in the log and in lists.
  public String shown() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static LivenessVerdict parse(String shown) {
    return valueOf(shown.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
