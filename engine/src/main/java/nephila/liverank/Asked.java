package nephila.liverank;

/// What an ordering proposed and heard so far: a byte a page.
public final class Asked {
  private static final byte FRESH = 0;
  private static final byte PROPOSED = 1;
  private static final byte ALIVE = 2;
  private static final byte DEAD = 3;
  private static final byte CLOSED = 4;

  private final byte[] state;
  private int alive;
  private int answers;
  private int pending;
  private int closed;

  public Asked(int pages) {
    state = new byte[pages];
  }

  int pages() {
    return state.length;
  }

  /// Neither proposed nor answered.
  public boolean fresh(int page) {
    return state[page] == FRESH;
  }

  /// Proposed, and not answered.
  boolean proposed(int page) {
    return state[page] == PROPOSED;
  }

  public boolean answered(int page) {
    return state[page] == ALIVE || state[page] == DEAD;
  }

  /// Found closed to us: known to be neither alive nor dead.
  public boolean closed(int page) {
    return state[page] == CLOSED;
  }

  /// Notes that a page is closed to us; false when it had an answer, or was so noted already.
  public boolean close(int page) {
    if (state[page] >= ALIVE) {
      return false;
    }
    pending -= proposed(page) ? 1 : 0;
    state[page] = CLOSED;
    closed++;
    return true;
  }

  public boolean alive(int page) {
    return state[page] == ALIVE;
  }

  boolean dead(int page) {
    return state[page] == DEAD;
  }

  void propose(int page) {
    assert fresh(page) : "O1: page " + page + " proposed twice";
    state[page] = PROPOSED;
    pending++;
  }

  /// Notes an answer; false when the page had one already.
  public boolean answer(int page, boolean isAlive) {
    if (state[page] >= ALIVE) {
      return false;
    }
    pending -= proposed(page) ? 1 : 0;
    state[page] = isAlive ? ALIVE : DEAD;
    answers++;
    if (isAlive) {
      alive++;
    }
    return true;
  }

  int answers() {
    return answers;
  }

  /// How many pages are neither proposed, answered nor closed.
  public int freshCount() {
    return left() - pending;
  }

  /// How many pages are neither answered nor closed.
  int left() {
    return state.length - answers - closed;
  }

  /// How many were proposed and not answered.
  int pending() {
    return pending;
  }

  int aliveCount() {
    return alive;
  }

  /// The pages known to be alive, or dead.
  int[] pages(boolean isAlive) {
    int[] found = new int[isAlive ? alive : answers - alive];
    int at = 0;
    byte wanted = isAlive ? ALIVE : DEAD;
    for (int page = 0; page < state.length; page++) {
      if (state[page] == wanted) {
        found[at++] = page;
      }
    }
    return found;
  }
}
