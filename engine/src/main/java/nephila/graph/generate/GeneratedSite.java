package nephila.graph.generate;

import java.util.Arrays;

/// One host of a generated web: its pages lie in directories, the directories in a tree. Page 0 is
/// the home page; the first page of a directory is its index. Pages are numbered within the host,
/// directory after directory.
final class GeneratedSite {
  private static final double DIRECTORY_TAIL = 1.3;
  private static final double SMALLEST_DIRECTORY = 4;
  private static final int LARGEST_DIRECTORY = 400;
  private static final int MOST_TOP_DIRECTORIES = 12;

  private final int size;
  private int directories;

  /// Where each directory starts, and at the end the number of pages.
  private int[] starts = new int[8];

  private int[] parents = new int[8];

  /// A host of `size` pages, laid out by `random`.
  GeneratedSite(int size, SplitMix random) {
    this.size = size;
    int at = 0;
    while (at < size) {
      if (directories + 1 == starts.length) {
        starts = Arrays.copyOf(starts, 2 * starts.length);
        parents = Arrays.copyOf(parents, 2 * parents.length);
      }
      starts[directories] = at;
      parents[directories] = parentOf(directories, random);
      int wanted = random.round(SMALLEST_DIRECTORY * random.pareto(DIRECTORY_TAIL));
      at = Math.min(size, at + Math.min(wanted, LARGEST_DIRECTORY));
      directories++;
      starts[directories] = at;
    }
  }

  /// The first directories hang under the root; later ones under any earlier one.
  private static int parentOf(int directory, SplitMix random) {
    if (directory <= MOST_TOP_DIRECTORIES) {
      return 0;
    }
    return random.chance(0.4) ? 0 : 1 + random.nextInt(directory - 1);
  }

  int size() {
    return size;
  }

  int directories() {
    return directories;
  }

  /// The index page of a directory.
  int index(int directory) {
    return starts[directory];
  }

  /// One past the last page of a directory.
  int end(int directory) {
    return starts[directory + 1];
  }

  int parent(int directory) {
    return parents[directory];
  }

  /// The path of a directory, `/` at both ends.
  String path(int directory) {
    if (directory == 0) {
      return "/";
    }
    return path(parents[directory]) + MadeUpNames.word(directory) + "/";
  }
}
