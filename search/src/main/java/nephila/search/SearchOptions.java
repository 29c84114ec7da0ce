package nephila.search;

import nephila.UserError;

/// How to answer a query.
///
/// @param offset how many of the best results to pass over
/// @param limit how many to return
/// @param importanceWeight how much importance lifts a page; 0 ranks by text alone
public record SearchOptions(int offset, int limit, double importanceWeight) {
  public static final double DEFAULT_IMPORTANCE_WEIGHT = 1;
  public static final int MOST = 10_000;

  public SearchOptions {
    if (offset < 0 || limit < 1 || offset > MOST - limit) {
      throw new IllegalArgumentException(rule(offset, limit));
    }
  }

  /// The same for what a user typed.
  public static SearchOptions checked(int offset, int limit, double importanceWeight) {
    if (offset < 0 || limit < 1 || offset > MOST - limit) {
      throw new UserError(rule(offset, limit));
    }
    return new SearchOptions(offset, limit, importanceWeight);
  }

  private static String rule(int offset, int limit) {
    return "offset " + offset + " and limit " + limit + ": results 1 to " + MOST + " can be had";
  }

  public static SearchOptions first(int limit) {
    return new SearchOptions(0, limit, DEFAULT_IMPORTANCE_WEIGHT);
  }
}
