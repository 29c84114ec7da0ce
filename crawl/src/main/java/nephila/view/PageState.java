package nephila.view;

import nephila.frontier.Frontier;
import nephila.ledger.PageTable;
import nephila.process.Statuses;
import nephila.store.record.StoredPage;

/// The state of a page: one word for one state, in lists, explanations, tables, the dashboard and
/// JSON.
public enum PageState {
  /// Not read yet, and to be read.
  WAITING("waiting"),
  /// Being fetched now.
  UNDER_WAY("under way"),
  /// Fetched at least once; its status tells how the server answered last.
  READ("read"),
  /// Not asked for because robots.txt forbids it.
  FORBIDDEN("forbidden"),
  /// Asked for until nothing more could be expected, and never answered.
  GIVEN_UP("given up"),
  /// It has vanished, and is asked for again rarely.
  GONE("gone"),
  /// Not to be read by the rules of the crawl.
  OUT_OF_SCOPE("out of scope");

  private final String word;

  PageState(String word) {
    this.word = word;
  }

  /// The state of a page in memory.
  public static PageState of(PageTable pages, int slot) {
    return Frontier.isUnderWay(pages, slot) || Frontier.isLeased(pages, slot)
        ? UNDER_WAY
        : of(pages.isRead(slot), pages.isGone(slot), pages.isDropped(slot), pages.status(slot));
  }

  /// The state of a page as it is stored.
  public static PageState of(StoredPage page) {
    return of(page.isRead(), page.isGone(), page.isDropped(), page.status());
  }

  /// The state of a page that is not under way.
  ///
  /// @param refused whether the rules of the crawl exclude it
  /// @param status of its last read
  public static PageState of(boolean read, boolean gone, boolean refused, int status) {
    if (gone) {
      return GONE;
    }
    if (read) {
      return status == (short) Statuses.FORBIDDEN_BY_ROBOTS
          ? FORBIDDEN
          : status > 0 || status == Statuses.SOFT_NOT_FOUND ? READ : GIVEN_UP;
    }
    return refused ? OUT_OF_SCOPE : WAITING;
  }

  /// Whether the crawl has read the page, reads it or will: lists of the best lead with these.
  public boolean isReadable() {
    return this == WAITING || this == UNDER_WAY || this == READ;
  }

  /// Whether the crawl may ask for the page: neither its own rules nor robots.txt forbid it.
  public boolean isAllowed() {
    return this != OUT_OF_SCOPE && this != FORBIDDEN;
  }

  /// The state, and how the page answered where that says more: `HTTP 200`, `gone: HTTP 404`,
  /// `given up: timeout`, `waiting`.
  public String words(int status) {
    return switch (this) {
      case READ -> Statuses.words(status);
      case GONE, GIVEN_UP -> word + ": " + Statuses.words(status);
      case WAITING, UNDER_WAY, FORBIDDEN, OUT_OF_SCOPE -> word;
    };
  }

  /// The state of that word.
  public static PageState ofWord(String word) {
    for (PageState state : values()) {
      if (state.word.equals(word)) {
        return state;
      }
    }
    throw new IllegalArgumentException("no state of a page is called " + word);
  }

  /// The word by which users know it.
  @Override
  public String toString() {
    return word;
  }
}
