package nephila.liverank.learned;

import nephila.graph.LongIndex;
import nephila.graph.PackedGraph;
import nephila.liverank.OldGraph;

/// Keys of a page's links: pages with the same key were made alike, whatever their URLs say. Pages
/// of one section share its menu, so that the least hash of their links is often the same (two
/// pages agree with the chance that a link of either is a link of both).
///
/// A key costs a pass over the page's links; nothing is stored.
final class Signatures {
  /// The key of a page that has no such links.
  static final long NONE = 0;

  private final PackedGraph graph;
  private final PackedGraph.Rows links;
  private final PackedGraph.Rows backLinks;

  Signatures(OldGraph snapshot) {
    graph = snapshot.links();
    links = graph.rows();
    backLinks = snapshot.backLinks().rows();
  }

  /// The same for pages with exactly the same links.
  long sameOut(int page) {
    long sum = 0;
    int length = links.read(page);
    for (int k = 0; k < length; k++) {
      int target = links.targets[k];
      sum += target == page ? 0 : LongIndex.mix(target + 1L);
    }
    return sum == 0 ? NONE : LongIndex.mix(sum + 19);
  }

  /// Often the same for pages with similar links.
  long likeOut(int page) {
    return least(links, page, 1);
  }

  /// The same only where two least hashes agree: seldom, and then the links are much alike.
  long likeOutPair(int page) {
    long first = least(links, page, 2);
    return first == NONE ? NONE : LongIndex.mix(first + least(links, page, 3));
  }

  /// Often the same for pages that similar pages point to.
  long likeIn(int page) {
    return least(backLinks, page, 4);
  }

  private static long least(PackedGraph.Rows rows, int page, int salt) {
    long least = Long.MAX_VALUE;
    int length = rows.read(page);
    for (int k = 0; k < length; k++) {
      int other = rows.targets[k];
      if (other != page) {
        least = Math.min(least, LongIndex.mix(other + ((long) salt << 36)));
      }
    }
    return least == Long.MAX_VALUE ? NONE : LongIndex.mix(least + salt);
  }

  /// The same for pages to which the same page points, of all that do the one with the fewest links
  /// (more than one).
  long nearestParent(int page) {
    long nearest = NONE;
    long fewest = Long.MAX_VALUE;
    int length = backLinks.read(page);
    for (int k = 0; k < length; k++) {
      int parent = backLinks.targets[k];
      long out = graph.outDegree(parent);
      if (parent != page && out > 1 && out < fewest) {
        fewest = out;
        nearest = LongIndex.mix(((long) parent << 8) + 23);
      }
    }
    return nearest;
  }
}
