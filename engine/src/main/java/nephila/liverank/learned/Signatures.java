package nephila.liverank.learned;

import nephila.graph.CsrGraph;
import nephila.graph.LongIndex;
import nephila.liverank.OldGraph;

/// Keys of a page's links: pages with the same key were made alike, whatever their URLs say. Pages
/// of one section share its menu, so that the least hash of their links is often the same (two
/// pages agree with the chance that a link of either is a link of both).
///
/// A key costs a pass over the page's links; nothing is stored.
final class Signatures {
  /// The key of a page that has no such links.
  static final long NONE = 0;

  private final CsrGraph links;
  private final CsrGraph backLinks;

  Signatures(OldGraph snapshot) {
    links = snapshot.links();
    backLinks = snapshot.backLinks();
  }

  /// The same for pages with exactly the same links.
  long sameOut(int page) {
    long sum = 0;
    int end = (int) links.rowStart(page + 1);
    for (int k = (int) links.rowStart(page); k < end; k++) {
      int target = links.targets()[k];
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

  private static long least(CsrGraph graph, int page, int salt) {
    long least = Long.MAX_VALUE;
    int end = (int) graph.rowStart(page + 1);
    for (int k = (int) graph.rowStart(page); k < end; k++) {
      int other = graph.targets()[k];
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
    int end = (int) backLinks.rowStart(page + 1);
    for (int k = (int) backLinks.rowStart(page); k < end; k++) {
      int parent = backLinks.targets()[k];
      long out = links.outDegree(parent);
      if (parent != page && out > 1 && out < fewest) {
        fewest = out;
        nearest = LongIndex.mix(((long) parent << 8) + 23);
      }
    }
    return nearest;
  }
}
