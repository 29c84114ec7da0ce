package nephila.lab.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import nephila.frontier.growth.UrlKind;
import nephila.graph.PageNames;

/// Which pages of a graph are siblings, the closest first: pages of one directory, then of one
/// host, then near by number.
///
/// Published graphs number their pages in the order of their URLs, and a crawl in the order of
/// discovery: neighbours by number are of one directory or host, or of hosts that have to do with
/// each other. Where links show that (a fifth of them or more lead less than [#NEAR] pages away
/// beyond chance), blocks of 128 pages are families too, and where there are no URLs blocks of 32
/// stand for directories and blocks of 512 for hosts. Where they do not and there are no URLs,
/// there are no families to tell.
record PageFamilies(List<IntUnaryOperator> levels) {
  private static final int CLOSE = 5;
  private static final int REGION = 7;
  private static final int HOST = 9;
  static final int NEAR = 1 << HOST;
  private static final double LOCAL = 0.2;

  static PageFamilies of(int[][] rows, Optional<PageNames> names) {
    boolean local = rows.length > 4 * NEAR && numbersAreLocal(rows);
    if (names.isPresent()) {
      int[] directories = numbered(names.get(), UrlKind::directory);
      int[] hosts = numbered(names.get(), UrlKind::host);
      IntUnaryOperator directory = page -> directories[page];
      IntUnaryOperator host = page -> hosts[page];
      return new PageFamilies(
          local ? List.of(directory, host, page -> page >> REGION) : List.of(directory, host));
    }
    return new PageFamilies(
        local ? List.of(page -> page >> CLOSE, page -> page >> HOST) : List.of());
  }

  /// Whether links mostly lead to pages with numbers near by.
  private static boolean numbersAreLocal(int[][] rows) {
    long near = 0;
    long all = 0;
    for (int page = 0; page < rows.length; page++) {
      for (int target : rows[page]) {
        near += Math.abs(target - page) < NEAR ? 1 : 0;
      }
      all += rows[page].length;
    }
    double chance = Math.min(1, 2.0 * NEAR / rows.length);
    return near > (chance + LOCAL * (1 - chance)) * all;
  }

  private static int[] numbered(PageNames urls, UnaryOperator<String> part) {
    Map<String, Integer> numbers = new HashMap<>();
    int[] families = new int[urls.size()];
    for (int page = 0; page < families.length; page++) {
      families[page] =
          numbers.computeIfAbsent(part.apply(urls.name(page)), added -> numbers.size());
    }
    return families;
  }
}
