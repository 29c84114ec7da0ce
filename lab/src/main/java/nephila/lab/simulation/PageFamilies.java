package nephila.lab.simulation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import nephila.graph.PageNames;

/// Which pages of a graph are siblings, the closest first: pages of one directory, then of one
/// host.
///
/// Published graphs number their pages in the order of their URLs, and a crawl in the order of
/// discovery: neighbours by number are of one directory or were found together. Where links show
/// that (a fifth of them or more lead less than [#NEAR] pages away beyond chance), blocks of 32
/// pages are the closest siblings, and where there are no URLs blocks of 512 stand for hosts. Where
/// they do not and there are no URLs, there are no families to tell.
record PageFamilies(List<IntUnaryOperator> levels) {
  private static final int CLOSE = 5;
  private static final int HOST = 9;
  static final int NEAR = 1 << HOST;
  private static final double LOCAL = 0.2;

  static PageFamilies of(int[][] rows, Optional<PageNames> names) {
    boolean local = rows.length > 4 * NEAR && numbersAreLocal(rows);
    if (names.isPresent()) {
      int[] hosts = numbered(names.get(), UrlKind::host);
      int[] close = local ? within(hosts, CLOSE) : numbered(names.get(), UrlKind::directory);
      return new PageFamilies(List.of(page -> close[page], page -> hosts[page]));
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

  /// Blocks of numbers, cut where the host changes.
  private static int[] within(int[] hosts, int bits) {
    Map<Long, Integer> numbers = new HashMap<>();
    int[] families = new int[hosts.length];
    Arrays.setAll(
        families,
        page ->
            numbers.computeIfAbsent(
                ((long) hosts[page] << 32) | (page >> bits), added -> numbers.size()));
    return families;
  }
}
