package nephila.search;

/// How to answer a query.
///
/// @param offset how many of the best results to pass over
/// @param limit how many to return
/// @param importanceWeight how much importance lifts a page; 0 ranks by text alone
public record SearchOptions(int offset, int limit, double importanceWeight) {
  public static final double DEFAULT_IMPORTANCE_WEIGHT = 0.3;
  public static final int MOST = 10_000;

  public SearchOptions {
    if (offset < 0 || limit < 1 || offset + limit > MOST) {
      throw new IllegalArgumentException(
          "offset "
              + offset
              + " and limit "
              + limit
              + ": results 0 to "
              + MOST
              + " can be asked for");
    }
  }

  public static SearchOptions first(int limit) {
    return new SearchOptions(0, limit, DEFAULT_IMPORTANCE_WEIGHT);
  }
}
