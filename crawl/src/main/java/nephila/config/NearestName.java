package nephila.config;

import java.util.Optional;

/// The name that a mistyped one was meant to be.
public final class NearestName {
  private NearestName() {}

  /// The one of `names` that is nearest to what was typed, if any is near at all.
  public static Optional<String> to(String typed, Iterable<String> names) {
    String best = null;
    int least = Math.max(1, typed.length() / 3) + 1;
    for (String name : names) {
      int distance = distance(typed, name);
      if (distance < least) {
        least = distance;
        best = name;
      }
    }
    return Optional.ofNullable(best);
  }

  /// Letters to insert, delete, replace, or swap with their neighbour.
  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least = cost[i - 1][j - 1] + (same ? 0 : 1);
        least = Math.min(least, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, cost[i - 2][j - 2] + 1);
        }
        cost[i][j] = least;
      }
    }
    return cost[a.length()][b.length()];
  }
}
