package nephila.copies;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.Progress;
import nephila.exchange.text.TextExport;
import nephila.exchange.text.TextOptions;
import nephila.store.CrawlStore;
import nephila.tables.Column;
import nephila.tables.TableWriter;

/// Pages whose main content is nearly the same, on whatever host. Of every page 64 least hashes of
/// its shingles are kept (MinHash in one permutation, filled up by rotation); pages that agree in
/// one of 16 bands of four are compared, and belong together when three quarters of the least
/// hashes agree. 600 bytes a page.
///
/// Paper: Broder, On the resemblance and containment of documents, 1997; Shrivastava and Li,
/// Densifying one permutation hashing, 2014.
public final class DuplicateGroups {
  public static final List<Column> COLUMNS =
      List.of(
          Column.whole("group"),
          Column.text("url"),
          Column.text("site"),
          Column.real("importance"),
          Column.real("similarity"),
          Column.whole("words"),
          Column.text("first"));

  private static final int BINS = 64;
  private static final int BAND = 4;
  private static final double SIMILAR = 0.75;
  private static final int FEWEST_WORDS = 25;

  /// Pages of one band that are compared with the first; all others of a huge band agree with it or
  /// do not.
  private static final int MOST_COMPARED = 8;

  private record Page(String url, String site, double importance, int words, int[] least) {}

  private final List<Page> pages = new ArrayList<>();
  private int[] parents = new int[0];
  private final Map<Integer, List<Integer>> groups = new HashMap<>();

  private DuplicateGroups() {}

  /// Finds the groups among the pages of a crawl that were read.
  public static DuplicateGroups of(Path dir, CrawlStore store, Progress progress)
      throws IOException {
    DuplicateGroups groups = new DuplicateGroups();
    new TextExport(dir, TextOptions.ALL, progress)
        .show(
            store,
            row -> {
              Shingles words = Shingles.of(row.content().text());
              if (words.words >= FEWEST_WORDS) {
                groups.pages.add(
                    new Page(
                        row.url(), row.site(), row.importance(), words.words, least(words.hashes)));
              }
            });
    groups.join();
    return groups;
  }

  private static int[] least(long[] hashes) {
    int[] least = new int[BINS];
    boolean[] filled = new boolean[BINS];
    for (long hash : hashes) {
      int bin = (int) (hash >>> 58);
      int value = (int) (hash >>> 16);
      if (!filled[bin] || value < least[bin]) {
        least[bin] = value;
        filled[bin] = true;
      }
    }
    int[] whole = new int[BINS];
    for (int bin = 0; bin < BINS; bin++) {
      int from = bin;
      int steps = 0;
      while (!filled[from] && steps++ < BINS) {
        from = (from + 1) % BINS;
      }
      whole[bin] = least[from] * 31 + (from == bin ? 0 : steps * 0x9E3779B9);
    }
    return whole;
  }

  private void join() {
    parents = new int[pages.size()];
    Arrays.setAll(parents, i -> i);
    for (int band = 0; band < BINS; band += BAND) {
      Map<Long, int[]> bands = new HashMap<>();
      for (int i = 0; i < pages.size(); i++) {
        long key = band;
        for (int k = band; k < band + BAND; k++) {
          key = Shingles.mixed(key * 31 + pages.get(i).least[k]);
        }
        int[] seen = bands.computeIfAbsent(key, each -> new int[MOST_COMPARED + 1]);
        for (int k = 1; k <= seen[0]; k++) {
          if (root(seen[k]) != root(i) && similarity(seen[k], i) >= SIMILAR) {
            int one = root(seen[k]);
            int two = root(i);
            parents[Math.max(one, two)] = Math.min(one, two);
          }
        }
        if (seen[0] < MOST_COMPARED) {
          seen[++seen[0]] = i;
        }
      }
    }
    for (int i = 0; i < pages.size(); i++) {
      groups.computeIfAbsent(root(i), key -> new ArrayList<>()).add(i);
    }
    groups.values().removeIf(its -> its.size() < 2);
  }

  private int root(int page) {
    int at = page;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  private double similarity(int one, int two) {
    int same = 0;
    for (int k = 0; k < BINS; k++) {
      same += pages.get(one).least[k] == pages.get(two).least[k] ? 1 : 0;
    }
    return (double) same / BINS;
  }

  public int groups() {
    return groups.size();
  }

  /// Pages that are in a group.
  public int pages() {
    return groups.values().stream().mapToInt(List::size).sum();
  }

  /// Writes the groups, that with the most important page first, and in each the most important
  /// page first.
  public void write(TableWriter table) throws IOException {
    long number = 0;
    for (int root : groups.keySet().stream().sorted().toList()) {
      number++;
      for (int each : groups.getOrDefault(root, List.of())) {
        Page page = pages.get(each);
        table.row(
            number,
            page.url,
            page.site,
            page.importance,
            similarity(root, each),
            (long) page.words,
            pages.get(root).url);
      }
    }
  }
}
