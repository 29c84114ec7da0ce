package nephila.liverank;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import nephila.UserError;

/// How the training set Z is chosen: by which static order, and how many pages.
///
/// Typed as `random:1%`, `indegree:5000`, `pagerank:0.5%`.
public record Sample(By by, double amount, boolean isShare) {
  /// The static order whose first pages form the training set.
  public enum By {
    RANDOM,
    INDEGREE,
    PAGERANK
  }

  public Sample {
    if (!(amount > 0) || (isShare && amount > 1)) {
      throw new IllegalArgumentException("sample of " + amount + (isShare ? " of all pages" : ""));
    }
  }

  /// One page in a hundred, at random.
  public static final Sample ONE_PERCENT = new Sample(By.RANDOM, 0.01, true);

  /// Reads `random:1%` and the like.
  public static Sample parse(String text) {
    int colon = text.indexOf(':');
    String kind = (colon < 0 ? text : text.substring(0, colon)).toUpperCase(Locale.ROOT);
    String size = colon < 0 ? "1%" : text.substring(colon + 1);
    boolean isShare = size.endsWith("%");
    try {
      double amount = Double.parseDouble(isShare ? size.substring(0, size.length() - 1) : size);
      return new Sample(By.valueOf(kind), isShare ? amount / 100 : amount, isShare);
    } catch (IllegalArgumentException e) {
      throw new UserError(
          "sample '"
              + text
              + "': must be random, indegree or pagerank, a colon and a size above 0,"
              + " such as random:1% or pagerank:5000",
          e);
    }
  }

  /// The number of pages to sample of `pages`: at least 1 where there are any.
  public int size(int pages) {
    double wanted = isShare ? amount * pages : amount;
    return (int) Math.min(pages, Math.max(1, Math.round(wanted)));
  }

  /// The training set, in the order in which it is asked.
  int[] draw(OldGraph snapshot, SplittableRandom random) {
    int[] order =
        switch (by) {
          case RANDOM -> StaticOrders.random(snapshot, random);
          case INDEGREE -> StaticOrders.inDegree(snapshot, random);
          case PAGERANK -> StaticOrders.pageRank(snapshot, random);
        };
    return Arrays.copyOf(order, size(snapshot.pages()));
  }

  @Override
  public String toString() {
    String size = isShare ? trim(amount * 100) + "%" : trim(amount);
    return by.name().toLowerCase(Locale.ROOT) + ":" + size;
  }

  private static String trim(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
