package nephila.search;

import nephila.UserError;

/// How to answer a query.
///
/// @param offset how many of the best results to pass over
/// @param limit how many to return
/// @param ranking which importance lifts a page
public record SearchOptions(int offset, int limit, SearchRanking ranking) {
  public static final int MOST = 10_000;

  public SearchOptions {
    if (offset < 0 || limit < 1 || offset > MOST - limit) {
      throw new IllegalArgumentException(rule(offset, limit));
    }
  }

  /// The same for what a user typed.
  public static SearchOptions checked(int offset, int limit, SearchRanking ranking) {
    if (offset < 0 || limit < 1 || offset > MOST - limit) {
      throw new UserError(rule(offset, limit));
    }
    return new SearchOptions(offset, limit, ranking);
  }

  private static String rule(int offset, int limit) {
    return "offset " + offset + " and limit " + limit + ": results 1 to " + MOST + " can be had";
  }

  public static SearchOptions first(int limit) {
    return new SearchOptions(0, limit, SearchRanking.GLOBAL);
  }
}
